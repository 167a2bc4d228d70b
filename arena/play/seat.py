"""A seat at a table: what it is asked, and what may come back. In production a link to a gateway, in tests a script."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from arena.rules import Event, Legal

# Why the fallback answered: the words of a record's `infractions`.
ILLEGAL: Final = "illegal"
TIMEOUT: Final = "timeout"
DISCONNECTED: Final = "disconnected"
RESIGNED: Final = "resigned"


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why the answer before was not accepted, in one line, and how many illegal answers the seat may still give."""

    reason: str
    left: int


@dataclass(frozen=True, slots=True)
class Question:
    """A decision put to a seat.

    Attributes:
        number: counted per seat from 1; a function of the game so far.
        attempt: 0, or how many answers to this number were rejected before; then *rejection* is there.
        events: what the seat has not been told yet; the same in every attempt.
        move_us, bank_us: time for the decision and time left in the bank as it is first asked, in microseconds.
        last_think_us, last_net_us: what the seat's last decision was charged and spared, in microseconds.
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
    """An action, legal or not. Times in microseconds: *think_us* is charged, over all attempts of the number so far."""

    action: int
    think_us: int = 0
    net_us: int = 0


@dataclass(frozen=True, slots=True)
class Malformed:
    """Something that is no action of the decision's kind; *reason* is one line for the bot's author."""

    reason: str
    think_us: int = 0
    net_us: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What there is to show for a timeout, in microseconds, as in `TimedOut` of link.proto."""

    elapsed_us: int
    rtt_us: int
    lag_us: int
    silent_us: int
    connected: bool


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Time was up, the bank included. *evidence*: of who measured it; None: there are the two times only."""

    think_us: int = 0
    net_us: int = 0
    evidence: Evidence | None = None

    @property
    def shown(self) -> Evidence:
        """The evidence, over all attempts; where there is none the two times have to do."""
        evidence = self.evidence or Evidence(0, self.net_us, 0, 0, True)
        return replace(evidence, elapsed_us=self.think_us + self.net_us)


@dataclass(frozen=True, slots=True)
class Lost:
    """The seat will not answer any more: *reason* is DISCONNECTED or RESIGNED."""

    reason: str


Reply = Answered | Malformed | TimedOut | Lost


@dataclass(frozen=True, slots=True)
class Ending:
    """A seat's own result: events it has not been told, rank from 1, score, how the game ended, its infractions."""

    events: Sequence[Event]
    rank: int
    score: int
    ended: str
    infractions: int


class Seat(Protocol):
    """Where a seat's answers come from. A bot's fault is a `Reply`; an exception is our fault and ends the game."""

    @property
    def in_columns(self) -> bool:
        """Whether its decisions go out with those of many tables, each a whole observation: it is told no events."""

    async def open(self, events: Sequence[Event]) -> None:
        """Take the seat. *events* is what it may see so far: empty at a game's start, more when a game goes on."""

    async def ask(self, question: Question) -> Reply:
        """Put a question and wait for what comes of it, the passing of its time included."""

    def tell(self, events: Sequence[Event]) -> None:
        """Pass on events that ask nothing, at the end of a hand."""

    async def close(self, ending: Ending) -> None:
        """The game is over. Returns when the seat is free for another game."""
