"""Packs open decisions into columns, one row each, straight from the native integers of the table.

A row holds only what its seat may know (`arena/rules/view.py`): the tests build the same row from the seat's view.
mypyc compiles this file with the rules core; every `write_` and `append` is then a store into a buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le

from arena.rules.actions import Kind
from arena.rules.cards import CODES
from arena.rules.game import Game
from arena.rules.layout import Layout, layout_of
from arena.rules.rules import Rules
from arena.rules.seat import Seat
from arena.wire.columns.frame import HEADER, padding
from arena.wire.columns.layout import VARIANT_NUMBERS, VERSION, columns_of

if TYPE_CHECKING:
    from mypy_extensions import i64

LONGEST_US: Final = 2147483647
BYTE: Final = 255  # -1 is written as its low byte
JACKS: Final = [CODES["JD"], CODES["JC"], CODES["JH"]]


class Columns:
    """A batch being gathered, for one variant; `columns_of` says what is in it. An attribute for each column."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.layout: Layout = layout_of(rules.deck)
        self.is_spades: bool = rules.bids is not None
        self.rows: i64 = 0
        self.seat_id = BytesWriter()
        self.number = BytesWriter()
        self.attempt = BytesWriter()
        self.move_us = BytesWriter()
        self.bank_us = BytesWriter()
        self.kind = BytesWriter()
        self.legal = BytesWriter()
        self.seat = BytesWriter()
        self.dealer = BytesWriter()
        self.hand_number = BytesWriter()
        self.game = BytesWriter()
        self.scores = BytesWriter()
        self.wins = BytesWriter()
        self.hand = BytesWriter()
        self.trump = BytesWriter()
        self.leader = BytesWriter()
        self.trick = BytesWriter()
        self.tricks = BytesWriter()
        self.played = BytesWriter()
        self.voids = BytesWriter()
        self.bids = BytesWriter()
        self.bags = BytesWriter()
        self.jacks = BytesWriter()
        self.broken = BytesWriter()
        # In the order of the wire.
        self.written: list[BytesWriter] = [getattr(self, column.name) for column in columns_of(rules)]

    def __len__(self) -> int:
        """The rows gathered so far."""
        return self.rows

    def add(self, game: Game, seat_id: i64, number: int, attempt: int, move_us: int, bank_us: int) -> None:
        """Add the open decision of *game*, which is one of the batch's variant; times in microseconds."""
        self.rows += 1
        write_i64_le(self.seat_id, seat_id)
        write_i32_le(self.number, number)
        self.attempt.append(attempt)
        write_i32_le(self.move_us, move_us if move_us < LONGEST_US else LONGEST_US)
        write_i32_le(self.bank_us, bank_us if bank_us < LONGEST_US else LONGEST_US)
        self.kind.append(game.kind)
        write_i64_le(self.legal, game.open)
        self.add_hand(game)
        self.add_players(game)
        if self.is_spades:
            self.add_bids(game)

    def add_hand(self, game: Game) -> None:
        """What there is once in a hand."""
        own: i64 = game.to_act
        hand = game.hand
        self.seat.append(own)
        self.dealer.append(self.from_own(game, hand.dealer))
        write_i32_le(self.hand_number, hand.number)
        write_i16_le(self.game, hand.game)
        write_i64_le(self.hand, game.seats[own].cards if game.kind != Kind.BLIND else 0)
        trump = game.duties.trump
        self.trump.append((hand.trump if trump is None else trump) & BYTE)
        leader = hand.last_winner if hand.gathered else hand.leader
        self.leader.append(self.from_own(game, leader) if leader >= 0 else BYTE)

    def from_own(self, game: Game, seat: i64) -> i64:
        """A seat as a player: how many turns it is from the one that is asked."""
        turns: i64 = seat - game.to_act
        return turns if turns >= 0 else turns + game.count

    def add_players(self, game: Game) -> None:
        """What there is of each player, the row's own seat first."""
        number: i64 = game.to_act
        gathered: i64 = game.hand.gathered
        for _ in range(game.count):
            seat: Seat = game.seats[number]
            write_i32_le(self.scores, int(seat.score))
            self.wins.append(seat.wins)
            self.trick.append(seat.card(gathered, gathered) & BYTE)
            self.tricks.append(seat.tricks)
            write_i64_le(self.played, seat.played(self.layout))
            self.voids.append(self.suits_of(seat.lacks) if seat.lacks else 0)
            number = game.left_of(number)

    def suits_of(self, lacks: i64) -> i64:
        """The suits that a player is out of, a bit each."""
        suits: i64 = 0
        bit: i64 = 1
        for suit in range(4):
            if lacks & self.layout.suits[suit]:
                suits |= bit
            bit += bit
        return suits

    def add_bids(self, game: Game) -> None:
        """What only spades has."""
        self.broken.append(1 if game.broken else 0)
        number: i64 = game.to_act
        for _ in range(game.count):
            seat: Seat = game.seats[number]
            self.bids.append(seat.bid if seat.bid else BYTE)
            self.bags.append(seat.bags)
            jacks: i64 = 0
            bit: i64 = 2
            for jack in JACKS:
                if seat.taken & self.layout.bit[jack]:
                    jacks |= bit
                bit += bit
            self.jacks.append(jacks)
            number = game.left_of(number)

    def take(self) -> bytes:
        """The batch: header and arrays. Gathering begins again."""
        parts = [HEADER.pack(VERSION, VARIANT_NUMBERS[self.rules.name], self.rows)]
        for writer in self.written:
            array = writer.getvalue()
            parts += [array, padding(len(array))]
            writer.truncate(0)
        self.rows = 0
        return b"".join(parts)
