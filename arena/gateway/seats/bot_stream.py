"""Write a bot's stream: Welcome, updates, pings, Closing."""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import grpc

from arena.gateway.seats.clock import RoundTrips
from arena.gateway.seats.infractions import StreamInfraction
from arena.gateway.seats.instances import Instance
from arena.gateway.seats.open_batches import Batch
from arena.gateway.seats.row_delivery import Ask
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.timekeeper import Timekeeper
from arena.guards.auth import RefusedError
from arena.wire.columns.frame import columns_bytes
from arena.wire.gen import link_pb2, seat_pb2

Body = Literal["start", "turn", "rejected", "resume", "game_over"]
BATCH_UPDATES: Final = 16_384  # the most updates in one message
VERDICTS: Final = 4096  # the most verdicts in one message
BATCH_BYTES: Final = 1_000_000  # bytes of bodies that fill a message; gRPC clients accept 4 MiB by default
SILENT_BEATS: Final = 5  # pings without a pong, after which a stream is cut
LINE_BYTES: Final = 16_000  # bytes per beat on the slowest supported line: 64 kbit/s
LONGEST_SILENCE: Final = 60  # `SILENT_BEATS` for a line that still carries unread bytes, at most
OPEN_PINGS: Final = 64  # remembered pings without a pong: limits the memory for a bot that answers only some pings
SILENT_RETRY_MS: Final = 100
WRITE_WITHIN: Final = 2.0  # seconds; only a bot that does not read takes longer


class Pump:
    """Writes the messages that *gather* returns; when it returns None, waits for `wake`."""

    def __init__(self, gather: Callable[[], bytes | None]) -> None:
        self._gather = gather
        self._ready = asyncio.Event()
        self._last = False
        self._is_stopped = False

    def wake(self) -> None:
        """Make the pump look for messages, because one is ready."""
        self._ready.set()

    def finish(self) -> None:
        """Let `run` return once all gathered messages are written."""
        self._last = True
        self._ready.set()

    async def stop(self, running: "asyncio.Future[None]") -> None:
        """Stop *running*, the task of `run`, after the current write.

        gRPC does not end a call whose first write was cancelled, so the client would wait for ever.
        """
        self._is_stopped = True
        self.finish()
        running.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # retrieved, so not logged
        await asyncio.wait({running}, timeout=WRITE_WITHIN)
        running.cancel()

    async def run(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Write messages with *write* until `finish` or `stop`. Raises the errors of *write*."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            while not self._is_stopped and (message := self._gather()) is not None:
                await write(message)
            if self._last:
                return


class BotStream:
    """The messages to one bot, and the confirmations by its pongs.

    Attributes:
        infractions: Counts by `StreamInfraction`.
        cut: When set, the call ends at once with this status.
    """

    def __init__(self, instance: Instance, bot: str, time: Timekeeper) -> None:
        self.instance = instance
        self.bot = bot
        self.trips = RoundTrips()
        self.infractions: Counter[str] = Counter()
        self._counted: Counter[str] = Counter()
        self.cut: asyncio.Future[RefusedError] = asyncio.get_running_loop().create_future()
        self.pump = Pump(self._gather)
        self.time = time
        self._heard_at = time.now()
        self._first: deque[link_pb2.ToBotEnvelope] = deque()
        self._news: deque[tuple[Seat, Body, bytes, Ask | None]] = deque()
        self._columns: deque[Batch] = deque()
        self._verdicts: list[bytes] = []
        self._closing: seat_pb2.Closing | None = None
        self._pings: dict[int, tuple[int, int]] = {}  # nonce -> (time of writing in us, bytes written before)
        self._ping = 0
        self._ping_written = 0
        self._silent = 0  # calls of `beat` since the last pong
        self._bytes = 0  # bytes written
        self._bytes_read = 0  # bytes written that a pong confirmed
        self._unread: deque[tuple[int, Seat, bytes]] = deque()  # (nonce of the last ping before it, seat, GameOver)

    @property
    def silent_us(self) -> int:
        """Microseconds since the last pong, or since the stream began."""
        return self.time.now() - self._heard_at

    def welcome(self, welcome: seat_pb2.Welcome) -> None:
        """Write *welcome* as the first message, then the first ping."""
        self._first.append(link_pb2.ToBotEnvelope(welcome=welcome))
        self.beat()

    def push(self, seat: Seat, body: Body, data: bytes, ask: Ask | None = None) -> None:
        """Write an update of *seat*: the serialised *body*. *ask*: the question in it, whose clock starts."""
        self._news.append((seat, body, data, ask))
        self.pump.wake()

    def push_columns(self, batch: Batch) -> None:
        """Write a batch of decisions, after all waiting updates."""
        self._columns.append(batch)
        self.pump.wake()

    def push_verdict(self, verdict: bytes) -> None:
        """Write a serialised Verdict, before the waiting updates."""
        self._verdicts.append(verdict)
        self.pump.wake()

    def beat(self) -> None:
        """Ping the bot, unless the previous ping is not written yet.

        Five pings without a pong cut the stream; the limit is higher while the bot has unread bytes to receive.
        """
        self._silent += 1
        unread = (self._bytes - self._bytes_read) // LINE_BYTES
        if self._silent > min(SILENT_BEATS + unread, LONGEST_SILENCE) and not self.cut.done():
            self.infractions[StreamInfraction.SILENT] += 1
            text = "no ping was answered for 10 s and the time that what came before it takes: dial again"
            self.cut.set_result(RefusedError(grpc.StatusCode.UNAVAILABLE, text, SILENT_RETRY_MS))
        if self._ping_written < self._ping:
            return
        self._ping += 1
        self._first.append(link_pb2.ToBotEnvelope(ping=seat_pb2.Ping(nonce=self._ping)))
        self.pump.wake()

    def pong(self, nonce: int) -> list[tuple[Seat, bytes]] | None:
        """Take the pong to ping *nonce*; return the (seat, GameOver) pairs that it confirms, None if it is stray."""
        written = self._pings.pop(nonce, None)
        if written is None:
            self.infractions[StreamInfraction.STRAY_PONG] += 1
            return None
        written_at, self._bytes_read = written
        self._silent = 0
        self._heard_at = self.time.now()
        self.trips.add(self._heard_at - written_at)
        read = []
        while self._unread and self._unread[0][0] < nonce:
            _, seat, game_over = self._unread.popleft()
            read.append((seat, game_over))
        return read

    @property
    def is_closed(self) -> bool:
        """Whether Closing was written, or waits to be written."""
        return self._closing is not None

    def new_infractions(self) -> Counter[str]:
        """Return the counts of infractions since the last call."""
        new, self._counted = self.infractions - self._counted, self.infractions.copy()
        return new

    def close(self, closing: seat_pb2.Closing, patience: float = 2.0) -> None:
        """Write *closing* as the last message, and end the call within *patience* seconds."""
        if self._closing is not None:
            return
        self._closing = closing
        self.pump.finish()
        retry_ms = closing.retry_after.ToMilliseconds() if closing.HasField("retry_after") else None
        end = RefusedError(grpc.StatusCode.UNAVAILABLE, f"the stream was closed: {closing.text}", retry_ms)
        asyncio.get_running_loop().call_later(patience, self._cut_off, end)

    def _cut_off(self, end: RefusedError) -> None:
        if not self.cut.done():
            self.cut.set_result(end)

    def _gather(self) -> bytes | None:
        if self._first:
            return self._first_message().SerializeToString()
        if self._verdicts:
            verdicts, self._verdicts = self._verdicts[:VERDICTS], self._verdicts[VERDICTS:]
            envelope = link_pb2.VerdictsEnvelope(verdicts=verdicts)
            return link_pb2.ToBotEnvelope(verdicts=envelope).SerializeToString()
        if self._news:
            return self._batch().SerializeToString()
        if self._columns:
            return self._shown(self._columns.popleft())
        if self._closing is not None:
            closing, self._closing = self._closing, seat_pb2.Closing()
            return link_pb2.ToBotEnvelope(closing=closing).SerializeToString() if closing.reason else None
        return None

    def _first_message(self) -> link_pb2.ToBotEnvelope:
        message = self._first.popleft()
        if message.HasField("ping"):
            self._ping_written = message.ping.nonce
            self._pings[message.ping.nonce] = (self.time.now(), self._bytes)
            if len(self._pings) > OPEN_PINGS:
                del self._pings[next(iter(self._pings))]
        return message

    def _shown(self, batch: Batch) -> bytes:
        now = self.time.now()
        batch.show(now, now - self.time.unread_since())
        self._bytes += len(batch.data)
        return columns_bytes(batch.id, batch.data)

    def _batch(self) -> link_pb2.ToBotEnvelope:
        message = link_pb2.ToBotEnvelope()
        updates = message.batch.updates
        now = self.time.now()
        lag_us = now - self.time.unread_since()
        size = 0
        while self._news and len(updates) < BATCH_UPDATES and size < BATCH_BYTES:
            seat, body, data, ask = self._news.popleft()
            update = updates.add(seat_id=seat.id)
            setattr(update, body, data)
            if ask:
                ask.put_clock(update.clock, now, lag_us)
            size += len(data)
            if body == "game_over":
                self._unread.append((self._ping_written, seat, data))
        self._bytes += size
        return message
