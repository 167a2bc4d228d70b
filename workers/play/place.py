"""Identify a seat, define the errors of asking it, and keep its bot's answers to earlier workers."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arena.handover import has_all_answers, is_unconfirmed, may_go_on
from arena.play import Question
from arena.store.play.rows import Journal, SpilledAnswers
from arena.wire.gen import link_pb2 as pb


class NoInstanceError(Exception):
    """Raised when no gateway has room for a bot in a new game."""


class GatewayAwayError(Exception):
    """Raised when the seat's gateway is gone and no other gateway has the bot."""


class RunnerAwayError(GatewayAwayError):
    """Raised when no runner plays the submitted version *version_id*."""

    def __init__(self, version_id: int) -> None:
        super().__init__(f"no runner has version {version_id}")


class LeaseSupersededError(Exception):
    """Raised when another worker has the block, under a higher lease number."""


class AnswersLostError(Exception):
    """Raised when answers to a killed worker were lost with their gateway."""


class BotAbsentError(Exception):
    """Raised when no gateway found a process of the bot within the time that it set."""


Moment: TypeAlias = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """Return at once; the `Moment` that waits for nothing."""


@dataclass(frozen=True)
class Place:
    """The fields of a seat's `SeatOpen` (link.proto). *gateway*: the last gateway of an earlier worker, or ""."""

    seat_id: int
    version_id: int
    lease_number: int
    variant: str
    start: bytes
    gateway: str = ""
    is_confined: bool = False


@dataclass(frozen=True)
class SpilledOutcomes:
    """The outcomes of a seat that its gateway stored, because they may be in no journal."""

    answers: Sequence[pb.Answered]
    columnar: bool


def find_spilled_outcomes(rows: Sequence[SpilledAnswers], journal: Journal | None, seat: int) -> SpilledOutcomes | None:
    """Return the stored outcomes of *seat*; None if some outcomes may be missing.

    *rows*: the stored rows of the seat, oldest first. Older rows may have answers that no later worker has journalled.
    """
    last = [row for row in rows if has_all_answers(journal, seat, row)]
    if not last:
        return None
    answers: dict[tuple[int, int], pb.Answered] = {}
    for row in (*rows, last[-1]):
        kept = pb.SeatOpened.FromString(row.answers).kept
        answers.update({(answered.number, answered.attempt): answered for answered in kept})
    return SpilledOutcomes(list(answers.values()), last[-1].columnar)


class EarlierAnswers:
    """A bot's answers to the previous worker, up to decision number `upto`; 0 without one."""

    def __init__(self, must_be_known: bool, spilled: SpilledOutcomes | None) -> None:
        """Keep no answers yet except *spilled*. The arguments are those of `Placement`."""
        self.upto = 0
        self._must_be_known = must_be_known
        self._spilled = spilled
        self._unused: dict[tuple[int, int], pb.Answered] = {}

    def is_unconfirmed(self, is_ready: bool, asked: int, kept: int) -> bool:
        """Return whether answers may be missing (`arena.handover.is_unconfirmed`). *kept*: as `kept_number`."""
        return is_unconfirmed(self._must_be_known, is_ready, asked, max(self.upto, kept))

    def use(self, seat_id: int, is_unconfirmed: bool) -> None:
        """Use the answers that the lost gateway stored. Raises `AnswersLostError` if some may be missing."""
        if not may_go_on(False, self._spilled is not None, is_unconfirmed):
            raise AnswersLostError(f"seat {seat_id:x} is unknown at every gateway that can be reached")
        if self._spilled is not None and is_unconfirmed:
            answers = self._spilled.answers
            self.upto = max((answered.number for answered in answers), default=0)
            self._unused = {(answered.number, answered.attempt): answered for answered in answers}

    def has(self, question: Question) -> bool:
        """Return whether there is an unused stored answer to *question*."""
        return (question.number, question.attempt) in self._unused

    def take(self, question: Question) -> pb.Answered | None:
        """Remove and return the stored answer to *question*; None without one."""
        return self._unused.pop((question.number, question.attempt), None)
