"""Listen for workers, check their link secret, and pass their messages to the hub."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from google.protobuf.message import DecodeError

from arena.gateway.seats.hub import Hub
from arena.gateway.seats.worker_stream import WorkerStream
from arena.guards.auth import is_worker
from arena.guards.certificate import Certificate
from arena.wire.address import Address
from arena.wire.columns.frame import MAX_ROWS, head_bytes, rows_of
from arena.wire.framed import MOST, Framed
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.refusals import MalformedError
from arena.wire.splitting import split_message

log = logging.getLogger("arena.gateway")

PROTOCOL: Final = 1
HELLO_BYTES: Final = 4096  # the most bytes of a worker's first message
HELLO_WITHIN: Final = 5.0  # seconds that a worker has for its first message
UNHEARD: Final = 2  # seconds of silence after which a worker with unjournalled answers counts as lost
STRANGERS: Final = 64  # simultaneous connections that have not shown the secret
SIGNED: Final = 2**63  # above every bigint of Postgres
SMALL: Final = 2**31  # above every integer of Postgres
LONGEST_US: Final = 10**15  # thirty years: sums of several such times still fit into 64 bits


class LinkPort:
    """The port that workers connect to. *secret*: the link secret that they must show."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self.hub = hub
        self.secret = secret
        self.strangers = 0
        self._streams: set[asyncio.Future[None]] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, address: Address, certificate: Certificate | None) -> int:
        """Listen on *address*; return the actual port. *certificate*: the one for TLS. Raises `OSError`."""
        context = certificate.ssl_context() if address.tls and certificate else None
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            self._connection,
            address.host,
            address.port,
            ssl=context,
            ssl_handshake_timeout=HELLO_WITHIN if context else None,
        )
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def stop(self, within: float) -> None:
        """Stop listening; wait at most *within* seconds for the workers' streams to end."""
        if self._server:
            self._server.close()
        if self._streams:
            await asyncio.wait(self._streams, timeout=within)

    def _connection(self) -> "Link":
        link = Link(self)
        self._streams.add(link.over)
        link.over.add_done_callback(self._streams.discard)
        return link


class Link(Framed):
    """The gateway's end of one worker's stream."""

    def __init__(self, port: LinkPort) -> None:
        super().__init__(HELLO_BYTES)
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._port = port
        self._hub = port.hub
        self._waking = False
        self._worker: WorkerStream | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._port.strangers += 1
        if self._port.strangers > STRANGERS:
            self.abort("too many have not shown the link secret yet")
        self._patience = asyncio.get_running_loop().call_later(HELLO_WITHIN, self.abort, "no hello came")

    def handle_message(self, message: bytes) -> None:
        try:
            if self._worker is None:
                self._enter(link_pb2.LinkHello.FromString(message))
            else:
                parsed = link_pb2.ToGateway.FromString(message)
                check(parsed)
                self._handle(self._worker, parsed)
        except DecodeError:
            self.abort("it sent bytes that are no message of link.proto")
        except MalformedError as problem:
            self.abort(f"it sent a malformed message: {problem}")

    def handle_drain(self) -> None:
        self._wake()

    def handle_silence(self, beats: int) -> None:
        if beats >= UNHEARD and self._worker is not None and self._hub.has_unmarked(self._worker):
            self.abort("it is silent, and answers to it are in no journal")

    def beat(self) -> bytes:
        under_way = self._hub.batches.under_way(self._worker) if self._worker else ()
        return link_pb2.ToWorker(under_way=under_way).SerializeToString()

    def handle_end(self, why: str) -> None:
        if self._worker is None:
            self._stop_counting()
        else:
            self._hub.unlink(self._worker)
            log.info("worker left: %s", why)
        self.over.set_result(None)

    def _enter(self, hello: link_pb2.LinkHello) -> None:
        if not is_worker(self._port.secret, hello.secret):
            self._refuse("the link secret is not this gateway's ARENA_LINK_SECRET")
        elif hello.protocol != PROTOCOL:
            self._refuse(f"protocol {hello.protocol} is not this gateway's {PROTOCOL}: run the same release everywhere")
        elif self._hub.draining and not self._hub.orphans():
            self._refuse("this gateway is about to stop")
        else:
            self._stop_counting()
            self.most = MOST
            self._worker = WorkerStream(self._wake, self._write)
            self._handlers = _handlers(self._hub, self._worker)
            self._hub.link(self._worker)
            self.send(link_pb2.LinkWelcome(protocol=PROTOCOL).SerializeToString())
            log.info("worker connected")

    def _refuse(self, line: str) -> None:
        log.warning("a worker was refused: %s", line)
        self.send(link_pb2.LinkWelcome(refusal=line, protocol=PROTOCOL).SerializeToString())
        self.close()

    def _stop_counting(self) -> None:
        self._port.strangers -= 1
        self._patience.cancel()

    def _wake(self) -> None:
        """Write the gathered messages once, at the end of this turn of the event loop."""
        if not self._waking:
            self._waking = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        self._waking = False
        worker = self._worker
        if worker is None or not self.is_writable:
            return
        if (gathered := worker.take()) is not None:
            for parcel in split_message(gathered):
                self.send(parcel)
        if worker.is_last:
            self.close()

    def _handle(self, worker: WorkerStream, message: link_pb2.ToGateway) -> None:
        for field, members in message.ListFields():
            if field.name == "stops":
                worker.has_stopped = True
                continue
            handle = self._handlers[field.name]
            for member in members:
                handle(member)


def _handlers(hub: Hub, worker: WorkerStream) -> dict[str, Callable[[Any], None]]:
    return {
        "opens": partial(hub.open, worker),
        "tells": partial(hub.tell, worker),
        "asks": partial(hub.ask, worker),
        "marks": hub.mark,
        "closes": hub.close,
        "column_asks": partial(hub.batches.ask, worker),
        "column_marks": partial(hub.batches.mark, worker),
        "pending_game_overs": partial(hub.resend_game_over, worker),
        "judged": hub.judge,
    }


def check(message: link_pb2.ToGateway) -> None:
    """Check all members of *message*. Raises `MalformedError`, or protobuf's `DecodeError`.

    A worker has shown the link secret and is trusted. But a malformed message must not end the gateway, or the streams
    of bots, when it is used later.
    """
    for opening in (*message.opens, *(pending.open for pending in message.pending_game_overs)):
        _check_number("seat_id", opening.seat_id, SIGNED)
        _check_number("lease_number", opening.lease_number, SIGNED)
        _check_number("opening", opening.opening, SMALL)
        if opening.form not in link_pb2.SeatForm.values():
            raise MalformedError(f"form {opening.form} is unknown: give one of SeatForm")
        link_pb2.TurnEnvelope.FromString(opening.events)
    for tell in message.tells:
        link_pb2.TurnEnvelope.FromString(tell.turn)
    for ask in message.asks:
        link_pb2.TurnEnvelope.FromString(ask.turn)
        _check_times(ask.move_us, ask.bank_us, ask.spent_us)
    for close in message.closes:
        _check_number("lease_number", close.lease_number, SIGNED)
    for batch in message.column_asks:
        data = batch.columns.data
        _check_times(batch.limit_us)
        _check_number("rows", batch.rows, MAX_ROWS + 1)
        if rows_of(data) != batch.rows or len(data) < head_bytes(batch.rows):
            raise MalformedError(f"a batch of {len(data)} bytes is too short for its {batch.rows} rows")
    for judged in message.judged:
        seat_pb2.Verdict.FromString(judged.verdict)
    for mark in message.column_marks:
        _check_number("answered", mark.answered, SIGNED)


def _check_times(*times_us: int) -> None:
    for us in times_us:
        _check_number("a time", us, LONGEST_US)


def _check_number(name: str, number: int, limit: int) -> None:
    if number >= limit:
        raise MalformedError(f"{name} {number} is too large; give less than {limit}")
