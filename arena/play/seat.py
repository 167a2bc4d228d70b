"""Define a seat at a table: its time control, its questions and its replies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from arena.rules import Event, Legal

# Reasons for a fallback answer, as in the `infractions` of a record.
ILLEGAL: Final = "illegal"
TIMEOUT: Final = "timeout"
DISCONNECTED: Final = "disconnected"
RESIGNED: Final = "resigned"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time limits of a seat in microseconds: for each decision, and a bank for the whole game."""

    move_us: int
    bank_us: int


def bank_after(time: TimeControl, bank_us: int, think_us: int) -> int:
    """Return the bank after a decision that took *think_us*, at least 0 (docs/explanation/infractions.md)."""
    return max(0, bank_us - max(0, think_us - time.move_us))


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why the last answer was rejected; *left*: number of further illegal answers that the seat may correct."""

    reason: str
    left: int


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat is asked to answer. Times are in microseconds.

    *number*: of this decision among the seat's decisions, from 1. *attempt*: number of rejected answers to this
    decision; *rejection* describes the last one. *events*: events that the seat has not seen yet, the same in every
    attempt. *move_us*, *bank_us*: time for the decision and time in the bank at the first attempt. *last_think_us*,
    *last_net_us*: time charged for the seat's last decision, and network time that was not charged.
    """

    number: int
    attempt: int
    legal: Legal
    events: Sequence[Event]
    move_us: int
    bank_us: int
    last_think_us: int
    last_net_us: int
    rejection: Rejection | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that is an action, legal or not; the times are sums over all attempts so far."""

    action: int
    think_us: int = 0  # time charged, in microseconds
    net_us: int = 0  # network time that is not charged


@dataclass(frozen=True, slots=True)
class Malformed:
    """An answer that is no action of the decision's kind; *reason*: explanation for the bot's author."""

    reason: str
    think_us: int = 0
    net_us: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The measurements of a timeout, in microseconds; `TimedOut` in link.proto explains the fields."""

    elapsed_us: int
    rtt_us: int
    lag_us: int
    silent_us: int
    connected: bool


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat used up its time, bank included; *evidence*: measurements of the gateway, or None."""

    think_us: int = 0
    net_us: int = 0
    evidence: Evidence | None = None

    @property
    def shown(self) -> Evidence:
        """The evidence over all attempts; without *evidence* it is computed from the two times."""
        evidence = self.evidence or Evidence(0, self.net_us, 0, 0, True)
        return replace(evidence, elapsed_us=max(evidence.elapsed_us, self.think_us + self.net_us))


@dataclass(frozen=True, slots=True)
class Lost:
    """The seat will not answer again in this game; *reason*: DISCONNECTED or RESIGNED."""

    reason: str


Reply = Answered | Malformed | TimedOut | Lost


@dataclass(frozen=True, slots=True)
class Verdict:
    """A timeout or illegal answer at a decision, to be shown to the bot's author.

    *number*, *kind*: of the decision, as in `Question` and `Kind`. *infraction*: ILLEGAL or TIMEOUT. *hand*,
    *decision*: as in `Infraction`. *played*: the fallback's action; None if the seat may answer again. *line*:
    explanation of the illegal answer; "" for a timeout.
    """

    number: int
    kind: int
    infraction: str
    hand: int
    decision: int
    played: int | None
    line: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game for one seat: its rank (1 is best), its score, and the events it has not seen."""

    events: Sequence[Event]
    rank: int
    score: int
    ended: str
    infractions: int


class Seat(Protocol):
    """The interface of a player in one game. An exception is the arena's fault and ends the game."""

    @property
    def in_columns(self) -> bool:
        """Whether the seat is asked in columns: with whole observations instead of events."""

    async def open(self, events: Sequence[Event]) -> None:
        """Take part in the game; *events*: the seat's events so far, none at the start."""

    async def ask(self, question: Question) -> Reply:
        """Ask a question; return the reply, which is `TimedOut` if none came in time."""

    def tell(self, events: Sequence[Event]) -> None:
        """Deliver the events at the end of a hand, without a question."""

    def judge(self, verdict: Verdict) -> None:
        """Deliver a verdict for the bot's author, which does not influence the game."""

    async def close(self, ending: Ending) -> None:
        """Deliver the end of the game; return when the seat is free for another game."""
