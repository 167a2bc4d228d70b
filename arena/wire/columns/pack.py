"""Pack open decisions into the columns of a batch, from the integers of the rules core.

A row contains only facts that its seat may know (`arena/rules/games/view.py`). Mypyc compiles this file with the rules
core, so that each `write_` and `append` is a store into a buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le

from arena.rules import (
    CARD_CODES,
    CARD_MASK,
    NO_SUIT,
    NOBODY,
    Game,
    GameOverError,
    Kind,
    KittySeenBy,
    Layout,
    Rules,
    Seat,
    layout_of,
    number_of,
    partner_of,
)
from arena.rules.native import i16, i32, u8
from arena.wire.columns.frame import HEADER, MAX_ROWS, padding
from arena.wire.columns.layout import VERSION, columns_of

if TYPE_CHECKING:
    from mypy_extensions import i64

LONGEST_US: Final = 2147483647  # also stands for any longer time
NONE: Final = 255  # -1 in one byte
BYTE: Final = 8  # bits
D: Final = 2  # bits of suits: diamonds, clubs, hearts
C: Final = 4
H: Final = 8
FOUR: Final = 4  # players, whose bytes are one 32-bit word


class Columns:
    """The rows of one variant's batch. Each column of `columns_of` has a writer: the attribute of its name."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final[Rules] = rules
        self.layout: Final[Layout] = layout_of(rules.deck)
        self.is_spades: bool = rules.bids is not None
        self.always_trump: i64 = NO_SUIT if rules.tricks.trump is None else rules.tricks.trump
        # Shifts that move a card to its suit's bit, without a branch that the processor would mispredict.
        self.jack_to_d: i64 = to_suit(1, CARD_CODES["JD"], self.layout)
        self.jack_to_c: i64 = to_suit(2, CARD_CODES["JC"], self.layout)
        self.jack_to_h: i64 = to_suit(3, CARD_CODES["JH"], self.layout)
        self.rows: i64 = 0
        self.seat_id: Final = BytesWriter()
        self.number: Final = BytesWriter()
        self.attempt: Final = BytesWriter()
        self.move_us: Final = BytesWriter()
        self.bank_us: Final = BytesWriter()
        self.kind: Final = BytesWriter()
        self.legal: Final = BytesWriter()
        self.seat: Final = BytesWriter()
        self.dealer: Final = BytesWriter()
        self.hand_number: Final = BytesWriter()
        self.game: Final = BytesWriter()
        self.scores: Final = BytesWriter()
        self.wins: Final = BytesWriter()
        self.hand: Final = BytesWriter()
        self.trump: Final = BytesWriter()
        self.leader: Final = BytesWriter()
        self.trick: Final = BytesWriter()
        self.tricks: Final = BytesWriter()
        self.played: Final = BytesWriter()
        self.voids: Final = BytesWriter()
        self.bids: Final = BytesWriter()
        self.bags: Final = BytesWriter()
        self.jacks: Final = BytesWriter()
        self.broken: Final = BytesWriter()
        self.least: Final = BytesWriter()
        self.most: Final = BytesWriter()
        self.step: Final = BytesWriter()
        self.count: Final = BytesWriter()
        self.passed: Final = BytesWriter()
        self.declarer: Final = BytesWriter()
        self.bid: Final = BytesWriter()
        self.melds: Final = BytesWriter()
        self.shown: Final = BytesWriter()
        self.won: Final = BytesWriter()
        self.kitty: Final = BytesWriter()
        self.laid: Final = BytesWriter()
        self.got: Final = BytesWriter()
        self.pot: Final = BytesWriter()
        # In wire order: each column's writer, and its bytes per row.
        self.written: Final[list[tuple[BytesWriter, int]]] = [
            (getattr(self, column.name), column.width) for column in columns_of(rules)
        ]

    def __len__(self) -> int:
        """Return the number of rows that were added and not yet taken."""
        return self.rows

    def add(self, game: Game, seat_id: i64, number: i64, attempt: i64, move_us: i64, bank_us: i64) -> None:
        """Add a row with the open decision of *game*. Raises `GameOverError` if no decision is open.

        *seat_id*: below 2**63. *number*: the decision's, counted per seat from 1. *attempt*: the number of rejected
        answers. *move_us*, *bank_us*: time left for the decision and in the bank, in microseconds.
        """
        if game.kind == Kind.NONE:
            raise GameOverError("the game is over: there is no decision to pack")
        self.rows += 1
        write_i64_le(self.seat_id, seat_id)
        write_i32_le(self.number, i32(number))
        self.attempt.append(u8(attempt))
        write_i32_le(self.move_us, i32(at_most(LONGEST_US, move_us)))
        write_i32_le(self.bank_us, i32(at_most(LONGEST_US, bank_us)))
        self.kind.append(u8(game.kind))
        self.add_hand(game)
        self.add_players(game)
        if self.is_spades:
            write_i64_le(self.legal, game.open)
            self.broken.append(u8(1 if game.broken else 0))
        else:
            self.add_legal(game)
            self.add_contract(game)
            self.add_melds(game)
            self.add_exchange(game)

    def add_hand(self, game: Game) -> None:
        """Append the columns that have one value per row in every variant: seat, dealer, cards, trump, leader."""
        own: i64 = game.to_act
        hand = game.hand
        self.seat.append(u8(own))
        self.dealer.append(u8(player(game, hand.dealer)))
        write_i32_le(self.hand_number, i32(hand.number))
        write_i16_le(self.game, i16(hand.game))
        cards: i64 = 0
        if game.kind != Kind.BLIND:
            cards = game.seats[own].cards
        write_i64_le(self.hand, cards)
        trump: i64 = self.always_trump
        if trump == NO_SUIT:
            trump = hand.trump
        self.trump.append(u8(trump & NONE))
        leader: i64 = NONE
        if game.kind == Kind.PLAY:
            leader = player(game, game.leader)
        self.leader.append(u8(leader))

    def add_players(self, game: Game) -> None:
        """Append the columns that have one value per player, clockwise from the seat to act."""
        number: i64 = game.to_act
        place: i64 = game.hand.place
        count: i64 = game.count
        wins: i64 = 0
        trick: i64 = 0
        tricks: i64 = 0
        voids: i64 = 0
        bids: i64 = 0
        bags: i64 = 0
        jacks: i64 = 0
        shift: i64 = 0
        for _turn in range(count):
            seat: Seat = game.seats[number]
            write_i32_le(self.scores, i32(seat.score))
            played: i64 = 0
            if seat.cards_at_play:
                played = seat.cards_at_play - seat.cards
            write_i64_le(self.played, played)
            wins |= seat.wins << shift
            trick |= ((((seat.line >> place) & CARD_MASK) - 1) & NONE) << shift
            tricks |= seat.tricks << shift
            voids |= seat.lacks << shift
            if self.is_spades:
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
        write_each(self.wins, wins, count)
        write_each(self.trick, trick, count)
        write_each(self.tricks, tricks, count)
        write_each(self.voids, voids, count)
        if self.is_spades:
            write_each(self.bids, bids, count)
            write_each(self.bags, bags, count)
            write_each(self.jacks, jacks, count)

    def jacks_of(self, cards: i64) -> i64:
        """Return the jacks of diamonds, clubs and hearts in the card set *cards*, as bits 1, 2 and 3."""
        return ((cards >> self.jack_to_d) & D) | ((cards >> self.jack_to_c) & C) | ((cards >> self.jack_to_h) & H)

    def add_legal(self, game: Game) -> None:
        """Append the columns with the legal answers of a pinochle decision."""
        if game.open:  # decisions of this kind list their legal actions
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
        """Append the columns of the auction: declarer, highest bid, each player's bid and pass."""
        hand = game.hand
        declarer: i64 = NONE
        if hand.declarer != NOBODY:
            declarer = player(game, hand.declarer)
        self.declarer.append(u8(declarer))
        write_i16_le(self.bid, hand.bid)
        number: i64 = game.to_act
        for _turn in range(game.count):
            seat: Seat = game.seats[number]
            bid: i64 = -1
            if seat.bid or seat.passed:
                bid = seat.bid
            write_i16_le(self.bids, i16(bid))
            self.passed.append(u8(1 if seat.passed else 0))
            number = game.left_of(number)

    def add_melds(self, game: Game) -> None:
        """Append the columns of the melds, and of the cards in won tricks, without cards laid away."""
        hand = game.hand
        exchanged = game.rules.exchange is not None
        number: i64 = game.to_act
        for _turn in range(game.count):
            seat: Seat = game.seats[number]
            after: i64 = number - hand.declarer
            if after < 0:
                after += game.count
            melded: i64 = -1
            if after < hand.laid:
                melded = seat.melded
            write_i16_le(self.melds, i16(melded))
            write_i64_le(self.shown, seat.shown)
            won: i64 = seat.taken - seat.laid if exchanged else seat.taken
            write_i64_le(self.won, won)
            number = game.left_of(number)

    def add_exchange(self, game: Game) -> None:
        """Append the columns of the pot, and of the exchanged cards that the seat to act knows."""
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
            write_i32_le(self.pot, i32(game.pot))

    def take(self) -> bytes:
        """Remove and return at most `MAX_ROWS` rows as a serialised batch."""
        return b"".join(self.take_pieces(MAX_ROWS))

    def take_pieces(self, most: int) -> list[bytes]:
        """Remove at most *most* rows; return them as pieces of a serialised batch, the header first."""
        rows = min(self.rows, most)
        parts = [HEADER.pack(VERSION, number_of(self.rules.name), rows)]
        for writer, width in self.written:
            array = writer.getvalue()
            writer.truncate(0)
            if rows < self.rows:
                writer.write(array[width * rows :])
                array = array[: width * rows]
            parts += [array, padding(len(array))]
        self.rows -= rows
        return parts

    def drop(self, row: int) -> None:
        """Remove the row with index *row*, from 0."""
        for writer, width in self.written:
            array = writer.getvalue()
            writer.truncate(width * row)
            writer.write(array[width * (row + 1) :])
        self.rows -= 1


def to_suit(suit: int, card: int, layout: Layout) -> int:
    """Return by how many bits a card set must be shifted right to move *card* to the bit of *suit* (0 to 3)."""
    return layout.shift[card] - suit


def player(game: Game, seat: i64) -> i64:
    """Return how many turns after the seat to act *seat* comes, from 0."""
    turns: i64 = seat - game.to_act
    return turns if turns >= 0 else turns + game.count


def at_most(most: i64, time_us: i64) -> i64:
    """Return the lesser of *most* and *time_us*, both in microseconds."""
    return time_us if time_us < most else most


def write_each(writer: BytesWriter, packed: i64, count: i64) -> None:
    """Write the lowest *count* bytes of *packed*, one per player, the lowest first."""
    if count == FOUR:
        write_i32_le(writer, i32(packed))
    else:
        write_few(writer, packed, count)


def write_few(writer: BytesWriter, packed: i64, count: i64) -> None:
    """Write the lowest *count* bytes of *packed* one by one, the lowest first."""
    for _player in range(count):
        writer.append(u8(packed & NONE))
        packed >>= BYTE
