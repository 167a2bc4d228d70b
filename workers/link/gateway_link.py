"""Keep the link to a gateway: one stream, dialled again when it breaks."""

import asyncio
import contextvars
import logging
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, TypeVar

from arena.wire.gen import link_pb2 as pb
from arena.wire.splitting import split_message
from workers.link.batch_queues import BatchQueues, Unmarked
from workers.link.connection import Connection, LinkRefusedError, NoLinkError, dial
from workers.link.unread_game_overs import UnreadGameOvers

logger = logging.getLogger(__name__)
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
FIRST_PAUSE: Final = 0.1  # seconds between two dials of a gateway, doubled each time
LONGEST_PAUSE: Final = 1.0  # seconds
FORGET_AFTER: Final = 120.0  # seconds without a stream, after which only `LinkPool.to` dials the gateway again
LAST_WRITES: Final = 2.0  # seconds for the last messages of a worker that stops


class LinkBrokenError(Exception):
    """Raised when there is no stream to the gateway, or another worker has the seat."""


class BotAwayError(Exception):
    """Raised when the bot has no stream. *elapsed_us*: how long its question was open."""

    def __init__(self, elapsed_us: int) -> None:
        super().__init__("the bot has no stream to the gateway that has its seat")
        self.elapsed_us = elapsed_us


class Outbox:
    """The messages for one gateway that wait to be written.

    `closes` outlive a stream, because a bot must learn that its game is over. `questions` are batches, each in pieces.
    `judged` are verdicts.
    """

    def __init__(self) -> None:
        self.gathered = pb.ToGateway()
        self.questions: list[list[bytes]] = []
        self.judged: list[pb.Judged] = []
        self.closes: list[pb.SeatClose] = []

    def begin(self) -> None:
        """Begin a new stream: drop all waiting messages except `closes`."""
        self.gathered = pb.ToGateway()
        self.questions = []
        self.judged = []

    def take(self) -> Iterator[list[bytes]]:
        """Yield all waiting messages, serialised, of limited size, each in pieces; then keep none.

        Verdicts go first, because a seat gets them before further events. Closes go next, after the messages that
        precede them, because the seats that they free may be opened next.
        """
        if self.judged:
            judged, self.judged = self.judged, []
            yield from _whole(pb.ToGateway(judged=judged))
        gathered, self.gathered = self.gathered, pb.ToGateway()
        if self.closes:
            first = pb.ToGateway(tells=gathered.tells, marks=gathered.marks, closes=self.closes)
            gathered.ClearField("tells")
            gathered.ClearField("marks")
            self.closes = []
            yield from _whole(first)
        yield from _whole(gathered)
        questions, self.questions = self.questions, []
        yield from questions


def _whole(gathered: pb.ToGateway) -> Iterator[list[bytes]]:
    return ([parcel] for parcel in split_message(gathered) if parcel)


class Link:
    """A worker's stream to one gateway; after a break it is dialled again for up to two minutes.

    Attributes:
        epoch: The number of streams so far; a seat opened in an earlier stream has to be opened again.
        queues: The questions in columns.
    """

    def __init__(self, address: str, secret: str, flush: Callable[[], None], unread: UnreadGameOvers) -> None:
        """Begin to dial the gateway at *address*. *flush* sends the ready rows of all links."""
        self._unread = unread
        self.address = address
        self._secret = secret
        self._flush = flush
        self.epoch = 0
        self._up = asyncio.Event()
        self._line: Connection | None = None
        self._out = Outbox()
        self._writing = False
        self._opens: dict[tuple[int, int], asyncio.Future[pb.SeatOpened]] = {}  # by seat id and lease number
        self._asks: dict[tuple[int, int, int], asyncio.Future[pb.Answered]] = {}
        self.queues = BatchQueues(self._ask_columns)
        # The link outlives the block that dials it, so its log lines must not have the ids of that block.
        outside = contextvars.Context()
        self._task = asyncio.create_task(self._stay_connected(), name=f"link to {address}", context=outside)

    @property
    def is_over(self) -> bool:
        """Whether the link has stopped dialling."""
        return self._task.done()

    @property
    def is_up(self) -> bool:
        """Whether there is a stream to the gateway now."""
        return self._up.is_set()

    async def comes_up(self, within: float) -> bool:
        """Wait at most *within* seconds for a stream; return whether there is one."""
        try:
            await asyncio.wait_for(self._up.wait(), within)
        except TimeoutError:
            return False
        return True

    async def open(self, message: pb.SeatOpen) -> pb.SeatOpened:
        """Open a seat at the gateway, and return its reply. Raises `LinkBrokenError`."""
        self._require_stream()
        self._out.gathered.opens.append(message)
        return await self._reply(self._opens, (message.seat_id, message.lease_number))

    async def ask(self, message: pb.Ask) -> pb.Answered:
        """Ask a question and return its outcome; it may be repeated. Raises `LinkBrokenError`, `BotAwayError`."""
        self._require_stream()
        self._out.gathered.asks.append(message)
        return await self._reply(self._asks, (message.seat_id, message.number, message.attempt))

    def tell(self, message: pb.Tell) -> None:
        """Send events to a seat. A broken stream loses them, and the reopened seat gets them again."""
        self._out.gathered.tells.append(message)
        self._write_soon()

    def judge(self, message: pb.Judged) -> None:
        """Send a verdict to a seat; a broken stream loses the verdict."""
        self._out.judged.append(message)
        self._write_soon()

    def mark(self, message: pb.Mark) -> None:
        """Let the gateway forget journalled answers of a seat; a later mark replaces a lost one."""
        self._out.gathered.marks.append(message)
        self._write_soon()

    def mark_columns(self, epoch: int, journalled: Unmarked, keep: bool) -> None:
        """Mark the outcomes in *journalled*, if stream number *epoch* still exists.

        *keep*: the gateway moves the outcomes to their seats, for another worker.
        """
        if self.is_up and epoch == self.epoch:
            self.queues.mark(journalled)
            mark = self._out.gathered.column_marks.add(answered=journalled.read, keep=keep)
            mark.keep_seats.extend(journalled.missing)
            self._write_soon()

    def _ask_columns(self, question: list[bytes]) -> None:
        self._out.questions.append(question)
        self._write_soon()

    def close(self, message: pb.SeatClose) -> None:
        """Close a seat at the gateway, now or once there is a stream."""
        self._out.closes.append(message)
        self._write_soon()

    def resend_game_over(self, message: pb.PendingGameOver) -> None:
        """Send a GameOver again; a broken stream loses the message."""
        self._out.gathered.pending_game_overs.append(message)
        self._write_soon()

    async def stop(self, is_clean: bool) -> None:
        """Write the waiting messages, if there is a stream, and end it.

        *is_clean*: the journals have all answers. Otherwise the gateway stores the answers, as for a lost worker.
        """
        if line := self._line:
            self._write()
            line.send(pb.ToGateway(stops=is_clean).SerializeToString())
            line.close()
            await asyncio.wait({line.over}, timeout=LAST_WRITES)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _require_stream(self) -> None:
        if not self.is_up:
            raise LinkBrokenError(f"there is no stream to the gateway {self.address}")

    async def _reply(self, waiting: dict[K, asyncio.Future[T]], key: K) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting[key] = future
        self._write_soon()
        try:
            return await future
        finally:
            if waiting.get(key) is future:
                del waiting[key]

    async def _stay_connected(self) -> None:
        loop = asyncio.get_running_loop()
        pause, up_at = FIRST_PAUSE, loop.time()
        while loop.time() - up_at < FORGET_AFTER:
            try:
                line = await dial(self.address, self._secret, self._receive, self._write)
                pause = FIRST_PAUSE
                try:
                    why = await self._stream(line)
                finally:
                    up_at = loop.time()
                logger.info("the link to the gateway %s ended: %s", self.address, why)
            except NoLinkError as problem:
                logger.warning("no link to the gateway %s: %s", self.address, problem)
                pause = LONGEST_PAUSE if isinstance(problem, LinkRefusedError) else pause
            except Exception:
                logger.exception("link to the gateway %s failed", self.address)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _stream(self, line: Connection) -> str:
        """Use *line* until it ends; return the reason of its end."""
        self.epoch += 1
        self._out.begin()
        self._line = line
        self._up.set()
        self._write_soon()
        try:
            return await asyncio.shield(line.over)
        finally:
            line.abort("the worker ended the stream")
            self._line = None
            self._up.clear()
            self._break_off()

    def _write_soon(self) -> None:
        """Write the waiting messages once, at the end of this turn of the event loop."""
        if not self._writing and self._line:
            self._writing = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        self._writing = False
        if self._line and self._line.is_writable:
            for pieces in self._out.take():
                self._line.send(*pieces)

    def _receive(self, message: pb.ToWorker) -> None:
        for opened in message.opened:
            if opened.status == pb.OPEN_STATUS_AWAY:
                self._break_asks(opened.seat_id, BotAwayError(opened.elapsed_us))
                self._unread.note_away(opened.seat_id)
            elif opened.status != pb.OPEN_STATUS_CLOSED and (opened.seat_id, opened.lease_number) in self._opens:
                _resolve(self._opens, (opened.seat_id, opened.lease_number), opened)
            elif opened.seat_id in self.queues.seats:
                self.queues.seats[opened.seat_id](opened)
            elif opened.status == pb.OPEN_STATUS_CLOSED:
                broken = f"another worker has seat {opened.seat_id:x} at the gateway {self.address}"
                self._break_asks(opened.seat_id, LinkBrokenError(broken))
        for answered in message.answered:
            _resolve(self._asks, (answered.seat_id, answered.number, answered.attempt), answered)
        for seat_id in message.read:
            self._unread.note_read(seat_id)
        self.queues.under_way(message.under_way)
        if message.columns_answered:
            for columns in message.columns_answered:
                self.queues.answered(columns)
            self._flush()
            self._write()
            asyncio.get_running_loop().call_soon(self.queues.shuffle_ahead)

    def _break_asks(self, seat_id: int, reason: Exception) -> None:
        for key, future in self._asks.items():
            if key[0] == seat_id and not future.done():
                future.set_exception(reason)

    def _break_off(self) -> None:
        self.queues.close()
        broken = f"the stream to the gateway {self.address} broke"
        waiting: list[asyncio.Future[Any]] = [*self._opens.values(), *self._asks.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(LinkBrokenError(broken))


def _resolve(waiting: dict[K, asyncio.Future[T]], key: K, value: T) -> None:
    future = waiting.get(key)
    if future is not None and not future.done():
        future.set_result(value)
