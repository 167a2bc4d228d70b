"""Describe a seat, its errors, and its bot's answers to earlier workers."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arena.handover import is_all_held, is_unconfirmed, may_go_on
from arena.play import Question
from arena.store.play.rows import HeldSeat, Journal
from arena.wire.gen import link_pb2 as pb


class NoInstanceError(Exception):
    """Raised when no gateway has room for a bot's new game."""


class GatewayAwayError(Exception):
    """Raised when the seat's gateway is gone and none has the bot."""


class RunnerAwayError(GatewayAwayError):
    """Raised when no runner plays a submitted version."""

    def __init__(self, version_id: int) -> None:
        super().__init__(f"no runner has version {version_id}")


class LeaseSupersededError(Exception):
    """Raised when another worker has the block, with a higher lease number."""


class AnswersLostError(Exception):
    """Raised when a killed worker's answers were lost with their gateway."""


class BotAbsentError(Exception):
    """Raised when no gateway found an instance within the time it set."""


Moment: TypeAlias = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """Return at once: a `Moment` without a wait."""


@dataclass(frozen=True)
class Place:
    """A seat as in `SeatOpen` of link.proto. *gateway*: the last gateway of an earlier worker, or ""."""

    seat_id: int
    version_id: int
    lease_number: int
    variant: str
    start: bytes
    gateway: str = ""
    is_confined: bool = False


@dataclass(frozen=True)
class Held:
    """The outcomes of a seat that a gateway stored, because no journal may have them."""

    answers: Sequence[pb.Answered]
    columnar: bool


def find_held(rows: Sequence[HeldSeat], journal: Journal | None, seat: int) -> Held | None:
    """Return the stored outcomes of a game's *seat*; None if some may be missing.

    Older rows may have answers that later workers have not journalled either. *rows*: in the order of storage.
    """
    last = [row for row in rows if is_all_held(journal, seat, row)]
    if not last:
        return None
    answers: dict[tuple[int, int], pb.Answered] = {}
    for row in (*rows, last[-1]):
        kept = pb.SeatOpened.FromString(row.answers).kept
        answers.update({(answered.number, answered.attempt): answered for answered in kept})
    return Held(list(answers.values()), last[-1].columnar)


class EarlierAnswers:
    """Keeps a bot's answers to the previous worker.

    Attributes:
        upto: The last decision that a gateway has an answer to; 0 without one.
    """

    def __init__(self, must_be_known: bool, held: Held | None) -> None:
        """Keep no answers yet but *held*. Arguments as of `Placement`."""
        self.upto = 0
        self._must_be_known = must_be_known
        self._held = held
        self._unused: dict[tuple[int, int], pb.Answered] = {}

    def is_unconfirmed(self, is_ready: bool, asked: int, kept: int) -> bool:
        """Return whether answers may be missing; arguments as of `handover.is_unconfirmed`."""
        return is_unconfirmed(self._must_be_known, is_ready, asked, max(self.upto, kept))

    def use(self, seat_id: int, is_unconfirmed: bool) -> None:
        """Use the answers that a lost gateway stored. Raises `AnswersLostError`."""
        if not may_go_on(False, self._held is not None, is_unconfirmed):
            raise AnswersLostError(f"seat {seat_id:x} is unknown at every gateway that can be reached")
        if self._held is not None and is_unconfirmed:
            answers = self._held.answers
            self.upto = max((answered.number for answered in answers), default=0)
            self._unused = {(answered.number, answered.attempt): answered for answered in answers}

    def has(self, question: Question) -> bool:
        """Return whether a stored answer to the question is still unused."""
        return (question.number, question.attempt) in self._unused

    def take(self, question: Question) -> pb.Answered | None:
        """Take the stored answer to the question; None without one."""
        return self._unused.pop((question.number, question.attempt), None)
