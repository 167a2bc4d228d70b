"""Which columns a row of a variant has, in their order on the wire. docs/columns.md is written from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from arena.rules import Rules

VERSION: Final = 1
# The number of a variant in a batch's header; a number is never given again.
VARIANT_NUMBERS: Final = {
    "spades-3": 1,
    "spades-4": 2,
    "spades-5": 3,
    "spades-5-2jokers": 4,
    "spades-5-3jokers": 5,
    "pinochle-chips": 6,
    "pinochle-racehorse": 7,
    "pinochle-two-handed": 8,
    "pinochle-double-deck": 9,
    "pinochle-single-deck": 10,
    "pinochle-cutthroat": 11,
}
SIZES: Final = {"u64": 8, "i64": 8, "i32": 4, "i16": 2, "i8": 1, "u8": 1}
ALIGNMENT: Final = 8


@dataclass(frozen=True)
class Column:
    """One array of a batch: *count* values of *type* for each row, little-endian, the rows one after another.

    *count* is 1, or the number of seats: then the values are the players', in the order of their turns from the row's
    own seat on (0 is the seat itself, 1 the seat on its left, ...).
    """

    name: str
    type: str
    count: int
    meaning: str

    @property
    def width(self) -> int:
        """Bytes for each row."""
        return SIZES[self.type] * self.count


def columns_of(rules: Rules) -> tuple[Column, ...]:
    """The columns of a variant, in their order; the same whatever its options."""
    seats = rules.seats
    columns = _asked() + _seen(seats)
    return tuple(columns + (_spades(seats) if rules.bids is not None else []))


def _asked() -> list[Column]:
    """What is asked, of whom, and how long it may take."""
    return [
        Column("seat_id", "u64", 1, "the seat that is asked, as in its SeatStart"),
        Column("number", "i32", 1, "the decision's number, counted per seat from 1"),
        Column("attempt", "u8", 1, "how many answers to this number were rejected before"),
        Column("move_us", "i32", 1, "time for the decision, microseconds; 2147483647: that much or more"),
        Column("bank_us", "i32", 1, "time left in the game's bank, microseconds; 2147483647: that much or more"),
        Column("kind", "u8", 1, "what is asked"),
        Column("legal", "u64", 1, "the legal answers: cards, for `play`; else bit a is set where action a is legal"),
    ]


def _seen(seats: int) -> list[Column]:
    """What a seat sees at every card table."""
    return [
        Column("seat", "u8", 1, "the own seat, 0 to seats - 1"),
        Column("dealer", "u8", 1, "the player who deals"),
        Column("hand_number", "i32", 1, "the hand, counted from 0 across a series"),
        Column("game", "i16", 1, "the games before this one, in a series"),
        Column("scores", "i32", seats, "each player's score in this game"),
        Column("wins", "u8", seats, "the games each player has won, in a series"),
        Column("hand", "u64", 1, "the own cards; none while `blind` is asked"),
        Column("trump", "i8", 1, "the trump suit 0 to 3; -1 before it is named"),
        Column("leader", "i8", 1, "the player who led to the trick on the table, or is to lead; -1 before the play"),
        Column("trick", "i8", seats, "the card each player has played to the trick on the table; -1 for none"),
        Column("tricks", "u8", seats, "the tricks each player has won"),
        Column("played", "u64", seats, "the cards each player has played in this hand"),
        Column("voids", "u8", seats, "the suits each player has shown to be out of: bit 0 spades, 1 D, 2 C, 3 H"),
    ]


def _spades(seats: int) -> list[Column]:
    return [
        Column("bids", "i8", seats, "each player's bid, as an action; -1 before it has bid"),
        Column("bags", "u8", seats, "each player's bags in this game"),
        Column("jacks", "u8", seats, "the jacks each player has captured in tricks: bit 1 JD, 2 JC, 3 JH"),
        Column("broken", "u8", 1, "1 once spades are broken"),
    ]
