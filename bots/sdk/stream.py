"""One stream to the arena, from Hello to its end: batches in, answers gathered out, pings answered at once."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError
from grpc import StatusCode

from arena.rpc import Call, Ended, NotReached, Status, dial
from arena.rpc.pump import Pump
from arena.wire.address import Address
from arena.wire.diagnosis import diagnose
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.refusals import advice_of
from bots.sdk.session import Answer, Reply
from bots.sdk.thinker import Thinker

ANSWERS: Final = 4096  # in one message
CONNECT_WITHIN: Final = 5.0  # seconds
SILENCE: Final = 15.0  # seconds without a ping from an arena that has pinged: the network is gone
MESSAGE_BYTES: Final = 64_000_000
# What ends the bot where the call's trailing metadata says nothing (see arena/wire/refusals.py).
STOPPING: Final = (StatusCode.UNAUTHENTICATED, StatusCode.INVALID_ARGUMENT, StatusCode.UNIMPLEMENTED)

PLAY: Final = "/arena.v1.SeatService/Play"


class Stopped(Exception):
    """The arena does not want this bot as it is, and dialling again would not help; the message is the reason."""


class Unreachable(Exception):
    """Nothing answers at the address."""


class Mistaken(Unreachable):
    """What listens at the address cannot be talked to as it was given; the message says what is wrong with TLS."""


class Broken(NamedTuple):
    """A stream that ended and is to be dialled again: why, and after how many seconds (None: as the kit likes)."""

    why: str
    after: float | None = None


class _Closing(Exception):
    """The arena's last message came."""

    def __init__(self, message: seat_pb2.Closing) -> None:
        super().__init__(message.text)
        self.message = message


class Stream:
    """A stream on a connection of its own; *welcomed* is called when the arena has let the bot in."""

    def __init__(
        self,
        address: Address,
        token: str,
        hello: seat_pb2.Hello,
        thinker: Thinker,
        welcomed: Callable[[seat_pb2.Welcome], None],
    ) -> None:
        self._address = address
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._hello = hello
        self._thinker = thinker
        self._welcomed = welcomed
        self._loop = asyncio.get_running_loop()
        self._pongs: deque[int] = deque()
        self._replies: deque[Reply] = deque()
        self._pump = Pump(self._gathered)
        self._waking = False
        self._heard = 0.0
        self._silent = False

    def post(self, reply: Reply) -> None:
        """Send *reply* when the write before is done; from any thread. As in `Listener`."""
        self._replies.append(reply)
        if not self._waking:
            self._waking = True
            self._thinker.soon(self._wake)

    def finish(self) -> None:
        """Send what is there, then let the arena end the stream; from any thread."""
        self._thinker.soon(self._pump.finish)

    async def run(self) -> Broken:
        """Dial, and play until the stream ends.

        Raises:
            Unreachable: nothing answers at the address, or (`Mistaken`) not with TLS as it should be.
            Stopped: the arena said that dialling again is of no use.
        """
        try:
            line = await dial(self._address, MESSAGE_BYTES, CONNECT_WITHIN)
        except NotReached:
            wrong = await asyncio.to_thread(diagnose, self._address)
            raise Mistaken(wrong) if wrong else Unreachable(f"no arena answers at {self._address}") from None
        try:
            call = line.call(PLAY, self._metadata)
        except Ended as ended:
            return _ended(ended.status)
        tasks = (asyncio.ensure_future(self._write(call)), asyncio.ensure_future(self._watch(call)))
        try:
            return await self._read(call)
        except Ended as ended:
            return Broken(f"nothing was heard for {SILENCE:.0f} s") if self._silent else _ended(ended.status)
        except DecodeError:
            return Broken("the arena sent what is no ToBot")
        finally:
            for task in tasks:
                task.cancel()
            call.cancel()
            line.close()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, call: Call) -> Broken:
        try:
            await call.hear(self._receive)
        except _Closing as closing:
            return _closed(closing.message)
        return Broken("the arena ended the stream")

    def _receive(self, data: bytes) -> float:
        """A message came. Returns how long not to read on: not at all. Raises `_Closing`, `DecodeError`."""
        message = link_pb2.ToBotEnvelope.FromString(data)
        member = message.WhichOneof("message")
        if member == "batch":
            self._thinker.put(self, message.batch)
        elif member == "columns":
            self._thinker.put(self, message.columns)
        elif member == "ping":
            self._heard = self._loop.time()
            self._pongs.append(message.ping.nonce)
            self._pump.write_at_once()
        elif member == "welcome":
            self._thinker.begin(self)
            self._welcomed(message.welcome)
        elif member == "closing":
            raise _Closing(message.closing)
        return 0.0

    async def _write(self, call: Call) -> None:
        """Hello, then whatever is ready. A write that fails ends this task; the reader learns why."""
        await call.write(link_pb2.ToArenaEnvelope(hello=self._hello).SerializeToString())
        await self._pump.run(call)
        call.done_writing()

    async def _watch(self, call: Call) -> None:
        """An arena that pings and then says nothing for long is gone, whatever the network says."""
        while True:
            await asyncio.sleep(SILENCE / 5)
            if self._heard and self._loop.time() - self._heard > SILENCE:
                self._silent = True
                call.cancel()

    def _gathered(self) -> bytes | None:
        message = self._next()
        return message and message.SerializeToString()

    def _next(self) -> link_pb2.ToArenaEnvelope | None:
        if self._pongs:
            return link_pb2.ToArenaEnvelope(pong=seat_pb2.Pong(nonce=self._pongs.popleft()))
        message = link_pb2.ToArenaEnvelope()
        answers = message.answers.answers
        while self._replies and len(answers) < ANSWERS:
            reply = self._replies[0]
            if isinstance(reply, Answer):
                answers.add(seat_id=reply.seat_id, number=reply.number, action=reply.action)
            elif answers:
                break
            self._replies.popleft()
            if isinstance(reply, seat_pb2.Resign):
                return link_pb2.ToArenaEnvelope(resign=reply)
            if isinstance(reply, seat_pb2.ColumnAnswers):
                return link_pb2.ToArenaEnvelope(column_answers=reply)
        return message if answers else None

    def _wake(self) -> None:
        self._waking = False
        self._pump.write_at_once()


def _ended(status: Status) -> Broken:
    """What a status means. Raises `Stopped`."""
    why = status.details or status.code.name
    advice = advice_of(status.metadata)
    if advice.stop or (advice.after is None and status.code in STOPPING):
        raise Stopped(why)
    return Broken(why, advice.after)


def _closed(closing: seat_pb2.Closing) -> Broken:
    """What the arena's last message means. Raises `Stopped`."""
    if closing.reason != seat_pb2.CLOSE_REASON_DRAINING and not closing.HasField("retry_after"):
        raise Stopped(closing.text or seat_pb2.CloseReason.Name(closing.reason))
    after = closing.retry_after.ToMicroseconds() / 1e6 if closing.HasField("retry_after") else None
    return Broken(closing.text or "the arena closed the stream", after)
