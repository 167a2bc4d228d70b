"""The variants of a tournament from the words of a command line: V[:PRESET], V[:WEIGHT],... and V:NAME=VALUE."""

import json
from collections.abc import Iterable

from arena.cli.refusal import Refusal
from arena.cli.settings import parse_options
from arena.wire.gen.arena_pb2 import VariantChoice


def variant_choices(variants: Iterable[str], options: Iterable[str], mix: str = "") -> list[VariantChoice]:
    """A choice for each of *variants* and of *mix*, with those of *options* that name it. Raises `Refusal`."""
    weights = _weights(mix)
    presets = [word.partition(":")[::2] for word in variants]
    presets += [(name, "") for name in weights if name not in dict(presets)]
    if not presets:
        raise Refusal("variants: none given; name them with --variant V[:PRESET] or --variants V[:WEIGHT],...")
    given: dict[str, list[str]] = {name: [] for name, _ in presets}
    for word in options:
        name, colon, pair = word.partition(":")
        if not colon or name not in given:
            raise Refusal(f"option {word!r} is not V:name=value with V one of {', '.join(given)}")
        given[name].append(pair)
    return [
        VariantChoice(
            variant=name,
            preset=preset,
            options=json.dumps(parse_options(given[name])) if given[name] else "",
            weight=weights.get(name, 0),
        )
        for name, preset in presets
    ]


def _weights(mix: str) -> dict[str, int]:
    """By variant; 0 where none is given."""
    weights: dict[str, int] = {}
    for word in filter(None, mix.split(",")):
        name, colon, weight = word.partition(":")
        if name in weights or (colon and not (weight.isdecimal() and 0 < int(weight) < 2**31)):
            raise Refusal(
                f"variants: {word!r} is not V or V:WEIGHT, each variant once, weights whole numbers from 1 on"
            )
        weights[name] = int(weight or 0)
    return weights
