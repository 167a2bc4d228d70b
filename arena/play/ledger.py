"""What must survive of a running game. A decision is entered whole, so a journal never ends in the middle of one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from arena.play.clock import TimeControl
from arena.play.seat import TIMEOUT, Evidence
from arena.rules import Game, Rules, new_game, pack, unpack

SECOND: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Infraction:
    """The fallback answered for *seat*: at which decision of which hand, both from 0, and why (a word of `seat.py`)."""

    hand: int
    seat: int
    decision: int
    reason: str


@dataclass(frozen=True, slots=True)
class Timeout:
    """The evidence beside the infraction of *seat* at *decision* of *hand*: its *number*, and the time the seat had."""

    hand: int
    seat: int
    decision: int
    number: int
    move_us: int
    bank_us: int
    evidence: Evidence


class Journal(Protocol):
    """What was stored of a game: packed actions, and lists with one entry a seat (but for the infractions)."""

    @property
    def actions(self) -> bytes: ...
    @property
    def infractions(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def banks(self) -> Sequence[int]: ...
    @property
    def illegal(self) -> Sequence[int]: ...
    @property
    def malformed(self) -> Sequence[int]: ...
    @property
    def costs(self) -> Sequence[Sequence[int]]: ...
    @property
    def lost(self) -> Sequence[bool]: ...
    @property
    def asked(self) -> Sequence[int]: ...
    @property
    def played_us(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class News:
    """What a journal does not have yet: *actions*, packed, from index *start* up to *end*, and the rest as JSON.

    *asked* is the number of the last decision of each seat that these actions, with those before, contain; *timeouts*
    are those of these actions.
    """

    start: int
    end: int
    actions: bytes
    state: dict[str, Any]
    asked: list[int]
    timeouts: list[Timeout]


class Ledger:
    """A game with what is charged and held against its seats.

    Attributes:
        banks: time left in each seat's bank, in microseconds.
        illegal: illegal answers of each seat, in decisions that are settled; *malformed* of them were no actions.
        timeouts: those that the journal does not have yet.
        costs: what each seat's last decision was charged and spared, in microseconds.
        lost: the seats that are not asked any more.
        asked: how many decisions each seat was asked; the open one has the next number.
        played_us: where the rules have a deadline, the play time so far after each hand, the open one last, in
            microseconds: what its seats were charged.
    """

    def __init__(self, game: Game, time: TimeControl) -> None:
        """*game* is at its very beginning."""
        seats = game.rules.seats
        self.game = game
        self.time = time
        self.actions: list[int] = []
        self.hand_began = 0  # how many actions were before the open hand
        self.infractions: list[Infraction] = []
        self.banks = [time.bank_us] * seats
        self.illegal = [0] * seats
        self.malformed = [0] * seats
        self.timeouts: list[Timeout] = []
        self.costs = [(0, 0)] * seats
        self.lost = [False] * seats
        self.asked = [0] * seats
        self.deadline = game.rules.length.deadline
        self.played_us = [] if self.deadline is None else [0]
        self.stored = 0  # how many actions the journal has

    @classmethod
    def resume(cls, rules: Rules, seed: bytes, time: TimeControl, journal: Journal | None) -> "Ledger":
        """The game as *journal* has it, or from the beginning where there is none."""
        ledger = cls(new_game(rules, seed), time)
        if journal is None:
            return ledger
        for action in unpack(journal.actions):
            ledger.force(action)
        ledger.stored = len(ledger.actions)
        ledger.infractions = [Infraction(**entry) for entry in journal.infractions]
        ledger.banks = list(journal.banks)
        ledger.illegal = list(journal.illegal)
        ledger.malformed = list(journal.malformed) or ledger.malformed
        ledger.costs = [(think_us, net_us) for think_us, net_us in journal.costs] or ledger.costs
        ledger.lost = list(journal.lost)
        ledger.asked = list(journal.asked)
        ledger.played_us = list(journal.played_us)
        if ledger.is_late and not ledger.game.is_over and len(ledger.played_us) < len(ledger.game.hands):
            ledger.game.stop("deadline")
        return ledger

    @property
    def elapsed_s(self) -> list[int]:
        """The play time after each hand in whole seconds, as a record has it."""
        return [played // SECOND for played in self.played_us]

    @property
    def is_late(self) -> bool:
        """Whether the play time has reached the deadline."""
        return self.deadline is not None and self.elapsed_s[-1] >= self.deadline

    def force(self, action: int) -> None:
        """Enter an action nobody was asked for."""
        hand = self.game.hand.number
        self.game.apply(action)
        self.actions.append(action)
        if self.game.hand.number != hand:
            self.hand_began = len(self.actions)
            self._end_hand()

    def _end_hand(self) -> None:
        """Another hand is dealt: the deadline is tested before anybody hears of it."""
        if self.is_late:
            self.game.stop("deadline")
        elif self.played_us:
            self.played_us.append(self.played_us[-1])

    def settle(
        self, seat: int, action: int, bank_us: int, illegal: int = 0, think_us: int = 0, malformed: int = 0
    ) -> None:
        """Enter what came of a question to *seat*: its *action* or the fallback, and its *illegal* answers before.

        *malformed* of those were no actions at all. *think_us* is what it was charged.
        """
        if self.played_us:
            self.played_us[-1] += think_us
        asked: int = self.asked[seat]  # not `+=`: mypyc would add objects
        self.asked[seat] = asked + 1
        if bank_us != self.banks[seat]:
            self.banks[seat] = bank_us
        if illegal:  # seldom
            self.illegal[seat] += illegal
            self.malformed[seat] += malformed
        self.force(action)

    def blame(self, seat: int, reason: str) -> None:
        """Record an infraction of *seat* at the open decision."""
        self.infractions.append(Infraction(self.game.hand.number, seat, len(self.actions) - self.hand_began, reason))

    def time_out(self, seat: int, evidence: Evidence) -> None:
        """Record an infraction of *seat*, whose time is up, with the evidence; its bank is still as it was."""
        self.blame(seat, TIMEOUT)
        place, number = self.infractions[-1], self.asked[seat] + 1
        times = (self.time.move_us, self.banks[seat])
        self.timeouts.append(Timeout(place.hand, seat, place.decision, number, *times, evidence))

    def lose(self, seat: int, reason: str) -> None:
        """Do not ask *seat* again; one infraction stands for all the fallback answers from here on."""
        self.lost[seat] = True
        self.blame(seat, reason)

    def faults_of(self, seat: int) -> int:
        """How many infractions *seat* has."""
        return sum(entry.seat == seat for entry in self.infractions)

    def news(self) -> News:
        """What the journal does not have yet; `keep` it when it does."""
        state = {
            "infractions": [asdict(entry) for entry in self.infractions],
            "banks": list(self.banks),
            "illegal": list(self.illegal),
            "malformed": list(self.malformed),
            "costs": list(self.costs),
            "lost": list(self.lost),
            "asked": list(self.asked),
            "played_us": list(self.played_us),
        }
        actions = pack(self.actions[self.stored :])
        return News(self.stored, len(self.actions), actions, state, list(self.asked), list(self.timeouts))

    def keep(self, news: News) -> None:
        """The journal has *news* now."""
        self.stored = news.end
        del self.timeouts[: len(news.timeouts)]
