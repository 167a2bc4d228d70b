"""Define the columns of each variant's batches, in wire order; `page.py` documents them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.rules import Rules

VERSION: Final = 1
SIZES: Final = {"cards": 8, "u64": 8, "i32": 4, "i16": 2, "i8": 1}
ALIGNMENT: Final = 8
FIRST: Final = 8  # byte offset of the first array, after the header


@dataclass(frozen=True)
class Column:
    """One array of a batch: *count* little-endian values of *type* per row.

    The type `cards` is a u64 with a number for each kind of card (docs/explanation/architecture/rules.md, "Cards").
    *count* is 1, or the number of seats: one value per player, clockwise from the row's own seat.
    """

    name: str
    type: str
    count: int
    meaning: str

    @property
    def width(self) -> int:
        """Bytes per row."""
        return SIZES[self.type] * self.count


def columns_of(rules: Rules) -> tuple[Column, ...]:
    """Return the columns of a variant in wire order; its options do not change them."""
    columns = _asked() + _seen(rules.seats)
    columns += _spades(rules.seats) if rules.bids is not None else _pinochle(rules.seats)
    if rules.exchange is not None:
        columns.append(Column("kitty", "cards", 1, "the cards of the kitty that this seat has seen"))
    if rules.exchange is not None or rules.giving is not None:
        columns.append(Column("laid", "cards", 1, "the cards that this seat laid away, or gave to its partner"))
    if rules.giving is not None:
        columns.append(Column("got", "cards", 1, "the cards that this seat got from its partner"))
    if rules.chips is not None:
        columns.append(Column("pot", "i32", 1, "dollars in the kitty"))
    return tuple(columns)


def offsets_of(columns: Iterable[Column], rows: int) -> list[int]:
    """Return the byte offset of each array in a batch of *rows* rows, then the batch's length; all multiples of 8."""
    offsets = [FIRST]
    for column in columns:
        length = column.width * rows
        offsets.append(offsets[-1] + length + -length % ALIGNMENT)
    return offsets


def _asked() -> list[Column]:
    return [
        Column("seat_id", "u64", 1, "the seat that is asked, as in its SeatStart"),
        Column("number", "i32", 1, "the decision's number, counted per seat from 1"),
        Column("attempt", "i8", 1, "the number of rejected answers to this decision"),
        Column("move_us", "i32", 1, "time for the decision, microseconds; 2147483647: that much or more"),
        Column("bank_us", "i32", 1, "time left in the game's bank, microseconds; 2147483647: that much or more"),
        Column("kind", "i8", 1, "the kind of decision, by its number"),
        Column("legal", "u64", 1, "the legal answers: cards, for `play`; otherwise bit a is set if action a is legal"),
    ]


def _seen(seats: int) -> list[Column]:
    return [
        Column("seat", "i8", 1, "the seat's own number, 0 to seats - 1"),
        Column("dealer", "i8", 1, "the player who dealt"),
        Column("hand_number", "i32", 1, "the number of hands before this one, across a series"),
        Column("game", "i16", 1, "the number of games before this one, in a series"),
        Column("scores", "i32", seats, "each player's score in this game"),
        Column("wins", "i8", seats, "the number of games each player has won, in a series"),
        Column("hand", "cards", 1, "the seat's own cards; none while `blind` is asked"),
        Column("trump", "i8", 1, "the trump suit, S D C H = 0 to 3; -1 before it is named"),
        Column("leader", "i8", 1, "the player who led to the trick on the table, or is to lead; -1 before the play"),
        Column("trick", "i8", seats, "the card each player has played to the trick on the table; -1 for none"),
        Column("tricks", "i8", seats, "the number of tricks each player has won"),
        Column("played", "cards", seats, "the cards each player has played in this hand"),
        Column("voids", "i8", seats, "the suits that each player has shown not to hold: bit 0 S, 1 D, 2 C, 3 H"),
    ]


def _spades(seats: int) -> list[Column]:
    return [
        Column("bids", "i8", seats, "each player's bid, as an action; -1 before it has bid"),
        Column("bags", "i8", seats, "each player's bags in this game"),
        Column("jacks", "i8", seats, "the jacks each player has won in tricks: bit 1 JD, 2 JC, 3 JH"),
        Column("broken", "i8", 1, "1 once spades are broken"),
    ]


def _pinochle(seats: int) -> list[Column]:
    return [
        Column("least", "i16", 1, "`auction`: the lowest legal bid; above `most` if no bid is legal; otherwise 0"),
        Column("most", "i16", 1, "`auction`: the highest legal bid; otherwise 0"),
        Column("step", "i8", 1, "`auction`: the distance between legal bids, from `least` on; otherwise 0"),
        Column("count", "i8", 1, "`discard`, `give`: the number of cards to lay; otherwise 0"),
        Column("bids", "i16", seats, "each player's last bid; 0 if it passed without a bid; -1 before its first turn"),
        Column("passed", "i8", seats, "1 for each player who has left the auction"),
        Column("declarer", "i8", 1, "the player with the highest bid, who is declarer after the auction; -1: none yet"),
        Column("bid", "i16", 1, "the highest bid; -1 before there is one"),
        Column("melds", "i16", seats, "the points of each player's melds; -1 if none were laid"),
        Column("shown", "cards", seats, "the cards of each player's melds, as they were laid"),
        Column("won", "cards", seats, "the cards of the tricks each player has won, with the dummy's"),
    ]
