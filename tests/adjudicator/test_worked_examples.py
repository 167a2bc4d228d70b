"""The sheets' own examples, on the adjudicator itself.

For all variants, whatever the core plays.
"""

from typing import Any

import pytest

from tests.adjudicator.answers import Answers, Astray
from tests.adjudicator.auction import contract
from tests.adjudicator.endings import at_target, ranks
from tests.adjudicator.melds import best
from tests.adjudicator.pinochle_scores import chips_pay, value
from tests.adjudicator.played import Hand, Standing
from tests.adjudicator.spades import awards, score, worth
from tests.adjudicator.tricks import may_play_pinochle, may_play_spades, winner
from tests.adjudicator.variants import SHEETS

JACKS = ["JD", "JC"]
SPADES = {"award_jacks": JACKS, "award_points": 10, "bag_rule": "limit", "bag_limit": 10}


def scored(bid: int | str, tricks: int, taken: str = "", bags: int = 0, **options: Any) -> tuple[int, int]:
    """(delta, bags) of seat 0 of three."""
    sheet = SHEETS["spades-3"]
    standing = Standing([0] * 3, [bags, 0, 0], [0] * 3)
    hand = Hand(sheet, SPADES | options, 0, [[], [], []], [], [], standing, Answers([]))
    hand.tricks = [{"winner": 0}] * tricks
    hand.taken[0] = taken.split()
    score(hand, {0: bid})
    return hand.deltas[0], standing.bags[0]


def test_spades_1_to_6() -> None:
    assert scored(4, 6, "JD", 9) == (-60, 0)
    assert awards(SPADES, JACKS) == []
    three = {"award_jacks": ["JC", "JD", "JH"]}
    assert scored(4, 6, "JC JD JH", 3, **three) == (40 + 20, 3 + 2 - 1)
    assert worth("one_for_50", 3) == (10, 2)
    assert worth("one_for_50", 0) == (-50, 0)
    assert worth("nil", 2) == (-100, 2)
    assert worth("moon", 16) == (150, 0)
    assert worth("moon", 13) == (-150, 0)
    assert scored(3, 5, bag_rule="each") == (10, 0)


def test_spades_7() -> None:
    assert may_play_spades(["X2", "3H", "AS"], ["X1", "7H"], False) == ["3H"]
    assert may_play_spades(["X2", "3C", "AS"], ["X1", "7H"], False) == ["X2", "3C", "AS"]
    assert may_play_spades(["X2", "3C", "AS"], ["X1"], False) == ["X2", "3C"]
    assert winner(["X1", "7H", "8H", "AC", "X2"], "S", SHEETS["spades-4"].ranks) == 2


def chips(bid: int, trump: str | None, outcome: str, purse: int = 125, pot: int = 75) -> tuple[list[int], int]:
    hand = Hand(SHEETS["pinochle-chips"], {}, 0, [], [], [], Standing([purse] * 3, [], [], pot), Answers([]))
    hand.declarer, hand.bid, hand.trump, hand.outcome = 1, bid, trump, outcome
    chips_pay(hand)
    return hand.deltas, hand.standing.pot


def test_pinochle_1_and_2() -> None:
    assert chips(36, "S", "made") == ([-14, 42, -14], 61)
    assert chips(30, "H", "double_set") == ([8, -16, 8], 75)
    assert chips(22, None, "conceded") == ([0, -1, 0], 76)


def test_payments_are_cut() -> None:
    assert chips(36, "S", "made", purse=10, pot=5) == ([-10, 25, -10], 0)
    assert chips(36, "H", "double_set", purse=20) == ([6, -20, 14], 75)
    hand = Hand(SHEETS["pinochle-chips"], {}, 0, [], [], [], Standing([9, 9, 9], [], []), Answers([]), 1, 55)
    assert value(hand) == 20
    hand.trump = "S"
    assert value(hand) == 40


def may(variant: str, trump: str, played: str, held: str, **options: Any) -> set[str]:
    chosen = {"trump_rule": "if_wins"} | options
    return set(may_play_pinochle(SHEETS[f"pinochle-{variant}"], chosen, held.split(), played.split(), trump))


ALL = ["chips", "racehorse", "two-handed", "double-deck", "single-deck", "cutthroat"]


def test_pinochle_3_and_4() -> None:
    for variant in ALL:
        free = {"AD"} if variant == "chips" else {"AD", "JD"}
        assert may(variant, "H", "QD JH", "AD JD") == free
        free = {"JH", "JC"} if variant == "racehorse" else {"JH"}
        assert may(variant, "H", "QD JH", "JH JC") == free


def test_pinochle_5() -> None:
    assert may("two-handed", "H", "AD", "TD 9D") == {"TD", "9D"}
    assert may("two-handed", "H", "KH", "TH 9H AD") == {"TH"}
    assert may("two-handed", "H", "KD", "TH 9H AC") == {"TH", "9H"}


def test_the_trump_rules_of_racehorse() -> None:
    for rule, cards in {"if_wins": "JH 9H AC", "always": "JH 9H", "never": "JH 9H AC"}.items():
        assert may("racehorse", "H", "QD QH", "JH 9H AC", trump_rule=rule) == set(cards.split())
    for rule, cards in {"if_wins": "KH", "always": "KH", "never": "KH 9H AC"}.items():
        assert may("racehorse", "H", "QD QH", "KH 9H AC", trump_rule=rule) == set(cards.split())


def bids(variant: str, *said: int | None, **options: Any) -> tuple[int, int] | None:
    sheet = SHEETS[f"pinochle-{variant}"]
    full = {"opening": "dealer_takes_it", "rounds": None, "bidder_needs_marriage": False} | options
    full |= {"min_bid": sheet.least_bid, "max_bid": sheet.max_bid}
    decisions: list[Any] = []
    passed: set[int] = set()
    seat = 0
    for bid in said:
        seat = next(other for by in range(1, 9) if (other := sheet.left(seat, by)) not in passed)
        answer = {"do": "pass"} if bid is None else {"do": "bid", "value": bid}
        decisions.append({"seat": seat, "kind": "auction"} | answer)
        passed |= {seat} if bid is None else set()
    return contract(Answers(decisions), sheet, full, 0, [[]] * sheet.seats)


def test_pinochle_6() -> None:
    assert bids("double-deck", 58, 63, 68, None, None, None) == (3, 68)
    with pytest.raises(Astray, match="least': 68"):
        bids("double-deck", 58, 63, 67)
    assert bids("racehorse", 250, 260, None, None, None) == (2, 260)
    with pytest.raises(Astray, match="illegal"):
        bids("racehorse", 255)


def test_pinochle_7() -> None:
    hand = Hand(SHEETS["pinochle-racehorse"], {"target": 1500, "both_reach": "declarer", "win_needs_bid": False},
                0, [], [], [], Standing([1660, 1540, 1660, 1540], [], []), Answers([]), declarer=2)  # fmt: skip
    assert at_target(hand) == [0, 2]
    hand.standing.scores = [1660, 2000, 1660, 2000]
    assert at_target(hand) == [0, 2]
    hand.options["both_reach"] = "highest"
    assert at_target(hand) == [1, 3]
    assert ranks(hand.sheet, hand.standing.scores, [0, 2]) == [1, 2, 1, 2]
    assert ranks(SHEETS["pinochle-cutthroat"], [9, 9, 3], [0, 1]) == [1, 1, 3]


def laid(variant: str, cards: str, trump: str, **options: Any) -> list[Any]:
    ways = best(SHEETS[f"pinochle-{variant}"], options, cards.split(), trump)
    assert len(ways) == 1
    melds: list[Any] = ways[0]["melds"]
    return melds


def test_pinochle_8() -> None:
    double = "AS AS TS TS KS KS QS QS JS JS"
    for variant, points in {"single-deck": 150, "two-handed": 30, "racehorse": 1500}.items():
        assert laid(variant, double, "S") == [["run", 2, points]]
    pinochles = "QS QS JD JD"
    for variant, points in {"single-deck": 30, "two-handed": 8, "racehorse": 300}.items():
        assert laid(variant, pinochles, "S") == [["pinochle", 2, points]]


def test_the_example_of_the_melds() -> None:
    cards = "AD TD KD KD QD JD 9D KS QS KH KC"
    expected = [["run", 1, 150], ["marriage", 1, 20], ["nine", 1, 10], ["kings", 1, 80], ["pinochle", 1, 40]]
    assert laid("racehorse", cards, "D") == expected
    royal = laid("racehorse", cards, "D", extra_royalty="40/20")
    assert royal == [expected[0], ["royalty", 1, 40], *expected[1:]]
