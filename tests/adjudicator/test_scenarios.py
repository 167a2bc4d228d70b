"""What the sheets say of single situations, by the adjudicator."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.adjudicator.answers import Answers, AstrayError
from tests.adjudicator.auction import contract
from tests.adjudicator.endings import at_target, ranks, top
from tests.adjudicator.melds import best
from tests.adjudicator.pinochle import count_points
from tests.adjudicator.pinochle_scores import chips_pay, score_deal
from tests.adjudicator.played import Hand, Standing
from tests.adjudicator.scenarios import SCENARIOS, Scenario
from tests.adjudicator.spades import score
from tests.adjudicator.tricks import may_play_pinochle, may_play_spades, winner
from tests.adjudicator.variants import SHEETS, Sheet

SPADES = {"award_jacks": ["JD", "JC"], "award_points": 10, "bag_rule": "limit", "bag_limit": 10, "target": 500}
PINOCHLE = {"opening": "dealer_takes_it", "rounds": None, "bidder_needs_marriage": False, "target": 250}
DEFAULTS: dict[str, dict[str, Any]] = {
    "pinochle-chips": {"opening": "left_must"},
    "pinochle-racehorse": {
        "opening": "dealer_must", "target": 1500, "trump_rule": "if_wins", "save_meld": "point",
        "set_scoring": "minus_bid", "both_reach": "declarer", "win_needs_bid": False,
    },
    "pinochle-two-handed": {"opening": "dealer_must", "bidding": "single", "target": 120},
    "pinochle-double-deck": {"target": 500},
}  # fmt: skip


def options_of(sheet: Sheet, options: Mapping[str, Any]) -> dict[str, Any]:
    bids = {"min_bid": sheet.least_bid, "max_bid": sheet.max_bid}
    return {**(SPADES if sheet.is_spades else PINOCHLE | bids), **DEFAULTS.get(sheet.id, {}), **options}


def may_play(sheet: Sheet, options: dict[str, Any], trump: str, played: str, hand: str) -> list[str]:
    if sheet.is_spades:
        return may_play_spades(hand.split(), played.split(), False)
    return may_play_pinochle(sheet, options, hand.split(), played.split(), trump)


def lay_melds(sheet: Sheet, options: dict[str, Any], cards: str, trump: str) -> str:
    melds = {", ".join(" ".join(map(str, meld)) for meld in way["melds"])
            for way in best(sheet, options, cards.split(), trump)}  # fmt: skip
    return " or ".join(melds)


def empty(sheet: Sheet, options: dict[str, Any], standing: Standing | None = None) -> Hand:
    """A hand without cards."""
    nothing = standing or Standing([0] * sheet.seats, [0] * sheet.seats, [0] * sheet.seats)
    return Hand(sheet, options, 0, [[] for _ in range(sheet.seats)], [], [], nothing, Answers([]))


def spades(sheet: Sheet, options: dict[str, Any], bid: Any, tricks: int, taken: str, bags: int) -> tuple[int, int]:
    hand = empty(sheet, options)
    hand.standing.bags[0] = bags
    hand.tricks = [{"winner": 0}] * tricks
    hand.taken[0] = taken.split()
    score(hand, {0: bid})
    return hand.deltas[0], hand.standing.bags[0]


def chips(
    sheet: Sheet, options: dict[str, Any], bid: int, trump: str | None, outcome: str, purses: tuple[int, ...], pot: int
) -> tuple[list[int], int, bool]:
    hand = empty(sheet, options, Standing(list(purses), [], [], pot))
    hand.declarer, hand.bid, hand.trump, hand.outcome = 1, bid, trump, outcome
    chips_pay(hand)
    is_broke = hand.broke or any(purse + delta == 0 for purse, delta in zip(purses, hand.deltas, strict=True))
    return hand.deltas, hand.standing.pot, is_broke


def scored(
    sheet: Sheet, options: dict[str, Any], bid: int, melds: tuple[int, ...], taken: tuple[str, ...],
    tricks: tuple[int, ...], last: int,
) -> tuple[str, list[int]]:  # fmt: skip
    hand = empty(sheet, options)
    hand.declarer, hand.bid, hand.trump = 1, bid, "S"
    for seat, points in enumerate(melds):
        hand.melds.append([{"seat": seat, "points": points, "melds": [["nine", 1, points]]}])
    hand.taken = [cards.split() for cards in taken]
    hand.tricks = [{"winner": seat} for seat, count in enumerate(tricks) for _ in range(count) if seat != last]
    hand.tricks += [{"winner": last}] * tricks[last]
    count_points(hand)
    score_deal(hand)
    return hand.outcome, hand.deltas


def winners(sheet: Sheet, options: dict[str, Any], scores: list[int], is_made: bool) -> list[int]:
    hand = empty(sheet, options, Standing(scores, [], []))
    hand.declarer, hand.outcome = 1, "made" if is_made else "set"
    return at_target(hand)


class Bidders(Answers):
    """Bid as told, whoever is asked."""

    def __init__(self, bids: tuple[int | None, ...]) -> None:
        super().__init__([])
        self.bids = list(bids)

    def next(self, seat: int, kind: str, allowed: Any) -> dict[str, Any]:
        if self.bids:
            bid = self.bids.pop(0)
            answer = {"do": "pass"} if bid is None else {"do": "bid", "value": bid}
            self.decisions.append({"seat": seat, "kind": kind} | answer)
        return super().next(seat, kind, allowed)


def auction(sheet: Sheet, options: dict[str, Any], bids: tuple[int | None, ...]) -> Any:
    answers = Bidders(bids)
    try:
        return contract(answers, sheet, options, 0, [[]] * sheet.seats)
    except AstrayError as astray:
        asked = answers.asked[-1]
        return "illegal" if "illegal" in str(astray) else (asked.seat, *asked.allowed.values())


ANSWERS: dict[str, Callable[..., Any]] = {
    "may play": lambda *asked: set(may_play(*asked)),
    "wins": lambda sheet, _, trump, cards: winner(cards.split(), trump, sheet.ranks),
    "meld": lay_melds,
    "spades": spades,
    "chips": chips,
    "contract": scored,
    "winners": winners,
    "ranks": lambda sheet, _, scores: ranks(sheet, scores, top(scores)),
    "auction": auction,
}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_adjudicator_answers_as_the_sheets_do(scenario: Scenario) -> None:
    sheet = SHEETS[scenario.variant]
    answer = ANSWERS[scenario.kind](sheet, options_of(sheet, scenario.options), *scenario.question)
    assert answer == (set(scenario.answer.split()) if scenario.kind == "may play" else scenario.answer)
