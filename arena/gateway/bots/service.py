"""The gRPC SeatService: a bot's stream from its Hello to its closing status."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import grpc

from arena.gateway.bots.capacity import Allowance, Capacity, Flooders, check_instances
from arena.gateway.bots.hello import check_build, invalid, parse, parse_hello, read_first_message, read_version
from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.hub import DRAINED_MS, Hub
from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.gateway.seats.open_batches import NoAnswerError
from arena.guards.auth import Caller, Context, LiveTokens, RefusedError, bot_of, refuse
from arena.guards.buckets import Buckets, UnknownCallers
from arena.guards.limits import ACTION_BYTES, ANSWERS, DIALS_BURST, DIALS_RATE, ENVELOPE_BYTES, MESSAGE_BYTES
from arena.guards.proxies import Proxies
from arena.logs import begin_request
from arena.store import Store
from arena.wire.gen import seat_pb2
from arena.wire.refusals import REQUEST_ID

log = logging.getLogger("arena.gateway")

LINGER: Final = 1.0  # seconds for which a call stays open after its last message
LINGER_PAUSE: Final = 0.02  # seconds between two messages that are discarded
REDIAL_MS: Final = 5000


def add_seat_service(
    server: grpc.aio.Server, hub: Hub, store: Store, capacity: Capacity, live: LiveTokens, proxies: Proxies
) -> None:
    """Add SeatService to *server*, for the seats of *hub*."""
    # gRPC passes the messages on unparsed, so that a refusal can explain the error in a message.
    play: Any = SeatService(hub, store, capacity, live, proxies).play
    handler: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("arena.v1.SeatService", {"Play": handler}),))


class SeatService:
    """The gRPC service that connects bots' streams to the seats of *hub*."""

    def __init__(self, hub: Hub, store: Store, capacity: Capacity, live: LiveTokens, proxies: Proxies) -> None:
        self._hub = hub
        self._live = live
        self._store = store
        self._capacity = capacity
        self._proxies = proxies
        self._strangers = UnknownCallers(hub.now)
        self._flooders = Flooders(hub.now)
        self._dials: Buckets[int] = Buckets(DIALS_BURST, DIALS_RATE, hub.now)

    async def play(self, _requests: object, context: Context) -> None:
        """Serve a bot's stream until it ends (seat.proto lists the ways)."""
        try:
            context.set_trailing_metadata(((REQUEST_ID, begin_request()),))
            await self._play(context)
        except RefusedError as refused:
            await refuse(context, refused)

    async def _play(self, context: Context) -> None:
        caller, stream, hello = await self._enter(context)
        self._hub.join(stream, hello)
        try:
            with self._live.follow(caller.token_id, lambda line: _close_for_token(line, stream)):
                await self._attend(stream, context)
        except (asyncio.CancelledError, grpc.aio.InternalError):
            if not stream.is_closed:
                stream.infractions[StreamInfraction.BROKEN] += 1
            raise
        finally:
            self._hub.leave(stream)

    async def _enter(self, context: Context) -> tuple[Caller, BotStream, seat_pb2.Hello]:
        with self._strangers.track_caller(self._proxies.caller_of(context)):
            # All other refusals come only after Hello was read, for the reason in `_linger`.
            first = await read_first_message(context)
            caller = await bot_of(self._store, context, read_version(first))
        try:
            if not self._dials.take(caller.version_id):
                often = f"more than {DIALS_BURST} times, and more than {DIALS_RATE} times a second after that"
                advice = f"pause longer each time, dial again in {REDIAL_MS // 1000} seconds"
                line = f"this bot version dialled {often}: {advice}"
                raise InfractionError(StreamInfraction.REDIAL, line, REDIAL_MS)
            self._flooders.check(caller.version_id)
            hello = parse_hello(first)
            await check_build(self._store, caller, hello.build)
            return caller, self._admit(caller, hello), hello
        except InfractionError as error:
            self._hub.infractions.add(caller.version_id, Counter([error.infraction]))
            raise

    def _admit(self, caller: Caller, hello: seat_pb2.Hello) -> BotStream:
        """Return a stream for *caller*. Raises `RefusedError` without room, `InfractionError` if *hello* conflicts."""
        if self._hub.draining:
            line = "this gateway is about to stop: dial another one of the arena, or this one again in a second"
            raise RefusedError(grpc.StatusCode.UNAVAILABLE, line, DRAINED_MS)
        roster = self._hub.homes.roster
        others = roster.others(caller.version_id, hello.instance)
        self._capacity.check(others, caller.version_id, max(1, hello.max_seats))
        check_instances(roster.of(caller.version_id), hello.instance)
        instance = roster.get_or_create(caller.version_id, hello.instance)
        if instance.seats and instance.is_columnar != bool(hello.columnar):
            keep = "this instance still has seats under the other value: keep that, or use another instance name"
            raise invalid(f"columnar {hello.columnar}: {keep}")
        return BotStream(instance, caller.bot, self._hub.time)

    async def _attend(self, stream: BotStream, context: Context) -> None:
        """Read and write messages until either task ends, or the stream is cut."""
        reader = asyncio.ensure_future(self._read(stream, context))
        writer = asyncio.ensure_future(stream.pump.run(context.write))
        try:
            await _first_of(reader, writer, stream.cut)
            if reader.done() and isinstance(error := reader.exception(), InfractionError):
                self._flooders.keep_out(stream.instance.version_id, error)
                log.warning("bot %s instance %s closed: %s", stream.bot, stream.instance.name, error.line)
                stream.infractions[error.infraction] += 1
                closing = seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_PROTOCOL, text=error.line)
                if error.retry_ms is not None:
                    closing.reason = seat_pb2.CLOSE_REASON_FLOOD
                    closing.retry_after.FromMilliseconds(error.retry_ms)
                stream.close(closing)
                await _first_of(writer, stream.cut)
                await _linger(context)
            elif writer.done():  # the writer has written Closing
                await asyncio.wait({reader}, timeout=LINGER)
        finally:
            reader.cancel()
            await stream.pump.stop(writer)
        for task in (reader, writer):
            if task.done() and not task.cancelled():
                task.result()
        if stream.cut.done():
            raise stream.cut.result()

    async def _read(self, stream: BotStream, context: Context) -> None:
        """Handle messages until the stream ends; slow down a bot that sends unasked ones. Raises `InfractionError`."""
        allowance = Allowance(self._hub.now)
        while (data := await context.read()) is not grpc.aio.EOF:
            cost = self._handle(stream, data)
            if cost and (wait := allowance.spend(cost)):
                await asyncio.sleep(wait)
        # A broken call may show as EOF first; reading once more lets its cancellation arrive.
        await context.read()

    def _handle(self, stream: BotStream, data: bytes) -> int:
        """Handle a serialised message; return the cost of its unasked part (limits.py). Raises `InfractionError`."""
        hub, message = self._hub, parse(data, MESSAGE_BYTES)
        kind, parts = message.WhichOneof("message"), 1
        if kind == "answers":
            parts = len(message.answers.answers)
            if parts > ANSWERS:
                line = f"{parts} answers in one message: at most {ANSWERS} are accepted"
                raise InfractionError(StreamInfraction.TOO_MANY, line)
            asked = hub.answers(stream, message.answers.answers)
        elif kind == "column_answers":
            try:
                asked = hub.batches.answer(stream, message.column_answers)
            except NoAnswerError as wrong:
                raise invalid(str(wrong)) from None
            parts = max(1, asked)
        elif kind == "pong":
            asked = hub.pong(stream, message.pong.nonce)
        elif kind == "resign":
            asked = hub.resign(stream, message.resign.seat_id)
        elif kind == "hello":
            raise invalid("a second Hello: send Hello only as the first message of a stream")
        else:
            raise invalid("a message with no known member set: send answers, column_answers, pong or resign")
        beyond = len(data) - ENVELOPE_BYTES - max(1, asked) * (ENVELOPE_BYTES + ACTION_BYTES)
        return max(1, parts) - asked + max(0, beyond) // 1024


def _close_for_token(line: str, stream: BotStream) -> None:
    log.warning("bot %s instance %s closed: %s", stream.bot, stream.instance.name, line)
    stream.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_TOKEN, text=line))


async def _linger(context: Context) -> None:
    # If a call ends while the client writes, gRPC may lose the messages that the client has not read.
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while await context.read() is not grpc.aio.EOF:  # noqa: ASYNC110
                await asyncio.sleep(LINGER_PAUSE)  # do not read a flood at full speed


async def _first_of(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
