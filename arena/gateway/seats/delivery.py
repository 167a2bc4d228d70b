"""Deliver a seat's decisions to its bot; each seat has one strategy, chosen when a bot process takes it."""

from typing import TYPE_CHECKING

from arena.gateway.seats.infractions import StreamInfraction
from arena.wire.gen import link_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.seat import Seat
    from arena.gateway.seats.worker_stream import WorkerStream


def trip_us(stream: "BotStream | None") -> int:
    """Return the round trip of *stream*, which its bot is not charged for; 0 without a stream."""
    return stream.trips.least_us if stream else 0


def evidence_of(stream: "BotStream | None", elapsed_us: int, lag_us: int) -> link_pb2.TimedOut:
    """Return the evidence that a bot's time was up, *elapsed_us* after the question.

    *lag_us*: how long the event loop was delayed in that time. *stream*: the bot's; None while it is away.
    """
    return link_pb2.TimedOut(
        elapsed_us=elapsed_us,
        rtt_us=trip_us(stream),
        lag_us=lag_us,
        connected=stream is not None,
        silent_us=stream.silent_us if stream else 0,
    )


class Delivery:
    """A seat's open question, and the outcomes that its worker has not journalled yet.

    `RowDelivery` sends one decision per message. `BatchDelivery` sends decisions of many seats in one message.

    Attributes:
        is_columnar: Whether decisions are rows of batches.
        resumes_at_once: Whether the bot of a reopened seat gets Resume before the next question.
    """

    is_columnar = False
    resumes_at_once = False

    def __init__(self, seat: "Seat") -> None:
        self._seat = seat

    @property
    def outcomes(self) -> list[link_pb2.Answered]:
        """The outcomes of all questions since the last mark."""
        raise NotImplementedError

    @property
    def outcome_count(self) -> int:
        """The number of `outcomes`."""
        raise NotImplementedError

    def forget(self, number: int | None = None) -> None:
        """Forget the outcomes of decisions up to *number*, which are journalled; None: forget all."""
        raise NotImplementedError

    def resume(self, stream: "BotStream") -> None:
        """Send the bot on *stream* the game so far."""
        raise NotImplementedError

    def lose(self) -> None:
        """Notify the worker that the bot has lost the seat."""
        raise NotImplementedError

    def is_missed(self, look_us: int) -> bool:
        """Return whether the seat is lost because its bot is away.

        *look_us*: for how long after a question the worker looks for the bot at other gateways.
        """
        raise NotImplementedError

    def release(self, link: "WorkerStream", lease_number: int) -> None:
        """Prepare for the worker of *link* to take the seat under *lease_number*."""

    def take(self, former: "WorkerStream | None", opening: link_pb2.SeatOpen) -> None:
        """Continue for the worker that sent *opening*. *former*: the stream of the worker that had the seat."""

    @property
    def last_answered(self) -> int:
        """The number of the last decision since the last mark whose outcome the worker must ask for; 0 for none."""
        return 0

    def describe(self, opened: link_pb2.SeatOpened) -> None:
        """Add to *opened* the fields that the worker of an open seat needs."""

    def rest(self) -> bytes:
        """Return a Turn with the events that the bot was not sent yet; b"" without such events."""
        return b""

    def ask(self, message: link_pb2.Ask) -> None:
        """Take a worker's question to this seat alone (not in a batch)."""

    def answer(self, given: link_pb2.AnswerEnvelope, stream: "BotStream", at: int) -> bool:
        """Take a bot's answer to a question of this seat alone; return whether it answers an open question.

        *at*: the earliest time at which the answer may have come, from `Timekeeper.unread_since`.
        """
        stream.infractions[StreamInfraction.EARLY] += 1
        return False

    @property
    def open_us(self) -> int | None:
        """Microseconds for which the question has been open; None without a question."""
        return None

    def restart_clock(self) -> None:
        """Count the open question's time from now, because no bot was there to ask before."""

    def watch_time(self) -> None:
        """Set a timer to the moment when the open question's time may be up."""

    def stop(self) -> None:
        """Drop the open question, because the game is over."""
