"""Parse a tournament's or gate's variants: V[:PRESET][:WEIGHT] and V:NAME=VALUE."""

import json
from collections.abc import Iterable
from typing import Final

from arena.cli.terminal.options import parse_options
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.wire.gen.tournaments_pb2 import VariantChoice

FORM: Final = "V[:PRESET][:WEIGHT],..."
MOST: Final = 2**31 - 1


def variant_choices(variants: Iterable[str], options: Iterable[str], listed: str = "") -> list[VariantChoice]:
    """Return a choice for each of *variants* and *listed*, with *options*.

    *listed* is separated by commas. What follows a variant is its weight where it is a whole number, else its preset.
    Raises `Refusal`.
    """
    words = [*variants, *filter(None, map(str.strip, listed.split(",")))]
    if not words:
        raise Refusal(f"variants: none given; name them with --variant V[:PRESET] or --variants {FORM}")
    chosen: dict[str, tuple[str, int]] = {}
    for word in words:
        name, preset, weight = _parts(word)
        if name in chosen:
            raise Refusal(
                f"variants: {cut(word)!r} names {name} again: name each once, as V:PRESET:WEIGHT where it has both"
            )
        chosen[name] = preset, weight
    given = _options_of(chosen, options)
    return [
        VariantChoice(variant=name, preset=preset, options=given[name], weight=weight)
        for name, (preset, weight) in chosen.items()
    ]


def _parts(word: str) -> tuple[str, str, int]:
    """Return variant, preset ("" for the default) and weight (0: none).

    Raises `Refusal`.
    """
    name, *behind = word.split(":")
    weight = int(behind.pop()) if behind and behind[-1].isdecimal() else None
    if not name or len(behind) > 1 or "" in behind or not (weight is None or 0 < weight <= MOST):
        raise Refusal(
            f"variants: {cut(word)!r} is not {FORM.removesuffix(',...')}, weights being whole numbers from 1 on"
        )
    return name, "".join(behind), weight or 0


def _options_of(chosen: Iterable[str], words: Iterable[str]) -> dict[str, str]:
    """Return each variant's options as JSON, "" for none.

    Raises `Refusal`.
    """
    pairs: dict[str, list[str]] = {name: [] for name in chosen}
    for word in words:
        name, colon, pair = word.partition(":")
        if not colon or name not in pairs:
            raise Refusal(f"option {cut(word)!r} is not V:name=value with V one of {', '.join(pairs)}")
        pairs[name].append(pair)
    return {name: json.dumps(parse_options(own)) if own else "" for name, own in pairs.items()}
