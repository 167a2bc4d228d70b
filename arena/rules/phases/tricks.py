"""The play of the cards, for every deck and every duty to follow, beat and trump: it reads `rules.tricks` and masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.actions import Kind
from arena.rules.cards import NO_SUIT
from arena.rules.hand import OPEN
from arena.rules.rules import FirstLead, Lead, MustBeat, WhenVoid
from arena.rules.table import Seat, Table

if TYPE_CHECKING:
    from mypy_extensions import i64

ANYTHING: Final = WhenVoid.ANYTHING
ONCE_BROKEN: Final = Lead.TRUMP_ONCE_BROKEN
NEVER: Final = MustBeat.NEVER


def begin(table: Table) -> bool:
    """The first lead; True where the hand is over before the play."""
    hand = table.hand
    if hand.outcome != OPEN:
        return True
    tricks = table.rules.tricks
    table.trump = hand.trump if tricks.trump is None else tricks.trump
    leader: i64 = hand.declarer if tricks.first_lead is FirstLead.DECLARER else table.left_of(hand.dealer)
    hand.leader = leader
    lead(table, leader)
    return False


def lead(table: Table, leader: i64) -> None:
    """Ask for the first card of a trick."""
    table.led = NO_SUIT
    table.played = 0
    table.trick = 0
    table.winner = leader
    table.to_act = leader
    table.kind = Kind.PLAY
    cards: i64 = table.seats[leader].cards
    if not table.broken and table.rules.tricks.lead is ONCE_BROKEN:
        others: i64 = cards & ~table.layout.suits[table.trump]
        table.open = others if others else cards
    else:
        table.open = cards


def following(table: Table, cards: i64) -> i64:
    """What a hand may play to the trick on the table."""
    tricks = table.rules.tricks
    layout = table.layout
    suited: i64 = cards & layout.suits[table.led]
    if suited:
        if tricks.must_beat is NEVER or layout.suit[table.best] != table.led:
            return suited
        over: i64 = suited & layout.above[table.best]
        return over if over else suited
    if tricks.when_void is ANYTHING:
        return cards
    trumps: i64 = cards & layout.suits[table.trump]
    if not trumps:
        return cards
    if layout.suit[table.best] == table.trump:
        higher: i64 = trumps & layout.above[table.best]
        if higher:
            return higher
    return trumps


def apply(table: Table, card: i64) -> bool:
    """Play a legal card; True after the last trick.

    Equal cards do not beat: of two copies the first played wins (README.md, trick winner).
    """
    layout = table.layout
    number: i64 = table.to_act
    bit: i64 = layout.bit[card]
    seat: Seat = table.seats[number]
    seat.cards -= bit
    table.trick += bit
    table.hand.plays.append(card)
    suit: i64 = layout.suit[card]
    if table.played == 0:
        table.led = suit
        table.best = card
    else:
        if bit & layout.above[table.best] or (suit == table.trump and layout.suit[table.best] != suit):
            table.best = card
            table.winner = number
        if suit == table.trump and table.led != suit:
            table.broken = True
    table.played += 1
    if table.played == len(table.seats):
        return gather(table)
    number = table.left_of(number)
    table.to_act = number
    table.open = following(table, table.seats[number].cards)
    return False


def gather(table: Table) -> bool:
    """Give the trick to its winner, who leads the next; True after the last one."""
    winner: i64 = table.winner
    seat: Seat = table.seats[winner]
    seat.taken += table.trick
    seat.tricks += 1
    table.hand.winners.append(winner)
    if not seat.cards:
        return True
    lead(table, winner)
    return False
