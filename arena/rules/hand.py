"""The log of one hand, from shuffle to score: small integers only, from which records, events and replays are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.actions import Kind
from arena.rules.melding import Laid

if TYPE_CHECKING:
    from mypy_extensions import i64

# What the server does stands between the decisions of `said`, above every kind of decision.
KITTY_TAKEN: Final = 16
MELDED: Final = 17
KITTY_TURNED: Final = 18

# Lists that are set whole when there is something in them; nothing is ever appended.
NO_NUMBERS: Final[list[int]] = []
NOTHING_LAID: Final[list[Laid]] = []

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


class Hand:
    """One hand. It is shared between copies of a game once `outcome` is set and the next hand has begun.

    `said` holds three integers for each thing said or done before the play: seat, kind, action. `declarer`, `bid` and
    `trump` are -1 where there is none. The score sheet (`points` to `bags`) is per seat and filled when the hand ends.
    """

    def __init__(self, number: int, game: int, dealer: int, deck: list[int]) -> None:
        """*deck* is shuffled; *number* counts across a series, *game* the games before this one."""
        self.number: int = number
        self.game: int = game
        self.dealer: int = dealer
        self.deck: list[int] = deck
        self.blind: i64 = 0  # the seats that are asked `blind`, a bit each
        self.first_event: int = 0  # how many events every seat had seen before this hand
        self.said: list[int] = []
        self.laid: list[Laid] = NOTHING_LAID
        self.leader: int = -1
        self.sits_out: i64 = -1  # the seat that plays no card to the first trick; -1 where all do
        self.plays: list[int] = []
        self.winners: list[int] = []
        self.declarer: int = -1
        self.bid: int = -1
        self.trump: int = -1
        self.outcome: str = OPEN
        self.points: list[int] = NO_NUMBERS
        self.deltas: list[int] = NO_NUMBERS
        self.scores: list[int] = NO_NUMBERS
        self.bags: list[int] = NO_NUMBERS
        self.pot: int = 0  # dollars in the kitty after the hand
        self.broke: bool = False  # whether a player could not pay in full
        self.game_winners: list[int] = NO_NUMBERS  # the winners, where a game ended with this hand

    def say(self, seat: int, kind: int, action: int) -> None:
        """Log a decision other than a play, or what the server did among them."""
        self.said.append(seat)
        self.said.append(kind)
        self.said.append(action)

    def copy(self) -> Hand:
        """The open hand for another game; lists that are set whole are shared."""
        other = Hand(self.number, self.game, self.dealer, self.deck)
        other.blind = self.blind
        other.first_event = self.first_event
        other.said = self.said.copy()
        other.laid = self.laid
        other.leader = self.leader
        other.sits_out = self.sits_out
        other.plays = self.plays.copy()
        other.winners = self.winners.copy()
        other.declarer = self.declarer
        other.bid = self.bid
        other.trump = self.trump
        other.outcome = self.outcome
        other.points = self.points
        other.deltas = self.deltas
        other.scores = self.scores
        other.bags = self.bags
        other.pot = self.pot
        other.broke = self.broke
        other.game_winners = self.game_winners
        return other

    def entries(self) -> list[tuple[int, int, int]]:
        """What was said and done before the play, in order: (seat, kind, action)."""
        said = self.said
        return [(said[at], said[at + 1], said[at + 2]) for at in range(0, len(said), 3)]

    def decisions(self, seats: int) -> list[tuple[int, int, int]]:
        """Every decision of the hand, plays included, in order: (seat, kind, action). *seats* is how many there are."""
        decided = [entry for entry in self.entries() if entry[1] < KITTY_TAKEN]
        for trick in self.tricks(seats):
            decided += [(seat, Kind.PLAY, card) for seat, card in trick]
        return decided

    def gap(self, seats: int) -> int:
        """The place in the first trick of the seat that sits it out; one that never comes where all play."""
        return NO_GAP if self.sits_out < 0 else (self.sits_out - self.leader) % seats

    def tricks(self, seats: int) -> list[list[tuple[int, int]]]:
        """The tricks, the open one last: who played which card, in order."""
        tricks: list[list[tuple[int, int]]] = []
        leader = self.leader
        turn = 0  # counted as if everybody played
        gap = self.gap(seats)
        for card in self.plays:
            if turn == gap:
                turn += 1
            if turn % seats == 0:
                leader = self.winners[turn // seats - 1] if turn else leader
                tricks.append([])
            tricks[-1].append(((leader + turn) % seats, card))
            turn += 1
        return tricks
