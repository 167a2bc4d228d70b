"""Track the batches of decisions that a bot has or will get."""

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Final

from arena.gateway.seats.clock import Stopwatch, charge, limit_us
from arena.gateway.seats.delivery import evidence_of, trip_us
from arena.gateway.seats.infractions import StreamInfraction
from arena.gateway.seats.timekeeper import TICK_US
from arena.wire.columns.frame import ACTION_BYTES, head_of
from arena.wire.gen import link_pb2, seat_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.batch_delivery import BatchSlotsPool
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.worker_stream import WorkerStream

log = logging.getLogger("arena.gateway")
AT_ONCE: Final = 2  # the most batches that a bot has open
ORPHANS: Final = 64  # remembered batches whose worker is gone, or given back; answers to these are no infraction


class NoAnswerError(Exception):
    """Raised for a wrong number of actions or wrong replaced rows, or if the process is not columnar."""


class Batch:
    """A batch of decisions that its bot has, or will get.

    Attributes:
        id: The number of the batch, chosen by the worker.
        data: The bytes for the bot, kept here because each access to the message's field copies them.
        watch: The bot's clock; None while the batch waits behind others.
        lag_us: `Timekeeper.lag_us` when the batch was opened.
    """

    __slots__ = ("_limit_us", "data", "id", "lag_us", "link", "rows", "watch")

    def __init__(self, link: "WorkerStream", message: link_pb2.ColumnAsk) -> None:
        self.link = link
        self.id = message.columns.batch
        self.data = message.columns.data
        self.rows = message.rows
        self._limit_us = limit_us(message.limit_us, 0)
        self.watch: Stopwatch | None = None
        self.lag_us = 0

    def elapsed_us(self, now: int) -> int:
        """Return the time that the bot has had until *now*, in microseconds."""
        return self.watch.elapsed_us(now) if self.watch else 0

    def overdue_us(self, now: int) -> int:
        """Return for how many microseconds the time has been up at *now*; negative before that."""
        return self.elapsed_us(now) - self._limit_us

    def show(self, now: int, lag_us: int) -> None:
        """Start the clock: the batch is being written to the bot, *lag_us* late by the arena's fault."""
        if self.watch:
            self.watch.show(now, lag_us)
        self.trace("written to the bot, %d us late", lag_us)

    def trace(self, line: str, *values: object) -> None:
        """Log *line* about the batch, at the level DEBUG."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug(line, *values, extra={"batch": f"{self.id:x}"})


class BatchSlots:
    """The batches of one columnar bot process, open and waiting; `stream` is None while the bot is away."""

    def __init__(self, pool: "BatchSlotsPool") -> None:
        self._handle = 0
        self.stream: BotStream | None = None
        self._pool = pool
        self._time = pool.time
        self._open: dict[int, Batch] = {}
        self._waiting: deque[Batch] = deque()
        self._orphans: deque[int] = deque(maxlen=ORPHANS)
        self._timer: asyncio.TimerHandle | None = None

    def handle(self) -> int:
        """Return the number by which workers address the process; it changes after seats have moved."""
        if not self._handle:
            self._handle = self._pool.register(self)
        return self._handle

    def put(self, batch: Batch) -> None:
        """Take a worker's batch, and open it if the bot has fewer than `AT_ONCE`."""
        self._waiting.append(batch)
        self._fill()

    def show_again(self, stream: "BotStream") -> None:
        """Write the open batches again, to the bot that is back on *stream*."""
        self.stream = stream
        for batch in self._open.values():
            stream.push_columns(batch)

    def answer(self, given: seat_pb2.ColumnAnswers, stream: "BotStream", at: int) -> int:
        """Take the bot's answer to a batch; return how many asked rows it answers.

        *at*: the earliest time (us) at which the answer may have come. Raises `NoAnswerError` unless the answer has one
        action for each row; the rows that it names as replaced must be distinct rows of the batch.
        """
        batch = self._open.get(given.batch)
        if batch is None or batch.watch is None or not batch.watch.is_shown:
            if given.batch in self._orphans:
                self._orphans.remove(given.batch)
                return len(given.actions) // ACTION_BYTES
            stream.infractions[StreamInfraction.STALE] += 1
            return 0
        actions = given.actions
        if len(actions) != ACTION_BYTES * batch.rows:
            accepted = f"give {ACTION_BYTES} for each of its {batch.rows} rows"
            raise NoAnswerError(f"the answer to a batch has {len(actions)} bytes of actions; {accepted}")
        if replaced := len(given.replaced):
            rows = given.replaced
            if replaced > batch.rows or len(set(rows)) < replaced or max(rows) >= batch.rows:
                raise NoAnswerError(f"replaced rows: one is listed twice or too high; list rows below {batch.rows}")
            stream.infractions[StreamInfraction.REPLACED] += replaced
        if batch.overdue_us(at) > 0:
            self._time_up(batch, at)
        else:
            self._settle(batch, at, link_pb2.ColumnsAnswered(actions=actions))
        return batch.rows

    def give_back(self) -> None:
        """Return all batches to their workers, because seats have moved."""
        self._pool.retire(self._handle)
        self._handle = 0
        self._return_all(is_moved=True)

    def say_away(self) -> None:
        """Return all batches to their workers, because the bot is away."""
        self._orphans.extend(self._open)
        self._return_all(is_moved=False)

    def _return_all(self, is_moved: bool) -> None:
        now = self._time.unread_since()
        batches = [*self._open.values(), *self._waiting]
        self._open.clear()
        self._waiting.clear()
        for batch in batches:
            outcome = link_pb2.ColumnsAnswered(moved=True) if is_moved else link_pb2.ColumnsAnswered(away=True)
            self._send(batch, now, outcome)

    def drop(self, link: "WorkerStream") -> None:
        """Drop the batches of the worker whose stream *link* has ended."""
        self._orphans.extend(batch.id for batch in self._open.values() if batch.link is link)
        self._open = {batch.id: batch for batch in self._open.values() if batch.link is not link}
        self._waiting = deque(batch for batch in self._waiting if batch.link is not link)
        self._fill()

    def under_way(self, link: "WorkerStream") -> list[int]:
        """Return the numbers of a worker's batches; none if the time of all open batches is up."""
        now = self._time.unread_since()
        if all(batch.overdue_us(now) > 0 for batch in self._open.values()):
            return []
        return [batch.id for batch in (*self._open.values(), *self._waiting) if batch.link is link]

    def _fill(self) -> None:
        while self._waiting and len(self._open) < AT_ONCE:
            batch = self._waiting.popleft()
            unread = None if self.stream else 0  # clocks run while the bot is away: the writing gets no free time
            batch.watch, batch.lag_us = Stopwatch(self._time.now(), unread), self._time.lag_us
            self._open[batch.id] = batch
            if self.stream:
                self.stream.push_columns(batch)
            self._watch_time(batch)

    def _watch_time(self, batch: Batch) -> None:
        loop = asyncio.get_running_loop()
        when = loop.time() + max(TICK_US, -batch.overdue_us(self._time.now())) / 1e6 + 0.001
        if self._timer is None or self._timer.when() > when:
            if self._timer:
                self._timer.cancel()
            self._timer = loop.call_at(when, self._look)

    def _look(self) -> None:
        self._timer = None
        at = self._time.unread_since()  # after a delay of the loop, an answer may still be unread
        for batch in list(self._open.values()):
            if batch.overdue_us(at) > 0:
                self._time_up(batch, at)
        for batch in self._open.values():
            self._watch_time(batch)

    def _time_up(self, batch: Batch, at: int) -> None:
        evidence = evidence_of(self.stream, batch.elapsed_us(at), self._time.lag_us - batch.lag_us)
        self._settle(batch, at, link_pb2.ColumnsAnswered(timed_out=evidence))

    def _settle(self, batch: Batch, at: int, outcome: link_pb2.ColumnsAnswered) -> None:
        del self._open[batch.id]
        self._send(batch, at, outcome)
        self._fill()

    def _send(self, batch: Batch, at: int, outcome: link_pb2.ColumnsAnswered) -> None:
        outcome.batch = batch.id
        outcome.think_us, outcome.net_us = charge(batch.elapsed_us(at), trip_us(self.stream))
        batch.trace("%s after %d us", outcome.WhichOneof("outcome"), outcome.think_us + outcome.net_us)
        came_to_nothing = outcome.moved or outcome.away
        batch.link.send_columns_answered(b"" if came_to_nothing else head_of(batch.data), outcome)
