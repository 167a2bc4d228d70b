"""One stream to the arena: it receives updates, sends answers, and answers pings."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeAlias

import grpc
from google.protobuf.message import DecodeError

from arena.wire.address import Address
from arena.wire.diagnosis import diagnose
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.refusals import advice_of
from bots.sdk.seats.session import Answer, Reply
from bots.sdk.streams.thinker import Thinker

ANSWERS: Final = 16_384  # answers in one message
CONNECT_WITHIN: Final = 5.0  # seconds to connect
SILENCE: Final = 15.0  # seconds without a ping, after the first one, until the network counts as broken
MESSAGE_BYTES: Final = 64_000_000
OPTIONS: Final = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # If a name has several addresses, dial them in random order, so that processes spread.
    ("grpc.service_config", '{"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": true}}]}'),
)
# The statuses that end the bot if the trailing metadata of the call has no advice (arena/wire/refusals.py).
STOPPING: Final = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.UNIMPLEMENTED)

PLAY: Final = "/arena.v1.SeatService/Play"

Call: TypeAlias = "grpc.aio.StreamStreamCall[bytes, bytes]"


class StoppedError(Exception):
    """Raised if the arena refuses this bot permanently; the message is the reason."""


class UnreachableError(Exception):
    """Raised if no arena answers at the address."""


class TlsMismatchError(UnreachableError):
    """Raised if one side uses TLS and the other does not, or the certificate is wrong; the message says which."""


class StreamEnd(NamedTuple):
    """Why a stream ended, and how long to wait before dialling again."""

    why: str
    after: float | None = None  # seconds to wait; None: the kit chooses


class Stream:
    """A stream on its own channel to one gateway. *welcomed* is called with the message Welcome."""

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
        self._ready = asyncio.Event()
        self._waking = False
        self._last = False
        self._heard = 0.0
        self._silent = False

    def post(self, reply: Reply) -> None:
        """Queue *reply* for sending. May be called from any thread."""
        self._replies.append(reply)
        if not self._waking:
            self._waking = True
            self._thinker.soon(self._wake)

    def finish(self) -> None:
        """Send the queued replies, then let the arena end the stream."""
        self._last = True
        self._thinker.soon(self._wake)

    async def run(self) -> StreamEnd:
        """Dial, and play until the stream ends. Raises `UnreachableError`, `TlsMismatchError`, `StoppedError`."""
        async with self._address.aio_channel(OPTIONS) as channel:
            if not await _connect(channel):
                wrong = await asyncio.to_thread(diagnose, self._address)
                if wrong:
                    raise TlsMismatchError(wrong)
                raise UnreachableError(f"no arena answers at {self._address}; start it, or correct ARENA_SERVER")
            play: Any = channel.stream_stream(PLAY)
            call: Call = play(metadata=self._metadata)
            tasks = (asyncio.ensure_future(self._write(call)), asyncio.ensure_future(self._watch(call)))
            try:
                return await self._read(call)
            except grpc.aio.AioRpcError as error:
                why = error.details() or error.code().name
                advice = advice_of(error.trailing_metadata())
                if advice.stop or (advice.after is None and error.code() in STOPPING):
                    raise StoppedError(why) from error
                return StreamEnd(why, advice.after)
            except DecodeError:
                return StreamEnd("the arena sent bytes that are not a ToBot")
            except asyncio.CancelledError:
                if not self._silent:
                    raise
                return StreamEnd(f"no message for {SILENCE:.0f} s")
            finally:
                for task in tasks:
                    task.cancel()
                call.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, call: Call) -> StreamEnd:
        while isinstance(data := await call.read(), bytes):
            message = link_pb2.ToBotEnvelope.FromString(data)
            member = message.WhichOneof("message")
            if member == "batch":
                self._thinker.put(self, message.batch)
            elif member == "columns":
                self._thinker.put(self, message.columns)
            elif member == "ping":
                self._heard = self._loop.time()
                self._pongs.append(message.ping.nonce)
                self._ready.set()
            elif member == "welcome":
                self._thinker.begin(self)
                self._welcomed(message.welcome)
            elif member == "verdicts":
                self._thinker.hear(
                    self, [seat_pb2.Verdict.FromString(verdict) for verdict in message.verdicts.verdicts]
                )
            elif member == "closing":
                closing = message.closing
                if closing.reason != seat_pb2.CLOSE_REASON_DRAINING and not closing.HasField("retry_after"):
                    raise StoppedError(closing.text or seat_pb2.CloseReason.Name(closing.reason))
                after = closing.retry_after.ToMicroseconds() / 1e6 if closing.HasField("retry_after") else None
                return StreamEnd(closing.text or "the arena closed the stream", after)
        return StreamEnd("the arena ended the stream")

    async def _write(self, call: Call) -> None:
        """Write the Hello, then queued messages. Only `_read` notices if the stream breaks."""
        await call.write(link_pb2.ToArenaEnvelope(hello=self._hello).SerializeToString())
        while True:
            await self._ready.wait()
            self._ready.clear()
            while (message := self._gather()) is not None:
                await call.write(message.SerializeToString())
            if self._last:
                await call.done_writing()
                return

    async def _watch(self, call: Call) -> None:
        """End the stream if the arena stops sending pings."""
        while True:
            await asyncio.sleep(SILENCE / 5)
            if self._heard and self._loop.time() - self._heard > SILENCE:
                self._silent = True
                call.cancel()

    def _gather(self) -> link_pb2.ToArenaEnvelope | None:
        if self._pongs:
            return link_pb2.ToArenaEnvelope(pong=seat_pb2.Pong(nonce=self._pongs.popleft()))
        message = link_pb2.ToArenaEnvelope()
        answers = message.answers.answers
        while self._replies and len(answers) < ANSWERS:
            reply = self._replies[0]
            if isinstance(reply, Answer):
                answers.add(
                    seat_id=reply.seat_id,
                    number=reply.number,
                    action=reply.action,
                    cpu_us=reply.cpu_us,
                    slept_us=reply.slept_us,
                    replaced=reply.replaced,
                )
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
        self._ready.set()


async def _connect(channel: grpc.aio.Channel) -> bool:
    """Return whether the address accepts a connection; False immediately if it refuses."""
    with suppress(TimeoutError):
        async with asyncio.timeout(CONNECT_WITHIN):
            while (state := channel.get_state(try_to_connect=True)) is not grpc.ChannelConnectivity.READY:
                if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
                    return False
                await channel.wait_for_state_change(state)
            return True
    return False
