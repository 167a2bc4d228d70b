"""Send batches of columns over a link, and take the answers of bots."""

import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from time import monotonic
from typing import Final, NamedTuple

from arena.logs import of_decision
from arena.rules import varint
from arena.wire.columns.frame import ACTION_BYTES, seats_of
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from workers.link.batches import BatchQueue
from workers.link.lockstep import Batch, OddRow
from workers.link.outcomes import OVERHEADS, read_evidence

logger = logging.getLogger(__name__)
LENGTH_DELIMITED: Final = 2  # protobuf's wire type of bytes and messages
BATCHES: Final = count(secrets.randbits(62))  # numbers of batches, unique among workers


class Unmarked(NamedTuple):
    """Answered batches and odd rows at one moment; `missing`: seats whose last answer is not in the ledger."""

    read: int
    odd: int
    missing: set[int]


class BatchQueues:
    """Keeps a queue of batches for each bot process behind one stream to a gateway.

    Attributes:
        seats: Handlers of a gateway's unasked messages about columnar seats, by seat id.
        read: The number of batches answered on this stream. *marked* of these may be forgotten by the gateway.
        odd: Rows of unmarked batches that were not entered in a ledger at once.
    """

    def __init__(self, ask: Callable[[list[bytes]], None]) -> None:
        """Make an object without queues. *ask* sends a serialised message, given in pieces."""
        self.seats: dict[int, Callable[[pb.SeatOpened], None]] = {}
        self.read = self.marked = 0
        self.odd: list[OddRow] = []
        self._ask = ask
        self._queues: dict[int, BatchQueue] = {}
        # number of a sent batch -> (instance, its queue, when it was sent)
        self._under_way: dict[int, tuple[int, BatchQueue, float]] = {}

    def to(self, instance: int) -> BatchQueue:
        """Return the queue to the bot process to which the gateway gave the handle *instance*."""
        if instance not in self._queues:
            queue: BatchQueue = BatchQueue(lambda batch: self._send(instance, queue, batch))
            self._queues[instance] = queue
        return self._queues[instance]

    def flush(self) -> None:
        """Send the rows that are ready, in all queues."""
        for queue in self._queues.values():
            queue.flush()

    def shuffle_ahead(self) -> None:
        """Shuffle the next hands of some tables while no answers have come."""
        for queue in self._queues.values():
            queue.shuffle_ahead()

    def answered(self, message: pb.ColumnsAnswered) -> None:
        """Take the outcome of a batch from the gateway."""
        self.read += 1
        instance, queue, sent = self._under_way.pop(message.batch)
        outcome = message.WhichOneof("outcome")
        logger.debug("outcome: %s", outcome, extra={"batch": f"{message.batch:x}"})
        if outcome == "moved":
            if self._queues.get(instance) is queue:
                del self._queues[instance]
                queue.retire()
            queue.take_back_moved(message.batch, message.think_us + message.net_us)
        elif outcome == "away":
            queue.take_back_away(message.batch, message.think_us + message.net_us)
        elif outcome == "actions":
            spent_us, rows = message.think_us + message.net_us, len(message.actions) // ACTION_BYTES
            OVERHEADS.add(max(0.0, monotonic() - sent - spent_us / 1e6), rows)
            self.odd += queue.settle_answers(message.batch, message.actions, message.think_us, message.net_us)
        else:
            evidence = read_evidence(message.timed_out)
            self.odd += queue.end_timed_out(message.batch, message.think_us, message.net_us, evidence)

    def under_way(self, batches: Iterable[int]) -> None:
        """Note that the gateway has the *batches* with these numbers; some may be answered by now."""
        for batch in batches:
            if batch in self._under_way:
                self._under_way[batch][1].under_way(batch)

    def unmarked(self) -> "Unmarked":
        """Return the counts of answers so far, for journals that are taken now."""
        return Unmarked(self.read, len(self.odd), {row.seat_id for row in self.odd if not row.is_entered})

    def mark(self, journalled: "Unmarked") -> None:
        """Note that all outcomes counted in *journalled* are in the journal."""
        self.marked = journalled.read
        del self.odd[: journalled.odd]

    def close(self) -> None:
        """Return all rows to their tables, because the stream broke."""
        queues = [*self._queues.values(), *(queue for _, queue, _ in self._under_way.values())]
        self._queues.clear()
        self._under_way.clear()
        self.seats.clear()
        self.read = self.marked = 0
        self.odd.clear()
        for queue in queues:
            queue.close()

    def _send(self, instance: int, queue: BatchQueue, batch: Batch) -> int:
        number = next(BATCHES)
        self._under_way[number] = (instance, queue, monotonic())
        ask = pb.ColumnAsk(instance=instance, rows=len(batch.runs), limit_us=batch.limit_us)
        self._ask(question(ask, number, batch.data))
        if logger.isEnabledFor(logging.DEBUG):
            rows = zip(*seats_of(b"".join(batch.data)), strict=True)
            decisions = [of_decision(*row)["decision"] for row in rows]
            logger.debug("asked %d rows", len(decisions), extra={"batch": f"{number:x}", "decisions": decisions})
        return number


def question(ask: pb.ColumnAsk, batch: int, rows: Sequence[bytes]) -> list[bytes]:
    """Return a ToGateway message, in pieces, that asks the rows *rows* as number *batch*.

    It is encoded by hand, because protobuf would copy *rows* three times.
    """
    size = sum(map(len, rows))
    columns = seat_pb2.Columns(batch=batch).SerializeToString() + _field(seat_pb2.Columns.DATA_FIELD_NUMBER, size)
    size += len(columns)
    asked = ask.SerializeToString() + _field(pb.ColumnAsk.COLUMNS_FIELD_NUMBER, size) + columns
    size += len(asked) - len(columns)
    return [_field(pb.ToGateway.COLUMN_ASKS_FIELD_NUMBER, size) + asked, *rows]


def _field(number: int, size: int) -> bytes:
    return varint(number << 3 | LENGTH_DELIMITED) + varint(size)
