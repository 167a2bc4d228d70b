"""The columnar side of a link: batches out and answers in, for the tables that `workers.link.lockstep` plays."""

import secrets
from collections.abc import Callable
from itertools import count
from typing import Final, NamedTuple

from arena.wire.gen import link_pb2 as pb
from workers.link.batch_message import question
from workers.link.lockstep import Batch, Lane, Odd
from workers.link.outcomes import evidence_in

BATCHES: Final = count(secrets.randbits(62))  # no two batches of any worker have one number


class Unmarked(NamedTuple):
    """What was answered on a stream up to a moment: so many batches, and so many odd rows.

    Attributes:
        missing: the seats whose last row is not in the ledgers, though it was answered.
    """

    read: int
    odd: int
    missing: set[int]


class Lanes:
    """The lanes of one stream to a gateway, a lane for each bot process.

    Attributes:
        seats: who is to hear what a gateway says of a columnar seat unasked, by seat id.
        read: how many batches were answered on this stream; *marked*: how many of them the gateway may forget.
        odd: of those that are not marked, the rows that were not entered as they were read.
    """

    def __init__(self, ask: Callable[[list[bytes]], None]) -> None:
        """*ask* sends a message, given in pieces, as soon as may be."""
        self.seats: dict[int, Callable[[pb.SeatOpened], None]] = {}
        self.read = self.marked = 0
        self.odd: list[Odd] = []
        self._ask = ask
        self._lanes: dict[int, Lane] = {}
        self._under_way: dict[int, tuple[int, Lane]] = {}  # batch -> the instance that was asked, and by which lane

    def to(self, instance: int) -> Lane:
        """The lane to the process that the gateway calls *instance*."""
        if instance not in self._lanes:
            lane: Lane = Lane(lambda batch: self._send(instance, lane, batch))
            self._lanes[instance] = lane
        return self._lanes[instance]

    def flush(self) -> None:
        """Send what is ready."""
        for lane in self._lanes.values():
            lane.flush()

    def shuffle_ahead(self) -> None:
        """Do what can be done before the next answers come."""
        for lane in self._lanes.values():
            lane.shuffle_ahead()

    def answered(self, message: pb.ColumnsAnswered) -> None:
        """What came of a batch."""
        self.read += 1
        instance, lane = self._under_way.pop(message.batch)
        outcome = message.WhichOneof("outcome")
        if outcome == "moved":
            if self._lanes.get(instance) is lane:
                del self._lanes[instance]
                lane.retire()
            lane.moved(message.batch, message.think_us + message.net_us)
        elif outcome == "away":
            lane.away(message.batch, message.think_us + message.net_us)
        elif outcome == "actions":
            self.odd += lane.answered(message.batch, message.actions, message.think_us, message.net_us)
        else:
            evidence = evidence_in(message.timed_out)
            self.odd += lane.timed_out(message.batch, message.think_us, message.net_us, evidence)

    def unmarked(self) -> "Unmarked":
        """What was read by now, for journals that are taken now."""
        return Unmarked(self.read, len(self.odd), {row.seat_id for row in self.odd if not row.is_entered})

    def mark(self, journalled: "Unmarked") -> None:
        """The gateway may forget what was read then."""
        self.marked = journalled.read
        del self.odd[: journalled.odd]

    def close(self) -> None:
        """The stream broke."""
        lanes = [*self._lanes.values(), *(lane for _, lane in self._under_way.values())]
        self._lanes.clear()
        self._under_way.clear()
        self.seats.clear()
        self.read = self.marked = 0
        self.odd.clear()
        for lane in lanes:
            lane.close()

    def _send(self, instance: int, lane: Lane, batch: Batch) -> int:
        number = next(BATCHES)
        self._under_way[number] = (instance, lane)
        ask = pb.ColumnAsk(instance=instance, rows=len(batch.runs), limit_us=batch.limit_us)
        self._ask(question(ask, number, batch.data))
        return number
