"""List the values that options accept, for forms."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from arena.rules.rules import DRAW, Rules
from arena.rules.variants.options import Accepts, Choice, FirstDealer, Flag, OneOf, Rounds, SomeOf, Whole
from arena.rules.variants.registry import variant_named


def option_choices(variant: str) -> dict[str, tuple[list[Any], str]]:
    """Return the accepted JSON values of each option but the format, and its word for null.

    The list is empty for an option that accepts a range of numbers. The word is "" if such an option does not accept
    null. Raises `UnknownVariantError`.
    """
    entry = variant_named(variant)
    return {
        option.name: (
            list(_values(option.accepts, entry.rules)),
            option.accepts.none if isinstance(option.accepts, Whole) else "",
        )
        for option in entry.options
    }


def _values(accepts: Accepts, rules: Rules) -> Iterator[Any]:
    """Yield the values that an option accepts, if they fit in a list."""
    match accepts:
        case Flag():
            yield from (True, False)
        case Choice():
            yield from (each.value for each in accepts.among)
        case OneOf():
            yield from (known for known, _ in accepts.pairs)
        case Rounds():
            yield from (1, None)
        case FirstDealer():
            yield from (*range(rules.seats), DRAW)
        case SomeOf():
            for size in range(len(accepts.cards) + 1):
                yield from map(list, combinations(accepts.cards, size))
