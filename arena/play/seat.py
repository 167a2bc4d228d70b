"""A seat at a table: its clock, its questions and its replies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from arena.rules import Event, Legal

# The reason for a fallback: the words of a record's `infractions`.
ILLEGAL: Final = "illegal"
TIMEOUT: Final = "timeout"
DISCONNECTED: Final = "disconnected"
RESIGNED: Final = "resigned"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A seat's time in microseconds: per decision, then one bank per game."""

    move_us: int
    bank_us: int


def bank_after(time: TimeControl, bank_us: int, think_us: int) -> int:
    """Return *bank_us* after a charge of *think_us*, at least 0 (docs/explanation/faults.md)."""
    return max(0, bank_us - max(0, think_us - time.move_us))


@dataclass(frozen=True, slots=True)
class Rejection:
    """The reason why the last answer was rejected, and how many more may be."""

    reason: str
    left: int


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to a seat; all times in microseconds.

    *number*: counted per seat from 1, a function of the game so far. *attempt*: how many answers to it were rejected,
    with a *rejection* above 0. *events*: events new to the seat, the same in every attempt. *move_us*, *bank_us*: time
    for the decision and in the bank when it is first asked. *last_think_us*, *last_net_us*: the charged and the spared
    time of the seat's last decision.
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
    """An action, legal or not; times cover all attempts so far."""

    action: int
    think_us: int = 0  # charged
    net_us: int = 0  # spared


@dataclass(frozen=True, slots=True)
class Malformed:
    """An answer that is no action of the decision's kind; *reason* is for the bot's author."""

    reason: str
    think_us: int = 0
    net_us: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a timeout, in microseconds; see `TimedOut` in link.proto."""

    elapsed_us: int
    rtt_us: int
    lag_us: int
    silent_us: int
    connected: bool


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat used up its time, bank included; *evidence* comes from the gateway that measured it."""

    think_us: int = 0
    net_us: int = 0
    evidence: Evidence | None = None

    @property
    def shown(self) -> Evidence:
        """The evidence over all attempts; if there is no evidence, it is derived from the two times."""
        evidence = self.evidence or Evidence(0, self.net_us, 0, 0, True)
        return replace(evidence, elapsed_us=max(evidence.elapsed_us, self.think_us + self.net_us))


@dataclass(frozen=True, slots=True)
class Lost:
    """The seat will not answer again: *reason* is DISCONNECTED or RESIGNED."""

    reason: str


Reply = Answered | Malformed | TimedOut | Lost


@dataclass(frozen=True, slots=True)
class Verdict:
    """An infraction or illegal answer at a decision, for the bot's author.

    *number*, *kind*: of the decision; *infraction*: ILLEGAL or TIMEOUT; *hand*, *decision*: as in `Infraction`.
    *played*: the fallback's action, None while the decision is open. *line*: about the answer; "" if there was none.
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
    """A seat's own result: its rank from 1, and the events it has not seen."""

    events: Sequence[Event]
    rank: int
    score: int
    ended: str
    infractions: int


class Seat(Protocol):
    """A source of replies; an exception is the arena's fault and ends the game."""

    @property
    def in_columns(self) -> bool:
        """Whether the seat is asked in columns: whole observations instead of events."""

    async def open(self, events: Sequence[Event]) -> None:
        """Take the seat, given its events so far (none at the start)."""

    async def ask(self, question: Question) -> Reply:
        """Put a question; return the reply, or the timeout."""

    def tell(self, events: Sequence[Event]) -> None:
        """Pass on events that ask nothing, at the end of a hand."""

    def judge(self, verdict: Verdict) -> None:
        """Pass on a verdict for the bot's author; the game does not depend on it."""

    async def close(self, ending: Ending) -> None:
        """End the game; return when the seat is free for another."""
