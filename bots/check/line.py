"""One stream of the bot at the mock arena: what it sends is sorted as it comes, and what it owes is known."""

import asyncio
import time
from contextlib import suppress
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from arena.wire.gen import seat_pb2
from bots.check.owed import Owed
from bots.check.stream import Context, Ending, Failed, Stream

PING_EVERY: Final = 0.25  # seconds
# What grpc.aio raises for reads and writes of a call that has ended.
STREAM_ENDED: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError)
FAULTS: Final = 20  # that are kept of one stream


class Pulse:
    """Times in seconds, less what the mock arena itself was late (`lag`): that is not the bot's."""

    def __init__(self) -> None:
        self.slowest = 0.0  # of those that were answered
        self._sent: dict[int, float] = {}
        self._lag = 0.0

    @property
    def unanswered(self) -> int:
        """Pings without a pong."""
        return len(self._sent)

    @property
    def longest(self) -> float:
        """What the longest ping has taken so far, answered or not."""
        return max([self.slowest, *(time.monotonic() - sent - self._lag for sent in self._sent.values())])

    def sent(self, nonce: int) -> None:
        """A ping goes out."""
        self._sent[nonce] = time.monotonic()

    def answered(self, nonce: int) -> bool:
        """A pong has come; False when no open ping has its nonce."""
        sent = self._sent.pop(nonce, None)
        if sent is not None:
            self.slowest = max(self.slowest, time.monotonic() - sent - self._lag)
        return sent is not None

    def lagged(self, seconds: float) -> None:
        """The mock arena's loop woke so late."""
        self._lag = max(self._lag * 0.5, seconds)


class Line(Stream):
    """A stream that is listened to. What no protocol allows is in `faults`, and fails the case that runs."""

    def __init__(self, context: Context, hello: seat_pb2.Hello, authorization: str) -> None:
        super().__init__(context, hello, authorization)
        self.gone = ""  # how the bot ended the stream; "" while it has not
        self.faults: list[str] = []
        self.owed = Owed(self.fault)
        self.pulse = Pulse()
        self.heeding = asyncio.Event()  # cleared: what the bot sends is left in the socket
        self.heeding.set()
        self._writing = asyncio.Lock()

    @property
    def alive(self) -> bool:
        """Whether the stream goes on."""
        return not self.gone and not self.over.done()

    @property
    def room(self) -> int:
        """Seats the bot is willing to hold."""
        return max(1, self.hello.max_seats)

    @property
    def columnar(self) -> bool:
        """Whether decisions come as columns, and only so."""
        return bool(self.hello.columnar)

    @property
    def slowest_pong(self) -> float:
        """Seconds; a ping that is open counts while the stream lives."""
        return self.pulse.longest if self.alive else self.pulse.slowest

    async def serve(self) -> Ending:
        """Listen until the end."""
        listening = asyncio.ensure_future(self._listen())
        try:
            return await asyncio.shield(self.over)
        except asyncio.CancelledError:
            self.lost("the bot broke its stream off")
            raise
        finally:
            listening.cancel()

    async def write(self, message: seat_pb2.ToBot) -> None:
        """Any message. `Failed`: the bot has gone."""
        if not self.alive:
            raise Failed(self.gone or "the stream has ended")
        async with self._writing:
            try:
                await super().write(message)
            except STREAM_ENDED as error:
                raise Failed(self.gone or "the bot broke its stream off") from error

    async def ping(self, nonce: int) -> None:
        """One ping; its pong is timed."""
        self.pulse.sent(nonce)
        await super().ping(nonce)

    async def keep_pinging(self) -> None:
        """Ping for as long as the stream lives, and know how late this loop itself is."""
        nonce = 2**64 - 1  # the largest there is: a bot that keeps it in 53 bits sends another one back
        with suppress(Failed):  # a stream that ends under a ping is the case's affair
            while self.alive:
                await self.ping(nonce)
                nonce -= 1
                due = time.monotonic() + PING_EVERY
                await asyncio.sleep(PING_EVERY)
                self.pulse.lagged(time.monotonic() - due)

    async def _listen(self) -> None:
        """Sort what the bot sends, until it ends the stream."""
        try:
            while True:
                await self.heeding.wait()
                message = await self.read()
                if message is None:
                    self.lost("the bot half-closed its stream")
                    return
                self._heed(message)
        except DecodeError:
            self.lost("the bot sent bytes that are no ToArena")
        except STREAM_ENDED:
            self.lost("the bot broke its stream off")

    def lost(self, how: str) -> None:
        """The bot has ended the stream: nothing that it owes will come."""
        self.gone = self.gone or how
        self.owed.lost(self.gone)
        self.end()

    def fault(self, what: str) -> None:
        """Note what no protocol allows; the case that runs fails with it."""
        if len(self.faults) < FAULTS:
            self.faults.append(what)

    def _heed(self, message: seat_pb2.ToArena) -> None:
        member = message.WhichOneof("message")
        if member == "answers":
            if not message.answers.answers:
                self.fault("sent Answers with no answer in it")
            for answer in message.answers.answers:
                self.owed.answered(answer)
        elif member == "column_answers":
            self.owed.batch_answered(message.column_answers)
        elif member == "pong":
            if not self.pulse.answered(message.pong.nonce):
                self.fault(f"sent a pong with the nonce {message.pong.nonce}, which no open ping has")
        elif member == "resign":
            self.owed.refused(message.resign.seat_id, "gave the game up")
        else:
            self.fault("sent a second Hello" if member == "hello" else "sent a ToArena with nothing in it")
