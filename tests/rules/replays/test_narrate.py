"""Hands told as players tell them. The numbers of the random games were found by looking for what they show."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import VARIANTS, Game, configure, presets_of
from arena.rules.replays.contract import format_money
from arena.rules.replays.narrate import narrate
from tests.rules.choosing import chosen_rules
from tests.rules.playing import random_game
from tests.sizes import sized

HANDS = {"format": {"kind": "hands", "count": 4}}
SERIES = {"format": {"kind": "series", "wins": 2}, "max_hands": 2}
SPADES = [name for name in VARIANTS if name.startswith("spades")]
GAINING = {"set_scoring": "opponents_gain"}


def played(variant: str, number: int, preset: str | None = None, options: dict[str, Any] | None = None) -> Game:
    return random_game(configure(variant, preset, {**HANDS, **(options or {})}), number)


@pytest.mark.parametrize("variant", VARIANTS)
def test_narration_does_not_use_the_keys_of_records(variant: str) -> None:
    for preset in presets_of(variant):
        for number in range(sized(3, 10)):
            game = played(variant, number, preset)
            text = "\n".join(line for hand in game.hands for line in narrate(game, hand.number))
            assert not re.search(r"look blind|Outcome|_|None|\bx1\b", text)


LOOKED = "seat 3 looks at its cards"
BLIND = "seat 2 bids blind six before it sees its cards"


@pytest.mark.parametrize(
    ("preset", "number", "hand", "line"),
    [
        ("three-jacks", 0, 2, LOOKED),
        ("three-jacks", 0, 2, BLIND),
        (
            "three-jacks",
            0,
            2,
            "  seat 0: bid 12, won 5: -120; JD and JC captured: nothing for either. In all -120, score -520, 6 bags",
        ),
        (
            "three-jacks",
            0,
            2,
            "  seat 3: bid 13, won 5: -130; JH captured: one bag less. In all -130, score -420, 1 bag",
        ),
        (
            "three-jacks",
            4,
            0,
            "  seat 0: bid 8, won 4: -80; JH captured: there is no bag to take away. In all -80, score -80, 0 bags",
        ),
        (
            "three-jacks",
            1,
            2,
            "  seat 1: bid blind nil, won 6: -200; JC captured: +10; 6 bags; with those before 11 bags, at the limit "
            "of 10: -110. In all -300, score -680, 0 bags",
        ),
    ],
)
def test_a_hand_of_spades(preset: str, number: int, hand: int, line: str) -> None:
    assert line in narrate(played("spades-4", number, preset), hand)


def assert_parts_add_up(game: Game) -> None:
    for hand in game.hands:
        lines = [line for line in narrate(game, hand.number) if ". In all " in line]
        for line, delta in zip(lines, hand.deltas, strict=True):
            parts, _, whole = line.partition(". In all ")
            assert sum(int(part) for part in re.findall(r": ([+-]\d+)", parts)) == delta
            assert whole.startswith(f"{delta:+d}, ")


@pytest.mark.parametrize("variant", SPADES)
@pytest.mark.parametrize("jacks", [[], ["JC"], ["JD", "JC", "JH"]])
@pytest.mark.parametrize("rule", ["limit", "each"])
def test_the_parts_of_a_score_add_up(variant: str, jacks: list[str], rule: str) -> None:
    options = {"award_jacks": jacks, "bag_rule": rule, "bag_limit": 5} | SERIES
    for number in range(sized(3, 10)):
        assert_parts_add_up(random_game(configure(variant, options=options), number))


@pytest.mark.parametrize("variant", SPADES)
@given(data=st.data())
def test_the_parts_of_a_score_add_up_whatever_the_options(variant: str, data: st.DataObject) -> None:
    rules = data.draw(chosen_rules(variant))
    for number in range(4):
        assert_parts_add_up(random_game(rules, number))


@pytest.mark.parametrize(
    ("variant", "options", "number", "hand", "lines"),
    [
        (
            "pinochle-two-handed",
            {},
            12,
            1,
            [
                "seat 1 has the bid at 30",
                "seat 1 takes the kitty",
                "seat 1 names spades trump",
                "seat 1 buries JC JC AH",
                "seat 1 is set: 1 melded and 25 in tricks, 26 in all, 4 short of the bid of 30, spades trump.",
                "  seat 0: no point in tricks, so the meld is not saved, 12 points lost",
                "  seat 1: 1 melded, 25 in tricks (1 of them buried, 1 for the last trick), -30, score -2",
            ],
        ),
        (
            "pinochle-two-handed",
            {"scoring": "alternate"},
            0,
            2,
            [
                "seat 0 throws the hand in",
                "seat 0 has thrown the hand in: the bid of 41 has failed.",
                "  seat 1: +1, score 3",
            ],
        ),
        (
            "pinochle-racehorse",
            GAINING,
            0,
            0,
            [
                "seat 2 gives seat 0 JS AD QC",
                "  seat 1 and seat 3: +280 for the bid",
                "  seat 1 and seat 3 have 100 melded and 110 in tricks, 210 in all",
                "  seat 1: 40 melded, 100 in tricks (10 for the last trick), +490, score 490",
            ],
        ),
        (
            "pinochle-racehorse",
            {"nines_need_save": False},
            321,
            1,
            [
                "seat 1 plays on",
                "  seat 0 and seat 2: no point in tricks, so the meld is not saved, only the nines of it count",
            ],
        ),
        (
            "pinochle-cutthroat",
            {},
            0,
            0,
            [
                "seat 0 discards TC KC KH",
                "seat 0 has no royal marriage: the bid of 15 is lost without play.",
                "  seat 1 and seat 2: +15 for the bid",
            ],
        ),
        (
            "pinochle-cutthroat",
            {},
            1,
            2,
            [
                "  seat 0 and seat 1 have 15 melded and 22 in tricks, 37 in all, which each of them scores",
                "  seat 1: 3 melded, 9 in tricks, +37, score 30",
            ],
        ),
        ("pinochle-single-deck", {"opening": "redeal"}, 2, 3, ["All pass: nothing is scored."]),
    ],
)
def test_a_contract(variant: str, options: dict[str, Any], number: int, hand: int, lines: list[str]) -> None:
    story = narrate(played(variant, number, options=options), hand)
    assert [line for line in lines if line not in story] == []


@pytest.mark.parametrize(
    ("options", "number", "hand", "lines"),
    [
        (
            {},
            48,
            1,
            [
                "  the widow is AS KD JS",
                "seat 2 takes the widow",
                "seat 2 concedes",
                "seat 2 has conceded the bid of 36 after seeing the widow: a single set.",
                "The bid is worth 7 dollars:",
                "  seat 2 pays seat 0 7 dollars",
                "  seat 2 pays seat 1 7 dollars",
                "  seat 2 pays the kitty 7 dollars",
                "  seat 2: -21, purse 104 dollars (10 blue, 4 white)",
                "  the kitty holds 86 dollars (8 blue, 1 red, 1 white)",
            ],
        ),
        (
            {},
            58,
            0,
            [
                "seat 1 makes the bid of 20, clubs trump, with 3 melded and 17 in tricks, 20 in all.",
                "  seat 2 pays seat 1 1 dollar",
                "  seat 1: 3 melded, 17 in tricks (3 of them discarded, 1 for the last trick), +2, purse 127 dollars "
                "(12 blue, 1 red, 2 white)",
            ],
        ),
        (
            {"format": {"kind": "game"}},
            1,
            8,
            [
                "The bid is worth 20 dollars, doubled for spades; a double set costs 40 dollars:",
                "  seat 1 pays seat 2 40 dollars",
                "  seat 1 pays seat 0 32 dollars",
                "  seat 1 has nothing left: the game ends",
                "  seat 1: 16 melded, -72, purse 0 dollars (no chips)",
            ],
        ),
        ({"opening": "redeal"}, 0, 2, ["All pass: nobody pays."]),
    ],
)
def test_a_hand_for_money(options: dict[str, Any], number: int, hand: int, lines: list[str]) -> None:
    story = narrate(played("pinochle-chips", number, options=options), hand)
    assert [line for line in lines if line not in story] == []


def test_narrated_payments_match_purses_and_kitty() -> None:
    for number in range(30):
        game = random_game(configure("pinochle-chips", options=SERIES | {"purse": 40, "ante": 5}), number)
        for hand in game.hands:
            text = "\n".join(narrate(game, hand.number))
            paid = [0] * 3
            for payer, payee, amount in re.findall(
                r"  (seat \d|the kitty) pays (seat \d|the kitty) (\d+) dollar", text
            ):
                for name, sign in ((payer, -1), (payee, 1)):
                    if name.startswith("seat "):
                        paid[int(name[-1])] += sign * int(amount)
            assert paid == hand.deltas


def test_money_is_narrated_in_chips() -> None:
    assert format_money(18) == "18 dollars (1 blue, 1 red, 3 white)"
    assert format_money(1) == "1 dollar (1 white)"
    assert format_money(0) == "0 dollars (no chips)"
