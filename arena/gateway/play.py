"""SeatService: the life of a bot's stream, from its Hello to its status."""

import asyncio
import logging
import re
from contextlib import suppress
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from arena.gateway.auth import Context, bot_of
from arena.gateway.bot_stream import BotStream
from arena.gateway.capacity import Capacity
from arena.gateway.hub import DRAINED_MS, Hub
from arena.gateway.refused import Refused, refuse
from arena.gateway.trays import NoAnswer
from arena.store import Store
from arena.wire.columns.layout import VERSION
from arena.wire.gen import link_pb2, seat_pb2

log = logging.getLogger("arena.gateway")

PROTOCOL: Final = 1
HELLO_WAIT: Final = 10.0  # seconds
LINGER: Final = 1.0  # seconds
MESSAGE_BYTES: Final = 1_000_000
ANSWERS: Final = 4096
SEATS: Final = 4096
INSTANCE: Final = re.compile(r"[!-~]{8,64}")
VARIANT: Final = re.compile(r"[!-~]{1,64}")  # what Postgres cannot store must not get as far as the gateway's rows


def add_seat_service(server: grpc.aio.Server, hub: Hub, store: Store, capacity: Capacity) -> None:
    """Let *server* answer SeatService. Messages are read as bytes first, so that what is wrong with one can be said."""
    play: Any = SeatService(hub, store, capacity).play
    handler: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(
        play, response_serializer=link_pb2.ToBotEnvelope.SerializeToString
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("arena.v1.SeatService", {"Play": handler}),))


class SeatService:
    """Bots' streams on *hub*."""

    def __init__(self, hub: Hub, store: Store, capacity: Capacity) -> None:
        self._hub = hub
        self._store = store
        self._capacity = capacity

    async def play(self, _requests: object, context: Context) -> None:
        """A bot's stream; see seat.proto for how it ends."""
        try:
            await self._play(context)
        except Refused as refused:
            await refuse(context, refused)

    async def _play(self, context: Context) -> None:
        # Nothing is refused before Hello is read: see _linger.
        first = await _first_message(context)
        caller = await bot_of(self._store, context)
        hello = _hello_in(first)
        if self._hub.draining:
            line = "this gateway is about to stop: dial another one of the arena, or this one again in a second"
            raise Refused(grpc.StatusCode.UNAVAILABLE, line, DRAINED_MS)
        roster = self._hub.homes.roster
        self._capacity.check(roster.others(caller.version_id, hello.instance), max(1, hello.max_seats))
        instance = roster.called(caller.version_id, hello.instance)
        if instance.seats and instance.is_columnar != bool(hello.columnar):
            raise _invalid(f"columnar {hello.columnar}: this instance said something else before, and has seats still")
        stream = BotStream(instance, caller.bot, self._hub.time)
        self._hub.join(stream, hello)
        try:
            await self._attend(stream, context)
        finally:
            self._hub.leave(stream)

    async def _attend(self, stream: BotStream, context: Context) -> None:
        """Read and write until one of them ends, or the stream is cut."""
        reader = asyncio.ensure_future(self._read(stream, context))
        writer = asyncio.ensure_future(stream.pump.run(context.write))
        try:
            await _first_of(reader, writer, stream.cut)
            if reader.done() and isinstance(fault := reader.exception(), Refused):
                await _close_for(fault, stream, writer)
                await _linger(context)
            elif writer.done():  # its last word was Closing
                await asyncio.wait({reader}, timeout=LINGER)
        finally:
            reader.cancel()
            writer.cancel()
        for task in (reader, writer):
            if task.done() and not task.cancelled():
                task.result()
        if stream.cut.done():
            raise stream.cut.result()

    async def _read(self, stream: BotStream, context: Context) -> None:
        """Handle messages until the bot half-closes. Raises `Refused`."""
        hub = self._hub
        while (data := await context.read()) is not grpc.aio.EOF:
            message = _parse(data)
            kind = message.WhichOneof("message")
            if kind == "answers":
                answers = message.answers.answers
                if len(answers) > ANSWERS:
                    raise _invalid(f"{len(answers)} answers in one message: at most {ANSWERS} are accepted")
                hub.answers(stream, answers)
            elif kind == "column_answers":
                try:
                    hub.columns(stream, message.column_answers)
                except NoAnswer as wrong:
                    raise _invalid(str(wrong)) from None
            elif kind == "pong":
                hub.pong(stream, message.pong.nonce)
            elif kind == "resign":
                hub.resign(stream, message.resign.seat_id)
            elif kind == "hello":
                raise _invalid("a second Hello: it is the first message of a stream and only that")
            else:
                raise _invalid("a message with no known member set: send answers, column_answers, pong or resign")


async def _first_message(context: Context) -> bytes:
    try:
        async with asyncio.timeout(HELLO_WAIT):
            data = await context.read()
    except TimeoutError:
        raise _invalid(f"no Hello came within {HELLO_WAIT:.0f} s: it is the first message of a stream") from None
    if data is grpc.aio.EOF:
        raise _invalid("the stream ended before its Hello")
    assert isinstance(data, bytes)
    return data


def _hello_in(data: bytes) -> seat_pb2.Hello:
    """The first message, checked. Raises `Refused` with what is to be changed."""
    message = _parse(data)
    if message.WhichOneof("message") != "hello":
        raise _invalid("the first message of a stream is Hello")
    hello = message.hello
    if hello.protocol != PROTOCOL:
        raise _invalid(f"protocol {hello.protocol}: this arena speaks {PROTOCOL}")
    if not INSTANCE.fullmatch(hello.instance):
        raise _invalid("instance: 8 to 64 printable ASCII characters without spaces, random for each process start")
    if len(hello.build) > 128:
        raise _invalid(f"build: {len(hello.build)} characters, at most 128 are accepted")
    if not 0 < len(hello.variants) <= 100 or not all(VARIANT.fullmatch(name) for name in hello.variants):
        raise _invalid("variants: name at least one variant id the bot plays, for example spades-4")
    if hello.max_seats > SEATS:
        raise _invalid(f"max_seats {hello.max_seats}: 1 to {SEATS} are accepted")
    if hello.columnar not in (0, VERSION):
        raise _invalid(f"columnar {hello.columnar}: this arena packs format {VERSION}, 0 is for decisions one by one")
    return hello


def _parse(data: bytes) -> link_pb2.ToArenaEnvelope:
    if len(data) > MESSAGE_BYTES:
        raise _invalid(f"a message of {len(data)} bytes: at most {MESSAGE_BYTES} are accepted")
    try:
        return link_pb2.ToArenaEnvelope.FromString(data)
    except DecodeError:
        raise _invalid("a message that is not a ToArena") from None


async def _close_for(fault: Refused, stream: BotStream, writer: asyncio.Future[None]) -> None:
    """The bot did what the protocol forbids: say so on the stream before the call ends."""
    log.warning("bot %s instance %s closed: %s", stream.bot, stream.instance.name, fault.line)
    stream.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_PROTOCOL, text=fault.line))
    await _first_of(writer, stream.cut)


async def _linger(context: Context) -> None:
    """Let the bot read why: a gRPC client whose call ends in the middle of a write may lose what it had not read."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while await context.read() is not grpc.aio.EOF:
                pass


async def _first_of(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


def _invalid(line: str) -> Refused:
    return Refused(grpc.StatusCode.INVALID_ARGUMENT, line)
