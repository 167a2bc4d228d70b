"""One stream of the bot: ping it, and check each message of the bot."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from arena.wire.gen import seat_pb2
from bots.check.mock import CaseFailedError, Context, Ending, Stream
from bots.check.owed import OpenDecisions

PING_EVERY: Final = 0.25  # seconds
# What grpc.aio raises for reads and writes of a call that has ended.
STREAM_ENDED: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError)
INFRACTIONS: Final = 20  # kept of one stream


class Pulse:
    """Round trips of pings, in seconds, minus the mock arena's own lag."""

    def __init__(self) -> None:
        self.slowest = 0.0  # the longest answered ping
        self._sent: dict[int, float] = {}
        self._lag = 0.0

    @property
    def unanswered(self) -> int:
        """The number of pings without a pong."""
        return len(self._sent)

    @property
    def longest(self) -> float:
        """The longest time of a ping so far, answered or not."""
        return max([self.slowest, *(time.monotonic() - sent - self._lag for sent in self._sent.values())])

    def record_ping(self, nonce: int) -> None:
        """Note that a ping goes out."""
        self._sent[nonce] = time.monotonic()

    def record_pong(self, nonce: int) -> bool:
        """Note a pong; return whether a ping with its nonce was open."""
        sent = self._sent.pop(nonce, None)
        if sent is not None:
            self.slowest = max(self.slowest, time.monotonic() - sent - self._lag)
        return sent is not None

    def record_lag(self, seconds: float) -> None:
        """Note that the mock arena's loop woke *seconds* late."""
        self._lag = max(self._lag * 0.5, seconds)


class Line(Stream):
    """A stream that is listened to; `infractions`: how it broke the protocol."""

    def __init__(self, context: Context, hello: seat_pb2.Hello, authorization: str) -> None:
        super().__init__(context, hello, authorization)
        self.end_reason = ""  # how the bot ended the stream; "" while it is open
        self.infractions: list[str] = []
        self.owed = OpenDecisions(self.record_infraction)
        self.pulse = Pulse()
        self.heeding = asyncio.Event()  # cleared: do not read from the stream
        self.heeding.set()
        self._writing = asyncio.Lock()

    @property
    def alive(self) -> bool:
        """Whether the stream is open."""
        return not self.end_reason and not self.over.done()

    @property
    def room(self) -> int:
        """The number of seats that the bot accepts."""
        return max(1, self.hello.max_seats)

    @property
    def columnar(self) -> bool:
        """Whether the bot is asked by columns."""
        return bool(self.hello.columnar)

    @property
    def slowest_pong(self) -> float:
        """The longest time of a ping, in seconds, with open pings."""
        return self.pulse.longest if self.alive else self.pulse.slowest

    async def serve(self) -> Ending:
        """Listen until the stream ends; return how."""
        listening = asyncio.ensure_future(self._listen())
        try:
            return await asyncio.shield(self.over)
        except asyncio.CancelledError:
            self.record_end("the bot broke its stream off")
            raise
        finally:
            listening.cancel()

    async def write(self, message: seat_pb2.ToBot) -> None:
        """Write any message. Raises `CaseFailedError` if the bot has gone."""
        if not self.alive:
            raise CaseFailedError(self.end_reason or "the stream has ended")
        async with self._writing:
            try:
                await super().write(message)
            except STREAM_ENDED as error:
                raise CaseFailedError(self.end_reason or "the bot broke its stream off") from error

    async def ping(self, nonce: int) -> None:
        """Send a ping, and time its pong."""
        self.pulse.record_ping(nonce)
        await super().ping(nonce)

    async def keep_pinging(self) -> None:
        """Ping while the stream is open, and measure our own lag."""
        nonce = 2**64 - 1  # the largest, which 53 bits cannot represent
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
        """Note a violation of the protocol; the case that runs fails."""
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
