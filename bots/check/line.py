"""One stream of the bot: send pings, and check each message from the bot."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from arena.wire.gen import seat_pb2
from bots.check.mock import CaseFailedError, Context, Ending, Stream
from bots.check.owed import OpenDecisions

PING_EVERY: Final = 0.25  # seconds between pings
# The exceptions that grpc.aio raises if a call that has ended is read or written.
STREAM_ENDED: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError)
INFRACTIONS: Final = 20  # violations that are kept for one stream


class Pulse:
    """Round trips of pings, in seconds, minus the delay of the mock arena itself."""

    def __init__(self) -> None:
        self.slowest = 0.0  # the longest round trip of an answered ping
        self._sent: dict[int, float] = {}
        self._lag = 0.0

    @property
    def unanswered(self) -> int:
        """The number of pings without a pong."""
        return len(self._sent)

    @property
    def longest(self) -> float:
        """The longest round trip so far, in seconds; an unanswered ping counts up to now."""
        return max([self.slowest, *(time.monotonic() - sent - self._lag for sent in self._sent.values())])

    def record_ping(self, nonce: int) -> None:
        """Record that a ping is sent now. *nonce*: the number that identifies the ping."""
        self._sent[nonce] = time.monotonic()

    def record_pong(self, nonce: int) -> bool:
        """Record a pong; return whether a ping with this *nonce* was open."""
        sent = self._sent.pop(nonce, None)
        if sent is not None:
            self.slowest = max(self.slowest, time.monotonic() - sent - self._lag)
        return sent is not None

    def record_lag(self, seconds: float) -> None:
        """Record that the mock arena's event loop woke up *seconds* late."""
        self._lag = max(self._lag * 0.5, seconds)


class Line(Stream):
    """A stream whose messages are checked; *infractions* lists violations of the protocol."""

    def __init__(self, context: Context, hello: seat_pb2.Hello, authorization: str) -> None:
        super().__init__(context, hello, authorization)
        self.end_reason = ""  # how the bot ended the stream; "" until then
        self.infractions: list[str] = []
        self.owed = OpenDecisions(self.record_infraction)
        self.pulse = Pulse()
        self.heeding = asyncio.Event()  # while cleared, the stream is not read
        self.heeding.set()
        self._writing = asyncio.Lock()

    @property
    def alive(self) -> bool:
        """Whether the stream is open."""
        return not self.end_reason and not self.over.done()

    @property
    def room(self) -> int:
        """The largest number of seats that the bot accepts at the same time."""
        return max(1, self.hello.max_seats)

    @property
    def columnar(self) -> bool:
        """Whether the bot is asked by columns."""
        return bool(self.hello.columnar)

    @property
    def slowest_pong(self) -> float:
        """The longest round trip of a ping, in seconds; on an open stream unanswered pings count too."""
        return self.pulse.longest if self.alive else self.pulse.slowest

    async def serve(self) -> Ending:
        """Read the bot's messages until the stream ends; return the status that ends it."""
        listening = asyncio.ensure_future(self._listen())
        try:
            return await asyncio.shield(self.over)
        except asyncio.CancelledError:
            self.record_end("the bot broke its stream off")
            raise
        finally:
            listening.cancel()

    async def write(self, message: seat_pb2.ToBot) -> None:
        """Send any message to the bot. Raises `CaseFailedError` if the stream has ended."""
        if not self.alive:
            raise CaseFailedError(self.end_reason or "the stream has ended")
        async with self._writing:
            try:
                await super().write(message)
            except STREAM_ENDED as error:
                raise CaseFailedError(self.end_reason or "the bot broke its stream off") from error

    async def ping(self, nonce: int) -> None:
        """Send a ping, and measure the time until its pong."""
        self.pulse.record_ping(nonce)
        await super().ping(nonce)

    async def keep_pinging(self) -> None:
        """Send pings while the stream is open, and measure the delay of the mock arena itself."""
        nonce = 2**64 - 1  # the largest nonce, which 53 bits cannot represent
        with suppress(CaseFailedError):  # if the stream ends during a ping, the case reports it
            while self.alive:
                await self.ping(nonce)
                nonce -= 1
                due = time.monotonic() + PING_EVERY
                await asyncio.sleep(PING_EVERY)
                self.pulse.record_lag(time.monotonic() - due)

    async def _listen(self) -> None:
        try:
            while True:
                await self.heeding.wait()
                message = await self.read()
                if message is None:
                    self.record_end("the bot half-closed its stream")
                    return
                self._heed(message)
        except DecodeError:
            self.record_end("the bot sent bytes that are not a ToArena")
        except STREAM_ENDED:
            self.record_end("the bot broke its stream off")

    def record_end(self, how: str) -> None:
        """Record how the bot ended the stream, and fail its open decisions."""
        self.end_reason = self.end_reason or how
        self.owed.fail_all(self.end_reason)
        self.end()

    def record_infraction(self, what: str) -> None:
        """Record a violation of the protocol, which fails the current case."""
        if len(self.infractions) < INFRACTIONS:
            self.infractions.append(what)

    def _heed(self, message: seat_pb2.ToArena) -> None:
        member = message.WhichOneof("message")
        if member == "answers":
            if not message.answers.answers:
                self.record_infraction("sent Answers without an answer")
            for answer in message.answers.answers:
                self.owed.take_answer(answer)
        elif member == "column_answers":
            self.owed.take_batch_answers(message.column_answers)
        elif member == "pong":
            if not self.pulse.record_pong(message.pong.nonce):
                self.record_infraction(f"sent a pong with the nonce {message.pong.nonce}, which no open ping has")
        elif member == "resign":
            self.owed.fail_decision(message.resign.seat_id, "gave the game up")
        else:
            self.record_infraction("sent a second Hello" if member == "hello" else "sent an empty ToArena")
