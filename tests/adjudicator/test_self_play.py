"""Hands that the adjudicator plays by itself, of every variant. What the sheets say of all of them must hold."""

import hashlib
import random
from typing import Any

import pytest

from tests.adjudicator import faults, pinochle, spades
from tests.adjudicator.answers import Answers
from tests.adjudicator.deal import DEAL, dealt, shuffled
from tests.adjudicator.endings import ranks, top
from tests.adjudicator.played import Hand, Standing
from tests.adjudicator.variants import SHEETS, Sheet

COMMON = {"format": {"kind": "hands", "count": 1}, "max_hands": 200, "first_dealer": 1}
SPADES = {
    "target": 500, "series_wins": 5, "blind_nil_allowed": True, "blind_six_limit": 1, "blind_six_deficit": 0,
    "bag_rule": "limit", "bag_limit": 2, "award_jacks": ["JD", "JH", "JC"], "award_points": 10,
}  # fmt: skip
PINOCHLE = {"target": 500, "opening": "dealer_must", "rounds": None, "bidder_needs_marriage": False}
OWN: dict[str, dict[str, Any]] = {
    "pinochle-chips": {"purse": 30, "ante": 5, "hands": 12, "deadline": 60},
    "pinochle-racehorse": {
        "pass_count": 3, "extra_royalty": "40/20", "trump_rule": "if_wins", "must_lead_trump": False,
        "set_scoring": "minus_bid", "save_meld": "point", "nines_need_save": True, "both_reach": "declarer",
        "win_needs_bid": False,
    },
    "pinochle-two-handed": {"scoring": "standard", "bidding": "reveal"},
    "pinochle-cutthroat": {"defenders_score": "own"},
}  # fmt: skip


def options_of(sheet: Sheet) -> dict[str, Any]:
    if sheet.is_spades:
        return COMMON | SPADES
    options = COMMON | PINOCHLE | {"min_bid": sheet.least_bid, "max_bid": sheet.max_bid} | OWN.get(sheet.id, {})
    absent = {"pinochle-chips": "target", "pinochle-two-handed": "rounds"}.get(sheet.id)
    return {name: value for name, value in options.items() if name != absent}


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


def played_hand(sheet: Sheet, number: int, **options: Any) -> Hand:
    """A hand dealt by seat 1 from the seed that is *number*."""
    hands, dummy, kitty = dealt(sheet, 1, shuffled(sheet.deck, DEAL, number.to_bytes(32), 0))
    chosen = options_of(sheet) | options
    player = Player(random.Random(number))
    hand = Hand(sheet, chosen, 1, hands, dummy, kitty, Standing.fresh(sheet, chosen), player)
    (spades if sheet.is_spades else pinochle).play_hand(hand)
    return hand


def make_record(hand: Hand, number: int) -> dict[str, Any]:
    """The record of a game of this one hand."""
    sheet, seed = hand.sheet, number.to_bytes(32)
    hands, dummy, kitty = dealt(sheet, 1, shuffled(sheet.deck, DEAL, seed, 0))
    before = Standing.fresh(sheet, hand.options).scores
    scores = [start + delta for start, delta in zip(before, hand.deltas, strict=True)]
    deal = {"hands": hands} | ({"kitty": kitty} if kitty else {}) | ({"dummy": dummy} if dummy else {})
    of_game: dict[str, Any] = {"pot": hand.standing.pot, "elapsed_s": 1.5} if sheet.id == "pinochle-chips" else {}
    if sheet.is_spades:
        of_game = {"bags": hand.standing.bags}
    entry = {
        "number": 0, "game": 0, "dealer": 1, "dealt": deal, "decisions": hand.answers.decisions,
        "declarer": hand.declarer, "bid": hand.bid, "trump": hand.trump, "melds": [ways[0] for ways in hand.melds],
        "tricks": hand.tricks, "points": hand.points, "outcome": hand.outcome, "deltas": hand.deltas, "scores": scores,
        **of_game, "infractions": [],
    }  # fmt: skip
    broke = sheet.id == "pinochle-chips" and (hand.broke or 0 in scores)
    return {
        "format": "arena-game/1", "id": "x", "variant": sheet.id, "options": hand.options, "seed": seed.hex(),
        "commitment": hashlib.sha256(seed).hexdigest(), "seats": ["x"] * sheet.seats, "hands": [entry],
        "games": [{"winner": top(scores), "scores": scores}], "ranks": ranks(sheet, scores, top(scores)),
        "scores": scores, "ended": "broke" if broke else "hands",
    }  # fmt: skip


@pytest.mark.parametrize("variant", sorted(SHEETS))
def test_points_money_and_cards_are_all_there(variant: str) -> None:
    sheet = SHEETS[variant]
    full = {"pinochle-racehorse": 250, "pinochle-double-deck": 50}.get(variant, 25)
    for number in range(12):
        hand = played_hand(sheet, number)
        if variant == "pinochle-chips":
            assert sum(hand.deltas) + hand.standing.pot == 15
        elif hand.tricks:
            assert sum(hand.points) == (len(hand.tricks) if sheet.is_spades else full)
            cards = [card for seat in hand.taken for card in seat] + hand.buried
            assert sorted(cards) == sorted(sheet.deck)


@pytest.mark.parametrize("variant", sorted(SHEETS))
def test_a_record_of_every_variant_can_be_judged(variant: str) -> None:
    for number in range(4):
        record = make_record(played_hand(SHEETS[variant], number), number)
        assert faults(record) == []
        record["hands"][0]["deltas"][0] += 1
        assert len(faults(record)) == 1


def test_two_handed_alternate() -> None:
    outcomes = {}
    for number in range(12):
        hand = played_hand(SHEETS["pinochle-two-handed"], number, scoring="alternate")
        assert len(hand.melds) == 1
        outcomes[hand.outcome] = sorted(hand.deltas)
    assert outcomes == {"made": [0, 2], "set": [-1, 1], "thrown_in": [-1, 1]}


def test_the_deadline_ends_a_game_where_it_is_reached() -> None:
    for number in range(9):
        hand = played_hand(SHEETS["pinochle-chips"], number, format={"kind": "game"})
        record = make_record(hand, number)
        if record["ended"] == "hands":
            record["hands"][0]["elapsed_s"] = 60
            record["ended"] = "deadline"
            assert faults(record) == []
            record["hands"][0]["elapsed_s"] = 59.9
            assert faults(record) == ["record: the match is not over after its last hand"]
