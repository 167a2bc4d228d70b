"""Deliver batches of decisions to columnar bot processes, and keep their outcomes."""

import secrets
from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING

from arena.gateway.seats.answered_batches import KeptRow
from arena.gateway.seats.delivery import Delivery
from arena.gateway.seats.open_batches import Batch, BatchSlots, NoAnswerError
from arena.gateway.seats.timekeeper import Timekeeper
from arena.wire.columns.frame import seats_of
from arena.wire.gen import link_pb2, seat_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.instances import Instance
    from arena.gateway.seats.seat import Seat
    from arena.gateway.seats.worker_stream import WorkerStream


class BatchDelivery(Delivery):
    """Delivery for a seat that is asked in batches; it keeps outcomes that the worker's stream no longer keeps."""

    is_columnar = True
    resumes_at_once = True  # a row does not contain the earlier events

    def __init__(self, seat: "Seat", pool: "BatchSlotsPool") -> None:
        super().__init__(seat)
        self._pool = pool
        self._kept: list[KeptRow] = []

    @property
    def outcomes(self) -> list[link_pb2.Answered]:
        return [row.to_message(self._seat.id) for row in self._kept]

    @property
    def outcome_count(self) -> int:
        return len(self._kept)

    def keep(self, row: KeptRow) -> None:
        """Keep the outcome of a row of this seat."""
        self._kept.append(row)

    def forget(self, number: int | None = None) -> None:
        self._kept = [] if number is None else [row for row in self._kept if row.number > number]

    def release(self, link: "WorkerStream", lease_number: int) -> None:
        seat = self._seat
        if seat.link and (seat.link is not link or lease_number > seat.lease_number):
            self._pool.keep_with_seats(seat.link)
            seat.link.is_fenced = seat.link.is_fenced or seat.link is not link

    def take(self, former: "WorkerStream | None", opening: link_pb2.SeatOpen) -> None:
        if former:
            self._pool.go_on(former)

    def describe(self, opened: link_pb2.SeatOpened) -> None:
        """Add to *opened* the handle of the seat's process, and the outcomes that are not marked yet."""
        seat = self._seat
        if seat.lost:
            opened.lost.reason = seat.lost
        elif seat.home and seat.home.slots:
            opened.instance = seat.home.slots.handle()
        opened.kept.extend(self.outcomes)

    def resume(self, stream: "BotStream") -> None:
        stream.push(self._seat, "resume", link_pb2.ResumeEnvelope(start=self._seat.start).SerializeToString())

    def lose(self) -> None:
        self._seat.say_opened()

    def is_missed(self, look_us: int) -> bool:
        return True


class BatchSlotsPool:
    """The batches of all workers and columnar bot processes of a gateway. *seats*: the gateway's seats, by id."""

    def __init__(self, time: Timekeeper, seats: "Mapping[int, Seat]") -> None:
        self.time = time
        self._seats = seats
        self._slots: dict[int, BatchSlots] = {}  # by handle
        self._handles = count(secrets.randbits(62) + 1)

    def equip(self, instance: "Instance", is_columnar: bool) -> None:
        """Give the process *instance* slots for batches, or remove them, as *is_columnar* says."""
        if is_columnar == instance.is_columnar:
            return
        if instance.slots:
            instance.slots.give_back()
        instance.slots = BatchSlots(self) if is_columnar else None

    def register(self, slots: BatchSlots) -> int:
        """Return a new handle, the number by which workers address *slots*."""
        handle = next(self._handles)
        self._slots[handle] = slots
        return handle

    def retire(self, handle: int) -> None:
        """Forget *handle*: later batches to it go back to their workers."""
        self._slots.pop(handle, None)

    def ask(self, link: "WorkerStream", message: link_pb2.ColumnAsk) -> None:
        """Pass a worker's batch on to its process; queue it while too many outcomes are kept."""
        if link.queue or link.kept.is_full:
            link.enqueue(message)
        else:
            self._put(link, message)

    def answer(self, stream: "BotStream", given: seat_pb2.ColumnAnswers) -> int:
        """Take a bot's answer to a batch; return how many asked rows it answers. Raises `NoAnswerError`."""
        slots = stream.instance.slots
        if slots is None:
            raise NoAnswerError("column_answers: this process is not columnar: set columnar in its Hello")
        return slots.answer(given, stream, self.time.unread_since())

    def mark(self, link: "WorkerStream", message: link_pb2.ColumnMark) -> None:
        """Forget a worker's journalled outcomes; first move those that *message* names to their seats."""
        if message.keep:
            self.keep_with_seats(link)
        elif message.keep_seats:
            self._give_to_seats(link, link.kept.rows_of(frozenset(message.keep_seats), message.answered))
        link.kept.forget(message.answered)
        self.go_on(link)

    def go_on(self, link: "WorkerStream") -> None:
        """Pass on a worker's queued batches, while there is room for their outcomes."""
        while link.queue and not link.kept.is_full:
            self._put(link, link.queue.popleft())

    def under_way(self, link: "WorkerStream") -> list[int]:
        """Return the numbers of a worker's open and queued batches."""
        numbers = [message.columns.batch for message in link.queue]
        for slots in self._slots.values():
            numbers += slots.under_way(link)
        return numbers

    def unlink(self, link: "WorkerStream") -> None:
        """Drop the batches of a worker whose stream has ended; move its outcomes to their seats."""
        link.queue.clear()
        for slots in self._slots.values():
            slots.drop(link)
        self.keep_with_seats(link)

    def keep_with_seats(self, link: "WorkerStream") -> None:
        """Move all outcomes that the worker of *link* has not marked to their seats."""
        self._give_to_seats(link, link.kept.rows())

    def _put(self, link: "WorkerStream", message: link_pb2.ColumnAsk) -> None:
        slots = self._slots.get(message.instance)
        if slots is None or (link.is_fenced and self._refuse(link, message)):
            link.send_columns_answered(b"", link_pb2.ColumnsAnswered(batch=message.columns.batch, moved=True))
        else:
            slots.put(Batch(link, message))

    def _refuse(self, link: "WorkerStream", message: link_pb2.ColumnAsk) -> bool:
        """Report the seats of the batch that are not the worker's; return whether there are any."""
        seats = self._seats
        foreign = [id for id in seats_of(message.columns.data)[0] if id not in seats or seats[id].link is not link]
        for seat_id in foreign:
            closed = link_pb2.OPEN_STATUS_CLOSED
            link.send_opened(link_pb2.SeatOpened(seat_id=seat_id, status=closed, known=seat_id in seats))
        return bool(foreign)

    def _give_to_seats(self, link: "WorkerStream", rows: Iterable[tuple[int, KeptRow]]) -> None:
        for seat_id, row in rows:
            seat = self._seats.get(seat_id)
            if seat and seat.link is link and isinstance(seat.delivery, BatchDelivery):
                seat.delivery.keep(row)
