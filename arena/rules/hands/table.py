"""Store the changing state of a game: seats, open decision and trick, in native integers."""

from __future__ import annotations

from typing import Final

from arena.rules.hands.actions import Kind
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import Layout
from arena.rules.hands.seat import Seat
from arena.rules.native import i64
from arena.rules.rules import Rules, Tricks

NOBODY: Final = -1
MAX_SEATS: Final = 5


def turns(seats: int, out: int) -> list[i64]:
    """Return the next player after each seat; *out*: a seat that is skipped, or `NOBODY`."""
    after = [(seat + 1) % seats for seat in range(seats)]
    return [after[seat] if seat == out else seat for seat in after]


# Index: number of seats, then the seat that is skipped. `NOBODY` is -1, the last index. All tables share these lists.
TURNS: Final = [[turns(seats, out) for out in (*range(seats), NOBODY)] for seats in range(MAX_SEATS + 1)]


class Table:
    """The state of a game that the phases read and write."""

    def __init__(
        self, rules: Rules, seed: bytes | None, deals: list[bytes], layout: Layout, seating: list[int], hand: Hand
    ) -> None:
        """Create a table; *deals*: shuffled decks of the first hands. The seed shuffles all later decks."""
        self.rules: Rules = rules
        self.seed: bytes | None = seed
        self.deals: list[bytes] = deals
        self.ahead: bytes = b""  # the deck of the next hand, if already shuffled
        self.layout: Layout = layout
        self.duties: Tricks = rules.tricks
        self.count: i64 = rules.seats
        self.after: list[i64] = TURNS[rules.seats][NOBODY]  # seat -> the next player to the trick on the table
        self.seating: list[int] = seating
        self.finished: list[Hand] = []
        self.hand: Hand = hand
        self.seats: list[Seat] = hand.seats
        self.game_hands: i64 = 0  # hands of this game, including the open one
        self.ended: str = ""
        self.pot: i64 = 0  # dollars in the kitty
        self.phase: i64 = 0
        self.to_act: i64 = NOBODY  # the seat that is asked; `NOBODY` if no decision is open
        self.kind: i64 = Kind.NONE
        self.open: i64 = 0  # the legal listed actions: a set of cards for a play, else of `PLAIN`
        # The trick on the table.
        self.trumps: i64 = 0  # all cards of the trump suit
        self.suited: i64 = 0  # all cards of the suit led
        self.led: i64 = 0  # the suit led, as a bit of `Seat.lacks`
        self.over: i64 = 0  # cards that beat the trick's best card so far and have its suit
        self.trumped: bool = False  # whether the best card so far is a trump
        self.winner: i64 = NOBODY
        self.leader: i64 = NOBODY
        self.trick: i64 = 0
        self.broken: bool = False

    def left_of(self, seat: i64) -> i64:
        following: i64 = seat + 1
        if following == self.count:
            return 0
        return following

    def take_up(self, hand: Hand) -> None:
        self.hand = hand
        self.seats = hand.seats

    def ask(self, seat: i64, kind: i64, listed: i64) -> None:
        """Open a decision; *listed*: the set of its legal actions, or 0 if they are not listed."""
        self.to_act = seat
        self.kind = kind
        self.open = listed

    def copy_to(self, other: Table) -> None:
        """Copy this state to *other*, which has the same rules and already a copy of the hand."""
        other.finished = self.finished.copy()
        other.game_hands = self.game_hands
        other.ended = self.ended
        other.pot = self.pot
        other.phase = self.phase
        other.to_act = self.to_act
        other.kind = self.kind
        other.open = self.open
        other.after = self.after
        other.trumps = self.trumps
        other.suited = self.suited
        other.led = self.led
        other.over = self.over
        other.trumped = self.trumped
        other.winner = self.winner
        other.leader = self.leader
        other.trick = self.trick
        other.broken = self.broken
