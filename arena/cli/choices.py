"""The variants of a tournament from the words of a command line: V[:PRESET] and V:NAME=VALUE."""

import json
from collections.abc import Iterable

from arena.cli.refusal import Refusal
from arena.cli.settings import parse_options
from arena.wire.gen.arena_pb2 import VariantChoice


def variant_choices(variants: Iterable[str], options: Iterable[str]) -> list[VariantChoice]:
    """A choice for each of *variants*, with those of *options* that name it. Raises `Refusal`."""
    presets = [word.partition(":")[::2] for word in variants]
    given: dict[str, list[str]] = {name: [] for name, _ in presets}
    for word in options:
        name, colon, pair = word.partition(":")
        if not colon or name not in given:
            raise Refusal(f"option {word!r} is not V:name=value with V one of {', '.join(given)}")
        given[name].append(pair)
    return [
        VariantChoice(
            variant=name, preset=preset, options=json.dumps(parse_options(given[name])) if given[name] else ""
        )
        for name, preset in presets
    ]
