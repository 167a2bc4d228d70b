"""The moving state of a game: the seats, the open decision and the trick on the table, all native integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.hands.actions import Kind
from arena.rules.hands.hand import Hand
from arena.rules.hands.layout import Layout
from arena.rules.hands.seat import Seat
from arena.rules.rules import Rules, Tricks

if TYPE_CHECKING:
    from mypy_extensions import i64

NOBODY: Final = -1
MOST_SEATS: Final = 5


def turns(seats: int, out: int) -> list[i64]:
    """Seat -> who plays after it, when seat *out* (or `NOBODY`) plays no card. All tables share these lists."""
    after = [(seat + 1) % seats for seat in range(seats)]
    return [after[seat] if seat == out else seat for seat in after]


# By how many seats there are, and who plays no card: `NOBODY` is found at the end.
TURNS: Final = [[turns(seats, out) for out in (*range(seats), NOBODY)] for seats in range(MOST_SEATS + 1)]


class Table:
    """Everything the phases read and write. `to_act` is -1 and `kind` 0 when no decision is open."""

    def __init__(
        self,
        rules: Rules,
        seed: bytes | None,
        deals: list[bytes],
        layout: Layout,
        seating: list[int],
        hand: Hand,
    ) -> None:
        """*deals* are the shuffled decks of the first hands; the seed shuffles the rest."""
        self.rules: Rules = rules
        self.seed: bytes | None = seed
        self.deals: list[bytes] = deals
        self.ahead: bytes = b""  # the next hand's shuffled deck, where there was time for it
        self.layout: Layout = layout
        self.duties: Tricks = rules.tricks
        self.count: i64 = rules.seats
        self.after: list[i64] = TURNS[rules.seats][NOBODY]  # seat -> who plays after it to the trick on the table
        self.seating: list[int] = seating
        self.finished: list[Hand] = []
        self.hand: Hand = hand
        self.seats: list[Seat] = hand.seats
        self.game_hands: i64 = 0  # hands of this game, the open one included
        self.ended: str = ""
        self.pot: i64 = 0  # dollars in the kitty
        self.phase: i64 = 0
        self.to_act: i64 = NOBODY
        self.kind: i64 = Kind.NONE
        self.open: i64 = 0  # the listed actions that are legal now: a set of cards of the layout, or of `PLAIN`
        # The trick on the table.
        self.trumps: i64 = 0  # all cards of the trump suit, and of the suit led
        self.suited: i64 = 0
        self.led: i64 = 0  # the suit led, as a bit of `Seat.lacks`
        self.over: i64 = 0  # the cards that beat the best one so far in its own suit
        self.trumped: bool = False  # whether the best one is a trump
        self.winner: i64 = NOBODY
        self.leader: i64 = NOBODY
        self.trick: i64 = 0
        self.broken: bool = False

    def left_of(self, seat: i64) -> i64:
        """The next seat in turn."""
        following: i64 = seat + 1
        if following == self.count:
            return 0
        return following

    def take_up(self, hand: Hand) -> None:
        """Put a hand on the table, with its seats."""
        self.hand = hand
        self.seats = hand.seats

    def ask(self, seat: i64, kind: i64, listed: i64) -> None:
        """Open a decision; *listed* holds its legal actions, where its kind lists them."""
        self.to_act = seat
        self.kind = kind
        self.open = listed

    def copy_to(self, other: Table) -> None:
        """Make *other*, which has the same rules and deals, and a copy of the hand, the same table."""
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
