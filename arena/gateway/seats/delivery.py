"""Deliver a seat's decisions: one strategy per seat, chosen when an instance takes it."""

from typing import TYPE_CHECKING

from arena.gateway.seats.infractions import StreamInfraction
from arena.wire.gen import link_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.seat import Seat
    from arena.gateway.seats.worker_stream import WorkerStream


def trip_us(stream: "BotStream | None") -> int:
    """Return the round trip that a bot is not charged for."""
    return stream.trips.least_us if stream else 0


def evidence_of(stream: "BotStream | None", elapsed_us: int, lag_us: int) -> link_pb2.TimedOut:
    """Return the evidence of a timeout; the event loop was delayed for *lag_us* meanwhile."""
    return link_pb2.TimedOut(
        elapsed_us=elapsed_us,
        rtt_us=trip_us(stream),
        lag_us=lag_us,
        connected=stream is not None,
        silent_us=stream.silent_us if stream else 0,
    )


class Delivery:
    """Keeps a seat's open question, and the outcomes that its worker has not journalled yet.

    `RowDelivery` sends one decision a message. `BatchDelivery` sends decisions of many seats in one message.

    Attributes:
        is_columnar: Whether decisions are rows of batches.
        resumes_at_once: Whether a reopened seat is resumed before its next question.
    """

    is_columnar = False
    resumes_at_once = False

    def __init__(self, seat: "Seat") -> None:
        self._seat = seat

    @property
    def outcomes(self) -> list[link_pb2.Answered]:
        """Every outcome since the last mark."""
        raise NotImplementedError

    @property
    def outcome_count(self) -> int:
        """The number of outcomes since the last mark."""
        raise NotImplementedError

    def forget(self, number: int | None = None) -> None:
        """Forget the journalled outcomes up to *number*; without it, all."""
        raise NotImplementedError

    def resume(self, stream: "BotStream") -> None:
        """Send the bot the game so far."""
        raise NotImplementedError

    def lose(self) -> None:
        """Notify the worker that the seat has been lost."""
        raise NotImplementedError

    def is_missed(self, look_us: int) -> bool:
        """Return whether to give up an absent bot; its worker looks elsewhere for *look_us* after a question."""
        raise NotImplementedError

    def release(self, link: "WorkerStream", lease_number: int) -> None:
        """Prepare for the worker of *link* to take the seat under *lease_number*."""

    def take(self, former: "WorkerStream | None", opening: link_pb2.SeatOpen) -> None:
        """Continue with the new worker's *opening*; *former* had the seat."""

    @property
    def last_answered(self) -> int:
        """The last decision whose outcome a worker must ask for, since the last mark; 0 if it need not ask."""
        return 0

    def describe(self, opened: link_pb2.SeatOpened) -> None:
        """Add to *opened* the fields that the worker of an open seat needs."""

    def rest(self) -> bytes:
        """Return a Turn of the events not yet sent to the bot; empty without such events."""
        return b""

    def ask(self, message: link_pb2.Ask) -> None:
        """Take a worker's question to this seat alone."""

    def answer(self, given: link_pb2.AnswerEnvelope, stream: "BotStream", at: int) -> bool:
        """Take a bot's answer to a question of this seat alone; return whether it was asked for.

        *at*: the earliest time at which the answer may have come, from `Timekeeper.unread_since`.
        """
        stream.infractions[StreamInfraction.EARLY] += 1
        return False

    @property
    def open_us(self) -> int | None:
        """The time for which the question has been open; None without a question."""
        return None

    def restart_clock(self) -> None:
        """Count the open question's time from now: no bot was there to ask before."""

    def watch_time(self) -> None:
        """Set a timer to the moment when time may be up."""

    def stop(self) -> None:
        """Drop the open question: the game is over."""
