"""Gather the messages to a worker: the outcomes of its openings and questions."""

import logging
from collections import deque
from collections.abc import Callable

from arena.gateway.seats.answered_batches import KeptBatches
from arena.wire.gen import link_pb2

log = logging.getLogger("arena.gateway")


class WorkerStream:
    """The messages to one worker, gathered until they are written.

    *wake* is called when a message is ready or the stream ends; *write* when messages must be written at once.

    Attributes:
        kept: The outcomes of the worker's batches since its last mark.
        queue: Batches that wait until fewer outcomes are kept.
        is_fenced: Whether another worker has taken a columnar seat from this one.
        is_last: Whether the stream ends after the gathered messages.
    """

    def __init__(self, wake: Callable[[], None], write: Callable[[], None]) -> None:
        self._wake = wake
        self._write = write
        self._opened: list[link_pb2.SeatOpened] = []
        self._answered: list[link_pb2.Answered] = []
        self._columns_answered: list[link_pb2.ColumnsAnswered] = []
        self._read: list[int] = []
        self.kept = KeptBatches()
        self.queue: deque[link_pb2.ColumnAsk] = deque()
        self.is_fenced = False
        self.is_last = False
        self.has_stopped = False

    def enqueue(self, asked: link_pb2.ColumnAsk) -> None:
        """Keep a batch of the worker, to be asked when fewer outcomes are kept."""
        if not self.queue:
            log.warning("batches of a worker wait: it has not stored the outcomes of earlier ones")
        self.queue.append(asked)

    def send_opened(self, opened: link_pb2.SeatOpened) -> None:
        """Send the outcome of a SeatOpen, or the notice that a seat is closed."""
        self._opened.append(opened)
        self._wake()

    def send_answered(self, answered: link_pb2.Answered) -> None:
        """Send the outcome of an Ask, a question to a single seat."""
        self._answered.append(answered)
        self._wake()

    def send_read(self, seat_id: int) -> None:
        """Notify the worker that the bot of the seat has read GameOver."""
        self._read.append(seat_id)
        self._wake()

    def send_columns_answered(self, asked: bytes, answered: link_pb2.ColumnsAnswered) -> None:
        """Keep and send the outcome of a batch. *asked*: the batch's head, as for `KeptBatches.add`."""
        self.kept.add(asked, answered)
        self._columns_answered.append(answered)
        self._write()

    def finish(self) -> None:
        """Notify the worker that this gateway stops."""
        self.is_last = True
        self._wake()

    def take(self) -> link_pb2.ToWorker | None:
        """Return the gathered messages as one, and forget them; None if nothing was gathered."""
        if not self._opened and not self._answered and not self._columns_answered and not self._read:
            return None
        message = link_pb2.ToWorker(
            opened=self._opened, answered=self._answered, columns_answered=self._columns_answered, read=self._read
        )
        self._opened, self._answered, self._columns_answered, self._read = [], [], [], []
        return message
