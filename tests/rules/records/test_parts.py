"""The parts of a hand's score: what they are of, beside that they add up (tests/rules/replays/test_replay_steps.py)."""

from typing import Any

import pytest

from arena.rules import VARIANTS, Game, configure, sides_of
from arena.rules.hands.hand import MADE, NO_ROYAL_MARRIAGE, PASSED_OUT, SET, Hand
from arena.rules.records.parts import KITTY, parts_of, payments_of
from arena.rules.sides import side_of
from tests.rules.playing import random_game
from tests.sizes import sized

HANDS = {"format": {"kind": "hands", "count": 4}}
CONTRACTS = [name for name, rules in VARIANTS.items() if rules.contract is not None]


def hands(variant: str, **options: Any) -> list[tuple[Game, Hand]]:
    games = [random_game(configure(variant, options=HANDS | options), number) for number in range(sized(5, 200))]
    return [(game, hand) for game in games for hand in game.hands]


@pytest.mark.parametrize("variant", CONTRACTS)
def test_a_contract_that_is_made_brings_its_melds_and_tricks(variant: str) -> None:
    contracts = [(game, hand) for game, hand in hands(variant) if hand.outcome == MADE]
    assert contracts
    for game, hand in contracts:
        side = side_of(game.rules, hand.declarer)
        parts = parts_of(game, hand)[hand.declarer]
        assert parts.get("melds", 0) == sum(int(hand.seats[seat].melded) for seat in side)
        assert parts.get("tricks", 0) == sum(hand.points[seat] for seat in side)
        assert "bid" not in parts


@pytest.mark.parametrize("variant", CONTRACTS)
def test_a_contract_that_is_set_costs_its_bid(variant: str) -> None:
    lost = [(game, hand) for game, hand in hands(variant) if hand.outcome == SET]
    assert lost
    for game, hand in lost:
        for seat in side_of(game.rules, hand.declarer):
            assert parts_of(game, hand)[seat] == {"bid": -hand.bid}


def test_defenders_gain_the_bid_besides_what_they_have() -> None:
    lost = [each for each in hands("pinochle-racehorse", set_scoring="opponents_gain") if each[1].outcome == SET]
    assert lost
    for game, hand in lost:
        side = side_of(game.rules, hand.declarer)
        parts = parts_of(game, hand)
        assert all(parts[seat] == {} for seat in side)
        assert all(parts[seat]["bid"] == hand.bid for seat in range(game.rules.seats) if seat not in side)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hand_that_all_pass_has_no_parts(variant: str) -> None:
    for game, hand in hands(variant):
        if hand.outcome == PASSED_OUT:
            assert parts_of(game, hand) == [{}] * game.rules.seats
        if hand.outcome == NO_ROYAL_MARRIAGE:
            assert set(parts_of(game, hand)[hand.declarer]) <= {"bid"}


def test_payments_are_the_changes_of_purses_and_kitty() -> None:
    for game, hand in hands("pinochle-chips"):
        purses = [0] * game.rules.seats
        for paid in payments_of(game, hand):
            assert paid.dollars > 0
            assert hand.declarer in (paid.payer, paid.payee)
            for seat, dollars in ((paid.payer, -paid.dollars), (paid.payee, paid.dollars)):
                if seat != KITTY:
                    purses[seat] += dollars
        assert purses == hand.deltas
        kitty = sum(-parts.get("kitty", 0) for parts in parts_of(game, hand))
        earlier = game.hands[hand.number - 1].pot if hand.number else None
        assert earlier is None or hand.pot == earlier + kitty


def test_partners_have_the_same_parts() -> None:
    for variant in CONTRACTS:
        if sides_of(VARIANTS[variant]) == 2 and VARIANTS[variant].seats == 4:
            for game, hand in hands(variant)[:20]:
                parts = parts_of(game, hand)
                assert parts[:2] == parts[2:]
