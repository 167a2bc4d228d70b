"""`configure` accepts what the sheets accept. Option by option and value by value."""

from typing import Any

import pytest

from arena.rules import VARIANTS, InvalidOptionError, configure, options_of
from tests.adjudicator.options import option_faults
from tests.adjudicator.variants import SHEETS

NUMBERS = [
    -1, 0, 1, 2, 3, 4, 5, 10, 19, 20, 40, 45, 60, 100, 101, 200, 400, 401, 1000, 1001, 10000, 10001, 604800, 604801,
]  # fmt: skip
WORDS = [
    "", "10", "draw", "limit", "each", "left_must", "dealer_must", "dealer_takes_it", "redeal", "team", "own", "40/20",
    "if_wins", "always", "never", "minus_bid", "opponents_gain", "point", "trick", "declarer", "highest", "single",
    "auction", "reveal", "standard", "alternate",
]  # fmt: skip
LISTS: list[Any] = [[], ["JD"], ["JH", "JC", "JD"], ["JD", "JD"], ["JS"], [1], [["JD"]]]
SHAPES: list[Any] = [
    {}, {"kind": "game"}, {"kind": "game", "count": 1}, {"kind": "hands"}, {"kind": "hands", "count": 1},
    {"kind": "hands", "count": 0}, {"kind": "hands", "count": 200}, {"kind": "hands", "count": 201},
    {"kind": "hands", "count": True}, {"kind": "hands", "count": 3, "wins": 2}, {"kind": "series", "wins": 1},
    {"kind": "series", "wins": 100}, {"kind": "series", "wins": 101}, {"kind": "series", "wins": 0}, {"kind": "x"},
]  # fmt: skip
VALUES: list[Any] = [None, True, False, 1.0, 10.5, *NUMBERS, *WORDS, *LISTS, *SHAPES]


def accepted(variant: str, name: str, value: Any) -> bool:
    try:
        resolved = options_of(configure(variant, options={name: value}))
    except InvalidOptionError as refused:
        # A refusal that does not name its option counts as accepted, which fails the test.
        return name not in str(refused)
    return bool(resolved[name] == value)


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_the_core_accepts_what_the_sheets_accept(variant: str) -> None:
    sheet, defaults = SHEETS[variant], options_of(VARIANTS[variant])
    assert option_faults(sheet, defaults) == []
    for name in [*defaults, "dealer"]:
        for value in VALUES:
            expected = option_faults(sheet, defaults | {name: value}) == []
            assert accepted(variant, name, value) == expected, (name, value)
