"""Packs open decisions into columns, one row each, straight from the native integers of the table.

A row holds only what its seat may know (`arena/rules/view.py`): the tests build the same row from the seat's view.
mypyc compiles this file with the rules core; every `write_` and `append` is then a store into a buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le

from arena.rules.actions import CARD_MASK, Kind
from arena.rules.cards import CODES, NO_SUIT
from arena.rules.errors import GameOver
from arena.rules.game import Game
from arena.rules.layout import Layout, layout_of
from arena.rules.rules import KittySeenBy, Rules
from arena.rules.seat import Seat
from arena.rules.sides import partner_of
from arena.rules.table import NOBODY
from arena.wire.columns.frame import HEADER, padding
from arena.wire.columns.layout import VARIANT_NUMBERS, VERSION, columns_of

if TYPE_CHECKING:
    from mypy_extensions import i64

LONGEST_US: Final = 2147483647
NONE: Final = 255  # -1 in one byte
BYTE: Final = 8  # bits
SIGN: Final = 0x80000000


class Columns:
    """A batch being gathered, for one variant: a writer for each of its columns (`columns_of`), by its name."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.layout: Layout = layout_of(rules.deck)
        self.always_trump: int = NO_SUIT if rules.tricks.trump is None else rules.tricks.trump
        # Native integers: to read a list is to unbox what is in it, for each player of each row.
        self.spades: i64 = self.layout.suits[0]
        self.diamonds: i64 = self.layout.suits[1]
        self.clubs: i64 = self.layout.suits[2]
        self.hearts: i64 = self.layout.suits[3]
        self.jack_of_diamonds: i64 = self.layout.bit[CODES["JD"]]
        self.jack_of_clubs: i64 = self.layout.bit[CODES["JC"]]
        self.jack_of_hearts: i64 = self.layout.bit[CODES["JH"]]
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
        self.least = BytesWriter()
        self.most = BytesWriter()
        self.step = BytesWriter()
        self.count = BytesWriter()
        self.passed = BytesWriter()
        self.declarer = BytesWriter()
        self.bid = BytesWriter()
        self.melds = BytesWriter()
        self.shown = BytesWriter()
        self.won = BytesWriter()
        self.kitty = BytesWriter()
        self.laid = BytesWriter()
        self.got = BytesWriter()
        self.pot = BytesWriter()
        # In the order of the wire.
        self.written: list[BytesWriter] = [getattr(self, column.name) for column in columns_of(rules)]

    def __len__(self) -> int:
        """The rows gathered so far."""
        return self.rows

    def add(self, game: Game, seat_id: i64, number: int, attempt: int, move_us: int, bank_us: int) -> None:
        """Add the open decision of *game*, which is one of the batch's variant; times in microseconds.

        *seat_id* is below 2**63. `GameOver` when nothing is open.
        """
        if game.kind == Kind.NONE:
            raise GameOver("the game is over: there is no decision to pack")
        self.rows += 1
        write_i64_le(self.seat_id, seat_id)
        write_i32_le(self.number, number)
        self.attempt.append(attempt)
        write_i32_le(self.move_us, move_us if move_us < LONGEST_US else LONGEST_US)
        write_i32_le(self.bank_us, bank_us if bank_us < LONGEST_US else LONGEST_US)
        self.kind.append(int(game.kind))
        self.add_hand(game)
        self.add_players(game)
        if game.rules.auction is None:
            write_i64_le(self.legal, game.open)
            self.add_bids(game)
        else:
            self.add_legal(game)
            self.add_contract(game)
            self.add_melds(game)
            self.add_exchange(game)

    def add_hand(self, game: Game) -> None:
        """What there is once, in every variant."""
        own: i64 = game.to_act
        hand = game.hand
        self.seat.append(int(own))
        self.dealer.append(int(player(game, hand.dealer)))
        write_i32_le(self.hand_number, hand.number)
        write_i16_le(self.game, hand.game)
        cards: i64 = 0
        if game.kind != Kind.BLIND:
            cards = game.seats[own].cards
        write_i64_le(self.hand, cards)
        trump: int = hand.trump if self.always_trump == NO_SUIT else self.always_trump
        self.trump.append(trump & NONE)
        if game.kind == Kind.PLAY:
            leader: i64 = hand.leader
            if hand.gathered:
                leader = hand.last_winner
            self.leader.append(int(player(game, leader)))
        else:
            self.leader.append(NONE)

    def add_players(self, game: Game) -> None:
        """What there is of each player in every variant, the row's own seat first."""
        number: i64 = game.to_act
        place: i64 = game.hand.place
        count: i64 = game.count
        wins: i64 = 0
        trick: i64 = 0
        tricks: i64 = 0
        voids: i64 = 0
        shift: i64 = 0
        for _turn in range(count):
            seat: Seat = game.seats[number]
            write_i32_le(self.scores, int(seat.score))
            played: i64 = 0
            if seat.held:
                played = seat.held - seat.cards
            write_i64_le(self.played, played)
            wins |= seat.wins << shift
            trick |= ((((seat.line >> place) & CARD_MASK) - 1) & NONE) << shift
            tricks |= seat.tricks << shift
            if seat.lacks:
                voids |= self.suits_of(seat.lacks) << shift
            shift += BYTE
            number += 1
            if number == count:
                number = 0
        write_each(self.wins, wins, count)
        write_each(self.trick, trick, count)
        write_each(self.tricks, tricks, count)
        write_each(self.voids, voids, count)

    def add_bids(self, game: Game) -> None:
        """What there is in spades."""
        self.broken.append(1 if game.broken else 0)
        number: i64 = game.to_act
        count: i64 = game.count
        bids: i64 = 0
        bags: i64 = 0
        jacks: i64 = 0
        shift: i64 = 0
        for _turn in range(count):
            seat: Seat = game.seats[number]
            bid: i64 = seat.bid
            if not bid:
                bid = NONE
            bids |= bid << shift
            bags |= seat.bags << shift
            jacks |= self.jacks_of(seat.taken) << shift
            shift += BYTE
            number += 1
            if number == count:
                number = 0
        write_each(self.bids, bids, count)
        write_each(self.bags, bags, count)
        write_each(self.jacks, jacks, count)

    def suits_of(self, cards: i64) -> i64:
        """The suits of some cards, a bit each."""
        suits: i64 = 0
        if cards & self.spades:
            suits = 1
        if cards & self.diamonds:
            suits |= 2
        if cards & self.clubs:
            suits |= 4
        if cards & self.hearts:
            suits |= 8
        return suits

    def jacks_of(self, cards: i64) -> i64:
        """The jacks of D, C and H among some cards, at their suits' bits."""
        jacks: i64 = 0
        if cards & self.jack_of_diamonds:
            jacks = 2
        if cards & self.jack_of_clubs:
            jacks |= 4
        if cards & self.jack_of_hearts:
            jacks |= 8
        return jacks

    def add_legal(self, game: Game) -> None:
        """The legal answers in pinochle."""
        if game.open:  # it is listed
            write_i64_le(self.legal, game.open)
            write_i16_le(self.least, 0)
            write_i16_le(self.most, 0)
            self.step.append(0)
            self.count.append(0)
            return
        legal = game.legal()
        bidding = legal.kind == Kind.AUCTION
        write_i64_le(self.legal, 1 if legal.may_pass or legal.may_concede else 0)
        write_i16_le(self.least, legal.least)
        write_i16_le(self.most, legal.most if bidding else 0)
        self.step.append(legal.step if bidding else 0)
        self.count.append(legal.count)

    def add_contract(self, game: Game) -> None:
        """The auction and who won it."""
        hand = game.hand
        self.declarer.append(int(player(game, hand.declarer)) if hand.declarer != NOBODY else NONE)
        write_i16_le(self.bid, hand.bid)
        number: i64 = game.to_act
        for _turn in range(game.count):
            seat: Seat = game.seats[number]
            write_i16_le(self.bids, int(seat.bid) if seat.bid else 0 if seat.passed else -1)
            self.passed.append(1 if seat.passed else 0)
            number = game.left_of(number)

    def add_melds(self, game: Game) -> None:
        """The melds, and the tricks won but for what was laid away to them."""
        hand = game.hand
        exchanged = game.rules.exchange is not None
        number: i64 = game.to_act
        for _turn in range(game.count):
            seat: Seat = game.seats[number]
            after: i64 = number - hand.declarer
            if after < 0:
                after += game.count
            write_i16_le(self.melds, int(seat.melded) if after < hand.laid else -1)
            write_i64_le(self.shown, seat.shown)
            write_i64_le(self.won, seat.taken - seat.laid if exchanged else seat.taken)
            number = game.left_of(number)

    def add_exchange(self, game: Game) -> None:
        """The cards that this seat alone, or with its partner or the declarer, knows; and the pot."""
        rules = game.rules
        own: i64 = game.to_act
        exchange = rules.exchange
        if exchange is not None:
            seen: i64 = 0
            if exchange.kitty_seen_by is KittySeenBy.ALL or own == game.hand.declarer:
                seen = game.hand.kitty
            write_i64_le(self.kitty, seen)
        if exchange is not None or rules.giving is not None:
            write_i64_le(self.laid, game.seats[own].laid)
        if rules.giving is not None:
            write_i64_le(self.got, game.seats[partner_of(rules, own)].laid)
        if rules.chips is not None:
            write_i32_le(self.pot, int(game.pot))

    def take(self) -> bytes:
        """The batch: header and arrays. Gathering begins again."""
        parts = [HEADER.pack(VERSION, VARIANT_NUMBERS[self.rules.name], self.rows)]
        for writer in self.written:
            array = writer.getvalue()
            parts += [array, padding(len(array))]
            writer.truncate(0)
        self.rows = 0
        return b"".join(parts)


def player(game: Game, seat: i64) -> i64:
    """A seat as a player: how many turns it comes after the one that is asked."""
    turns: i64 = seat - game.to_act
    return turns if turns >= 0 else turns + game.count


def write_each(writer: BytesWriter, packed: i64, count: i64) -> None:
    """A byte for each of so many players, the first one lowest in *packed*: one write where they are four."""
    if count == 4:
        write_i32_le(writer, int((packed ^ SIGN) - SIGN))
        return
    for _player in range(count):
        writer.append(int(packed & NONE))
        packed >>= BYTE
