"""A person's view reveals no card that its seat does not know."""

from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from arena.practice import Table, show
from arena.rules import (
    CARD_CODES,
    Dealt,
    Kind,
    KittyTaken,
    KittyTurned,
    Melded,
    Played,
    Said,
    TrickWon,
    card_code,
    unpack_cards,
)
from tests.practice.sitting import SEATED, decide, rules_of, table_of


def known(table: Table) -> set[int]:
    """Return the cards of this hand that the seat knows by the core's own events."""
    seat, game = table.deal.seat, table.game
    cards: set[int] = set()
    for event in game.events(seat, game.hand.first_event):
        if isinstance(event, Dealt | KittyTaken):
            cards |= set(event.cards)
        elif isinstance(event, KittyTurned | Played):
            cards.add(event.card)
        elif isinstance(event, Melded):
            cards |= set(event.shown)
        elif isinstance(event, TrickWon):
            cards.add(event.turned)
        elif isinstance(event, Said) and event.kind in (Kind.GIVE, Kind.DISCARD) and event.action:
            cards |= set(unpack_cards(event.action, 4))
    return cards


def cards_in(value: Any) -> set[int]:
    """Return all cards named anywhere in the view, also within sentences."""
    if isinstance(value, dict):
        return set().union(*map(cards_in, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(cards_in, value))
    if not isinstance(value, str):
        return set()
    words = value.replace(",", " ").replace(":", " ").replace("(", " ").replace(")", " ").split()
    return {CARD_CODES[word] for word in words if word in CARD_CODES}


@pytest.mark.parametrize(("variant", "preset", "seat"), SEATED)
def test_no_hidden_card_is_shown_before_it_is_asked_for(variant: str, preset: str, seat: int) -> None:
    dice = Random(11)
    table = table_of(rules_of(variant, preset, 2), 12, seat)
    while not table.game.is_over:
        shown = asdict(show(table))
        if any(each["what"] == "score" for each in shown["events"]):
            del shown["events"]  # it has the cards of the hand before, too
        assert cards_in(shown) <= known(table)
        for player in shown["players"]:
            assert (player["cards"] is None) == (player["seat"] != seat)
        assert table.deal.seed.hex() not in repr(shown)
        decide(table, dice)


@pytest.mark.parametrize(("variant", "preset", "seat"), SEATED)
def test_show_all_opens_the_hand_and_marks_it(variant: str, preset: str, seat: int) -> None:
    table = table_of(rules_of(variant, preset, 2), 12, seat)
    decide(table, Random(1))
    table.show_all()
    table.show_all()
    shown = show(table)
    hands = [list(player.cards or ()) for player in shown.players]
    layout = table.game.layout
    assert [[card_code(card) for card in cards] for cards in hands] == [
        layout.sorted(table.game.seats[each].cards) for each in range(len(hands))
    ]
    assert table.aids.opened == (table.game.hand_number,)
    hand = table.game.hand_number
    while table.game.hand_number == hand and not table.game.is_over:
        decide(table, Random(2))
    assert show(table).sheet[hand].was_open
    assert table.is_open == table.game.is_over
