"""Hands of every variant that the adjudicator plays by itself: what the sheets say of all of them must hold."""

import random
from typing import Any

import pytest

from tests.adjudicator import pinochle, spades
from tests.adjudicator.answers import Answers
from tests.adjudicator.deal import DEAL, dealt, shuffled
from tests.adjudicator.played import Hand, Standing
from tests.adjudicator.variants import SHEETS, Sheet

SPADES = {
    "blind_nil_allowed": True, "blind_six_limit": 1, "blind_six_deficit": 0, "bag_rule": "limit", "bag_limit": 2,
    "award_jacks": ["JD", "JH", "JC"], "award_points": 10,
}  # fmt: skip
PINOCHLE = {
    "opening": "dealer_must", "rounds": None, "bidder_needs_marriage": False, "purse": 30, "ante": 5,
    "extra_royalty": "40/20", "trump_rule": "if_wins", "set_scoring": "minus_bid", "save_meld": "point",
    "bidding": "single", "defenders_score": "team",
}  # fmt: skip


class Player(Answers):
    """Answers any open decision with some legal answer."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__([])
        self.rng = rng

    def next(self, seat: int, kind: str, allowed: Any) -> dict[str, Any]:
        self.decisions.append({"seat": seat, "kind": kind} | self.answer(kind, allowed))
        return super().next(seat, kind, allowed)

    def answer(self, kind: str, allowed: Any) -> dict[str, Any]:
        if kind == "auction":
            may_bid = allowed["least"] <= allowed["most"]
            if may_bid and (not allowed["may_pass"] or self.rng.random() < 0.5):
                return {"do": "bid", "value": allowed["least"]}
            return {"do": "pass"}
        if kind in ("discard", "give"):
            if allowed["may_concede"] and self.rng.random() < 0.2:
                return {"do": "concede"}
            return {"do": kind, "cards": self.rng.sample(allowed["cards"], allowed["count"])}
        answer: dict[str, Any] = self.rng.choice(allowed)
        return answer


def played_hand(sheet: Sheet, number: int) -> Hand:
    rng = random.Random(number)
    options: dict[str, Any] = dict(SPADES)
    if not sheet.is_spades:
        options = PINOCHLE | {"min_bid": sheet.least_bid, "max_bid": sheet.max_bid}
        options["scoring"] = rng.choice(["standard", "alternate"]) if sheet.id == "pinochle-two-handed" else None
    dealer = rng.randrange(sheet.seats)
    hands, dummy, kitty = dealt(sheet, dealer, shuffled(sheet.deck, DEAL, bytes(32), number))
    hand = Hand(sheet, options, dealer, hands, dummy, kitty, Standing.fresh(sheet, options), Player(rng))
    (spades if sheet.is_spades else pinochle).play_hand(hand)
    return hand


@pytest.mark.parametrize("variant", sorted(SHEETS))
def test_points_money_and_cards_are_all_there(variant: str) -> None:
    sheet = SHEETS[variant]
    full = {"pinochle-racehorse": 250, "pinochle-double-deck": 50}.get(variant, 25)
    for number in range(12):
        hand = played_hand(sheet, number)
        assert len(hand.deltas) == sheet.seats
        if variant == "pinochle-chips":
            assert sum(hand.deltas) + hand.standing.pot == 15
        elif hand.tricks:
            assert sum(hand.points) == (len(hand.tricks) if sheet.is_spades else full)
            cards = [card for seat in hand.taken for card in seat] + hand.buried
            assert sorted(cards) == sorted(sheet.deck)
