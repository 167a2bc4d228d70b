"""Send the questions of a seat to its gateway, one by one."""

from typing import ClassVar

from arena.play import Question, Reply
from arena.wire.gen import link_pb2 as pb
from arena.wire.seats import rejected_bytes, turn_bytes
from workers.link.gateway_link import Link
from workers.link.lockstep import BatchSeat
from workers.link.outcomes import reply_of


class SeatChannel:
    """One way to ask a seat, in rows or in batches; the gateway chooses it when it opens the seat.

    Attributes:
        carries_events: Whether questions carry the seat's events.
        batch_seat: The destination of rows; it has no builder if the seat is asked by itself.
    """

    form: ClassVar[pb.SeatForm.ValueType] = pb.SEAT_FORM_UNSPECIFIED
    name = ""
    carries_events = False

    def __init__(self, batch_seat: BatchSeat) -> None:
        self.batch_seat = batch_seat

    @property
    def kept_number(self) -> int:
        """The number of the last decision with an unused answer at the gateway, or 0."""
        return 0

    @property
    def is_marked_by_batch(self) -> bool:
        """Whether marks of batches cover all outcomes that the gateway keeps for the seat."""
        return False

    @property
    def is_open(self) -> bool:
        """Whether the seat can be asked without opening it first, if its gateway can be reached."""
        return True

    async def ask(self, link: Link, question: Question, news: bytes) -> Reply | None:
        """Ask *question* and return its outcome; None if the seat must be opened again first.

        *news*: a serialised Turn with the events that go with the question. Raises `LinkBrokenError`, `BotAwayError`.
        """
        raise NotImplementedError

    def reply_of(self, question: Question, answered: pb.Answered) -> Reply:
        """Return the reply to *question* in an outcome that a gateway kept."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin another decision, at its first attempt."""

    def restart(self, attempt: int) -> None:
        """Note that the gateway knows no attempt before *attempt* (from 0)."""

    def follow(self, left: Link | None, attempt: int, elapsed_us: int) -> None:
        """Note that the question was open for *elapsed_us* at *left*, which the bot has left.

        *left* is None if the bot was not found at another gateway.
        """

    def open(self, link: Link, opened: pb.SeatOpened) -> None:
        """Note that the gateway at *link* has opened the seat."""

    def mark(self, number: int) -> None:
        """Note that the gateway forgets the answers up to decision *number*."""

    def leave(self, link: Link) -> None:
        """Stop listening for messages about the seat on *link*."""


class RowChannel(SeatChannel):
    """Asks a seat by itself, one decision per message."""

    form: ClassVar[pb.SeatForm.ValueType] = pb.SEAT_FORM_ROWS
    name = "by itself"
    carries_events = True

    def __init__(self, batch_seat: BatchSeat, lease_number: int) -> None:
        super().__init__(batch_seat)
        self._lease_number = lease_number
        self._before = 0  # attempts at the open question that its gateway does not know
        self._spent_us = 0  # how long the question was open at gateways that the bot has left, in microseconds

    async def ask(self, link: Link, question: Question, news: bytes) -> Reply | None:
        return reply_of(question.legal.kind, await link.ask(self._message(question, news)))

    def reply_of(self, question: Question, answered: pb.Answered) -> Reply:
        return reply_of(question.legal.kind, answered)

    def begin(self) -> None:
        self._before = self._spent_us = 0

    def restart(self, attempt: int) -> None:
        self._before = attempt

    def follow(self, left: Link | None, attempt: int, elapsed_us: int) -> None:
        if left:
            self._before, self._spent_us = attempt, elapsed_us

    def _message(self, question: Question, news: bytes) -> pb.Ask:
        attempt, legal, rejected = question.attempt - self._before, question.legal, b""
        if attempt:
            assert question.rejection
            rejected = rejected_bytes(question.number, question.rejection.reason, legal, question.rejection.left)
        return pb.Ask(
            seat_id=self.batch_seat.seat_id,
            lease_number=self._lease_number,
            number=question.number,
            attempt=attempt,
            turn=news + turn_bytes([], question.number, legal.kind, legal),
            rejected=rejected,
            move_us=question.move_us,
            bank_us=question.bank_us,
            last_think_us=question.last_think_us,
            last_net_us=question.last_net_us,
            spent_us=0 if attempt else self._spent_us,
        )
