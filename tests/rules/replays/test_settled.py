"""A hand in a line for one seat: what it did, and what that brought."""

import re

import pytest

from arena.rules import VARIANTS, configure, presets_of
from arena.rules.replays.sheet import format_result
from tests.rules.playing import random_game
from tests.sizes import sized

HANDS = {"format": {"kind": "hands", "count": 4}}


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_comes_to_the_points_of_the_hand(variant: str) -> None:
    for preset in presets_of(variant):
        for number in range(sized(2, 50)):
            game = random_game(configure(variant, preset, HANDS), number)
            who = [f"bot{'abcde'[seat]}" for seat in range(game.rules.seats)]
            for hand in game.hands:
                for seat, delta in enumerate(hand.deltas):
                    line = format_result(game, hand, seat, who)
                    assert not re.search(r"_|None|[A-Z]{3}|\bx1\b", line)
                    sums = re.findall(r"[+-]\d+", line) or ["+0"]
                    if game.rules.bids is None or "in all" in line:
                        assert int(sums[-1]) == delta, line
                    else:
                        assert int(sums[0]) == delta, line


GOT = "melds +19, tricks +19 of the defenders together: +38"
LACKED = "lost for want of a royal marriage"
MADE = "in hearts, with 27 melded and 29 in tricks, 56 in all: made, +56"
SET = "in clubs, with 15 melded and 6 in tricks, 21 in all: set, -29"


@pytest.mark.parametrize(
    ("variant", "number", "hand", "seat", "line"),
    [
        ("pinochle-cutthroat", 2, 2, 1, f"took it for 29 {SET}"),
        ("pinochle-cutthroat", 2, 2, 2, f"passed; b took it for 29: set; {GOT}"),
        ("pinochle-cutthroat", 0, 3, 2, f"bid up to 15; a took it for 19: {LACKED}; the bid +19"),
        ("pinochle-double-deck", 7, 2, 0, f"its partner c was left with it at 50 {MADE}"),
        ("pinochle-racehorse", 0, 3, 0, "took it for 470: thrown in, -470"),
        ("pinochle-two-handed", 12, 1, 0, "passed; b took it for 30: set; +0"),
        ("pinochle-chips", 0, 2, 1, "bid up to 41; a took it for 54: a double set; +32 dollars"),
        ("pinochle-chips", 2, 0, 2, "took it for 22: conceded without the widow, -1 dollar"),
    ],
)
def test_pinochle(variant: str, number: int, hand: int, seat: int, line: str) -> None:
    game = random_game(configure(variant, options=HANDS), number)
    assert format_result(game, game.hands[hand], seat, list("abcde")[: game.rules.seats]) == line
