"""Store the log of one hand, from which records and replays are made."""

from __future__ import annotations

from typing import Final

from arena.rules.hands.actions import CARD_BITS, Kind
from arena.rules.hands.packed import unpack, varint
from arena.rules.hands.seat import LINE, NO_CARD, Seat
from arena.rules.native import i64, mypyc_attr

# Acts of the arena in `said`, next to decisions: numbers above all kinds of decision.
KITTY_TAKEN: Final = 16
MELDED: Final = 17
KITTY_TURNED: Final = 18

# An entry of `said` is one number: the seat in the lowest bits, then the kind, then the action.
SEAT_BITS: Final = 3
SEAT_MASK: Final = 7
KIND_BITS: Final = 5
KIND_MASK: Final = 31

# A shared default: assign a new list instead of appending to it.
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
    """One hand: deck, decisions before the play, tricks and result. Its seats store the plays and scores.

    Copies of a game share a hand after it has an `outcome` and the next hand has begun. `declarer`, `bid` and `trump`
    are -1 if the hand does not have them.
    """

    def __init__(self, number: int, game: int, dealer: int, deck: bytes, seats: list[Seat]) -> None:
        """Begin hand *number*, counted from 0 through a series, in *game*, also from 0; *deck*: shuffled card codes."""
        self.number: int = number
        self.game: int = game
        self.dealer: int = dealer
        self.deck: bytes = deck
        self.seats: list[Seat] = seats
        self.blind: i64 = 0  # the seats that may bid blind and are asked so, one bit each
        self.first_event: int = 0  # number of events that each seat had seen before this hand
        self.said: bytes = b""  # decisions and acts before the play, as packed entries
        self.sayings: i64 = 0  # number of entries of `said`
        self.laid: int = 0  # number of seats that laid melds, clockwise from the declarer
        self.kitty: i64 = 0  # cards of the kitty that were turned up or taken
        self.leader: int = -1
        self.sits_out: i64 = -1  # the seat that plays no card to the first trick; -1 if all do
        self.gathered: i64 = 0  # number of finished tricks
        self.won: i64 = 0  # winners of the finished tricks, three bits each, the last winner in the lowest bits
        self.place: i64 = 0  # bit position of the open trick's card in each `Seat.line`
        self.declarer: int = -1
        self.bid: int = -1
        self.trump: int = -1
        self.outcome: str = OPEN
        self.pot: int = 0  # dollars in the kitty after the hand
        self.broke: bool = False  # whether a player has no money left
        self.game_winners: list[int] = NO_NUMBERS  # seats that won the game, if it ended with this hand

    def say(self, seat: i64, kind: i64, action: i64) -> None:
        """Log a decision other than a play, or an act of the arena; *kind*: of `Kind`, or such as `MELDED`."""
        self.said = self.said + varint((((action << KIND_BITS) | kind) << SEAT_BITS) | seat)
        self.sayings += 1

    def gather(self, winner: i64) -> None:
        self.won = (self.won << SEAT_BITS) | winner
        self.gathered += 1
        self.place += CARD_BITS
        if self.gathered == LINE:
            self.place = 0
            for seat in self.seats:
                seat.first_line = seat.line
                seat.line = 0

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
        """Whether the hand has an outcome, after which no decision follows."""
        return self.outcome != OPEN

    @property
    def scores(self) -> list[int]:
        """Each seat's score after the hand."""
        return [int(seat.score) for seat in self.seats]

    @property
    def points(self) -> list[int]:
        """Each seat's points in tricks, known after the hand is over."""
        return [int(seat.points) for seat in self.seats]

    @property
    def deltas(self) -> list[int]:
        """The change of each seat's score by this hand."""
        return [int(seat.delta) for seat in self.seats]

    @property
    def bags(self) -> list[int]:
        return [int(seat.bags) for seat in self.seats]

    def entries(self) -> list[tuple[int, int, int]]:
        """Return the decisions and acts before the play, in order: (seat, kind, action)."""
        return [
            (entry & SEAT_MASK, (entry >> SEAT_BITS) & KIND_MASK, entry >> (SEAT_BITS + KIND_BITS))
            for entry in unpack(self.said)
        ]

    def decisions(self) -> list[tuple[int, int, int]]:
        """Return all decisions in order, including plays: (seat, kind, action)."""
        decided = [entry for entry in self.entries() if entry[1] < KITTY_TAKEN]
        for trick in self.tricks():
            decided += [(seat, Kind.PLAY, card) for seat, card in trick]
        return decided

    def gap(self) -> int:
        """Return the sitting-out seat's place in the first trick, from 0 for the leader; `NO_GAP` if all play."""
        return NO_GAP if self.sits_out < 0 else (self.sits_out - self.leader) % len(self.seats)

    @property
    def last_winner(self) -> i64:
        """The winner of the last finished trick."""
        return self.won & SEAT_MASK

    def winner(self, trick: int) -> int:
        """Return the winner of a finished trick; *trick*: from 0."""
        return (self.won >> (SEAT_BITS * (self.gathered - 1 - trick))) & SEAT_MASK

    @property
    def winners(self) -> list[int]:
        """The winners of all finished tricks, in order."""
        return [self.winner(trick) for trick in range(self.gathered)]

    def led_by(self, trick: int) -> int:
        """Return the leader of a trick; *trick*: from 0."""
        return self.winner(trick - 1) if trick else self.leader

    def card(self, seat: int, trick: int) -> int:
        """Return the card that *seat* played to a trick, or `NO_CARD`; *trick*: from 0."""
        return self.seats[seat].card(trick, self.gathered)

    def played(self) -> int:
        """Return the number of cards played so far."""
        on_table = sum([1 for seat in self.seats if seat.card(self.gathered, self.gathered) != NO_CARD])
        before: int = self.gathered * len(self.seats)
        return before + on_table - (1 if before and self.sits_out >= 0 else 0)

    def tricks(self) -> list[list[tuple[int, int]]]:
        """Return the tricks in order, the open one last; each has (seat, card) for its plays in order."""
        seats = len(self.seats)
        tricks = []
        for trick in range(self.gathered + 1):
            turns = [(self.led_by(trick) + place) % seats for place in range(seats)]
            cards = [(seat, self.card(seat, trick)) for seat in turns]
            tricks.append([(seat, card) for seat, card in cards if card != NO_CARD])
        return [trick for trick in tricks if trick]
