"""The log of one hand, the source of records and replays."""

from __future__ import annotations

from typing import Final

from arena.rules.hands.actions import CARD_BITS, Kind
from arena.rules.hands.packed import unpack, varint
from arena.rules.hands.seat import LINE, NO_CARD, Seat
from arena.rules.native import i64, mypyc_attr

# The server's own acts in `said`, numbered above all kinds of decision.
KITTY_TAKEN: Final = 16
MELDED: Final = 17
KITTY_TURNED: Final = 18

# An entry of `said` is one number: the seat, the kind, and above them the action.
SEAT_BITS: Final = 3
SEAT_MASK: Final = 7
KIND_BITS: Final = 5
KIND_MASK: Final = 31

# A shared default, so nothing may be appended to it: such lists are replaced as a whole.
NO_NUMBERS: Final[list[int]] = []

NO_GAP: Final = 1000

OPEN: Final = ""
SCORED: Final = "scored"
MADE: Final = "made"
SET: Final = "set"
NO_ROYAL_MARRIAGE: Final = "no_royal_marriage"
PASSED_OUT: Final = "passed_out"
THROWN_IN: Final = "thrown_in"
CONCEDED: Final = "conceded"
SINGLE_SET: Final = "single_set"
DOUBLE_SET: Final = "double_set"


@mypyc_attr(acyclic=True)
class Hand:
    """One hand; its seats have the plays and the score sheet.

    Copies of a game share it after `outcome` is set and the next hand has begun. `declarer`, `bid` and `trump` are -1
    if the hand does not have them.
    """

    def __init__(self, number: int, game: int, dealer: int, deck: bytes, seats: list[Seat]) -> None:
        """Begin hand *number* (counted over a series) of *game* with a shuffled *deck*."""
        self.number: int = number
        self.game: int = game
        self.dealer: int = dealer
        self.deck: bytes = deck
        self.seats: list[Seat] = seats
        self.blind: i64 = 0  # the seats that are asked `blind`, one bit each
        self.first_event: int = 0  # events that every seat had seen before this hand
        self.said: bytes = b""  # packed acts before the play
        self.sayings: i64 = 0  # number of entries of `said`
        self.laid: int = 0  # seats that laid melds, counted from the declarer
        self.kitty: i64 = 0  # cards of the kitty that were turned up or taken
        self.leader: int = -1
        self.sits_out: i64 = -1  # the seat that plays no card to the first trick; -1 if all do
        self.gathered: i64 = 0  # number of finished tricks
        self.won: i64 = 0  # their winners, three bits each, the last one lowest
        self.place: i64 = 0  # position of the open trick's cards in the seats' lines
        self.declarer: int = -1
        self.bid: int = -1
        self.trump: int = -1
        self.outcome: str = OPEN
        self.pot: int = 0  # dollars in the kitty after the hand
        self.broke: bool = False  # whether a player could not pay in full
        self.game_winners: list[int] = NO_NUMBERS  # the winners, if a game ended with this hand

    def say(self, seat: i64, kind: i64, action: i64) -> None:
        """Log a decision other than a play, or a server's act."""
        self.said = self.said + varint((((action << KIND_BITS) | kind) << SEAT_BITS) | seat)
        self.sayings += 1

    def gather(self, winner: i64) -> None:
        self.won = (self.won << SEAT_BITS) | winner
        self.gathered += 1
        self.place += CARD_BITS
        if self.gathered == LINE:
            self.place = 0
            for seat in self.seats:
                seat.turn_line()

    def copy(self) -> Hand:
        other = Hand(self.number, self.game, self.dealer, self.deck, [seat.copy() for seat in self.seats])
        other.blind = self.blind
        other.first_event = self.first_event
        other.said = self.said
        other.sayings = self.sayings
        other.laid = self.laid
        other.kitty = self.kitty
        other.leader = self.leader
        other.sits_out = self.sits_out
        other.gathered = self.gathered
        other.won = self.won
        other.place = self.place
        other.declarer = self.declarer
        other.bid = self.bid
        other.trump = self.trump
        other.outcome = self.outcome
        other.pot = self.pot
        other.broke = self.broke
        other.game_winners = self.game_winners
        return other

    @property
    def is_over(self) -> bool:
        """Whether it has an outcome; then no decision follows."""
        return self.outcome != OPEN

    @property
    def scores(self) -> list[int]:
        """The seats' scores after the hand."""
        return [int(seat.score) for seat in self.seats]

    @property
    def points(self) -> list[int]:
        """The seats' points in tricks, after the hand is over."""
        return [int(seat.points) for seat in self.seats]

    @property
    def deltas(self) -> list[int]:
        """The hand's change of each seat's score."""
        return [int(seat.delta) for seat in self.seats]

    @property
    def bags(self) -> list[int]:
        return [int(seat.bags) for seat in self.seats]

    def entries(self) -> list[tuple[int, int, int]]:
        """Return the acts before the play, in order: (seat, kind, action)."""
        return [
            (entry & SEAT_MASK, (entry >> SEAT_BITS) & KIND_MASK, entry >> (SEAT_BITS + KIND_BITS))
            for entry in unpack(self.said)
        ]

    def decisions(self) -> list[tuple[int, int, int]]:
        """Return every decision, plays included, in order: (seat, kind, action)."""
        decided = [entry for entry in self.entries() if entry[1] < KITTY_TAKEN]
        for trick in self.tricks():
            decided += [(seat, Kind.PLAY, card) for seat, card in trick]
        return decided

    def gap(self) -> int:
        """Return the first-trick position of the seat that sits out, or `NO_GAP`."""
        return NO_GAP if self.sits_out < 0 else (self.sits_out - self.leader) % len(self.seats)

    @property
    def last_winner(self) -> i64:
        """The winner of the last complete trick."""
        return self.won & SEAT_MASK

    def winner(self, trick: int) -> int:
        """Return the winner of a complete trick, counted from 0."""
        return (self.won >> (SEAT_BITS * (self.gathered - 1 - trick))) & SEAT_MASK

    @property
    def winners(self) -> list[int]:
        """The winners of the complete tricks."""
        return [self.winner(trick) for trick in range(self.gathered)]

    def led_by(self, trick: int) -> int:
        """Return the leader of a trick, counted from 0."""
        return self.winner(trick - 1) if trick else self.leader

    def card(self, seat: int, trick: int) -> int:
        """Return a seat's card in a trick, or `NO_CARD`."""
        return self.seats[seat].card(trick, self.gathered)

    def played(self) -> int:
        """Return the number of played cards."""
        on_table = sum([1 for seat in self.seats if seat.card(self.gathered, self.gathered) != NO_CARD])
        before: int = self.gathered * len(self.seats)
        return before + on_table - (1 if before and self.sits_out >= 0 else 0)

    def tricks(self) -> list[list[tuple[int, int]]]:
        """Return the tricks, the open one last: (seat, card) in order."""
        seats = len(self.seats)
        tricks = []
        for trick in range(self.gathered + 1):
            turns = [(self.led_by(trick) + place) % seats for place in range(seats)]
            cards = [(seat, self.card(seat, trick)) for seat in turns]
            tricks.append([(seat, card) for seat, card in cards if card != NO_CARD])
        return [trick for trick in tricks if trick]
