"""Which seat of which game, why it cannot be played here, and what its bot answered earlier workers."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arena.handover import is_all_held, is_in_doubt, may_go_on
from arena.play import Question
from arena.store.play.rows import HeldSeat, Journal
from arena.wire.gen import link_pb2 as pb


class NoInstanceError(Exception):
    """Raised when no gateway has room for a bot's new game."""


class GatewayAwayError(Exception):
    """Raised when the seat's gateway is gone and none has the bot."""


class RunnerAwayError(GatewayAwayError):
    """Raised when no runner has the process of a version that was handed in."""

    def __init__(self, version_id: int) -> None:
        super().__init__(f"no runner has version {version_id}")


class LeaseSupersededError(Exception):
    """Raised when another worker has the block, under a higher token."""


class AnswersLostError(Exception):
    """Raised when a killed worker's answers are gone with their gateway."""


class BotAbsentError(Exception):
    """Raised when no gateway found an instance within the time it set."""


Moment: TypeAlias = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """Return at once, as a `Moment` with nothing to wait for."""


@dataclass(frozen=True)
class Place:
    """Which seat it is: as in `SeatOpen` of link.proto. *gateway*: where another worker had it last, "" if none did."""

    seat_id: int
    version_id: int
    token: int
    variant: str
    start: bytes
    gateway: str = ""
    is_confined: bool = False


@dataclass(frozen=True)
class Held:
    """All that came of a seat's questions and may be in no journal."""

    answers: Sequence[pb.Answered]
    columnar: bool


def find_held(rows: Sequence[HeldSeat], journal: Journal | None, seat: int) -> Held | None:
    """Return what is held of a game's *seat*; None where it may not be all.

    Older rows may have answers that the workers since then have not journalled either. *rows*: in
    the order written.
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
    """Answers of a seat's bot to the previous worker.

    Attributes:
        upto: The last decision that was answered to that worker, as far as a gateway has said; or 0.
    """

    def __init__(self, must_be_known: bool, held: Held | None) -> None:
        """*must_be_known*, *held*: as of `Placement`."""
        self.upto = 0
        self._must_be_known = must_be_known
        self._held = held
        self._unused: dict[tuple[int, int], pb.Answered] = {}

    def is_in_doubt(self, is_ready: bool, asked: int, kept: int) -> bool:
        """Return whether some may be missing; arguments as of `handover.is_in_doubt`."""
        return is_in_doubt(self._must_be_known, is_ready, asked, max(self.upto, kept))

    def use(self, seat_id: int, is_in_doubt: bool) -> None:
        """Go on without the gateway that has them, by what it wrote down. Raises `AnswersLostError`."""
        if not may_go_on(False, self._held is not None, is_in_doubt):
            raise AnswersLostError(f"seat {seat_id:x} is unknown at every gateway that can be reached")
        if self._held is not None and is_in_doubt:
            answers = self._held.answers
            self.upto = max((answered.number for answered in answers), default=0)
            self._unused = {(answered.number, answered.attempt): answered for answered in answers}

    def has(self, question: Question) -> bool:
        """Return whether the question's answer was written down, and is still to be used."""
        return (question.number, question.attempt) in self._unused

    def take(self, question: Question) -> pb.Answered | None:
        """Take the question's answer, if it was written down."""
        return self._unused.pop((question.number, question.attempt), None)
