"""A gRPC server on asyncio's own sockets; takes the handlers that gRPC's generated code makes."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from grpc import StatusCode
from h2.errors import ErrorCodes
from h2.events import Event, RequestReceived

from arena.rpc.control import HEADER_BYTES
from arena.rpc.endpoint import Endpoint
from arena.rpc.headers import Header, Status, is_grpc, is_well_formed, size_of, timeout_of
from arena.rpc.messages import BadMessage, TooLong
from arena.rpc.served import Aborted, Served, answer
from arena.rpc.stream import Broken, Stream

log = logging.getLogger("arena.rpc")

STREAMS: Final = 256  # calls at once on one connection; its client keeps the next ones back
HANDSHAKE: Final = 10.0  # seconds for TLS
BACKLOG: Final = 1024  # connections that wait to be accepted
BUG: Final = Status(StatusCode.UNKNOWN, "a bug of the arena's, which its log shows; the call did not end as it should")
LARGE_HEADERS: Final = Status(StatusCode.RESOURCE_EXHAUSTED, f"more than {HEADER_BYTES} bytes of metadata")
LATE: Final = Status(StatusCode.DEADLINE_EXCEEDED, "the deadline that the call was given has passed")


class _Path(NamedTuple):
    """What a generic handler is asked by: gRPC's HandlerCallDetails."""

    method: str
    invocation_metadata: tuple[()] = ()


class Server:
    """Answers calls on every address it listens on."""

    def __init__(self, message_bytes: int) -> None:
        """*message_bytes*: the longest message that is taken."""
        self.message_bytes = message_bytes
        self._generic: list[Any] = []
        self._listeners: list[asyncio.Server] = []
        self._open: set[_Connection] = set()
        self._calls: set[asyncio.Task[None]] = set()
        self.is_stopping = False

    def add_generic_rpc_handlers(self, handlers: Iterable[Any]) -> None:
        """As `grpc.aio.Server`'s."""
        self._generic += handlers

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        """As `grpc.aio.Server`'s: generated code gives the same handlers as generic ones too."""

    def handler_of(self, path: str) -> Any:
        """The handler of a call to *path*, or None."""
        for generic in self._generic:
            if handler := generic.service(_Path(path)):
                return handler
        return None

    async def listen(self, host: str, port: int, context: ssl.SSLContext | None = None) -> int:
        """Listen there; *context*: for TLS, it has to offer `h2`. Returns the port. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for address in dict.fromkeys(str(each[4][0]) for each in found):  # of a name with several, the same port of all
            listener = await loop.create_server(
                lambda: _Connection(self),
                address,
                port,
                ssl=context,
                ssl_handshake_timeout=HANDSHAKE if context else None,
                backlog=BACKLOG,
            )
            self._listeners.append(listener)
            port = int(listener.sockets[0].getsockname()[1])
        return port

    async def listen_unix(self, path: str) -> None:
        """Listen on a Unix socket. Raises `OSError`."""
        self._listeners.append(
            await asyncio.get_running_loop().create_unix_server(lambda: _Connection(self), path, backlog=BACKLOG)
        )

    async def stop(self, within: float) -> None:
        """Take no call any more; those under way may end *within* so many seconds, then they are cancelled."""
        self.is_stopping = True
        for listener in self._listeners:
            listener.close()
        for connection in self._open:
            connection.say_goodbye()
        if self._calls:
            await asyncio.wait(self._calls, timeout=within)
        for call in self._calls:
            call.cancel()
        if self._calls:
            await asyncio.wait(self._calls)
        for connection in [*self._open]:
            connection.close()
        await asyncio.gather(*(connection.gone() for connection in self._open))

    def came(self, connection: "_Connection") -> None:
        """Somebody has connected."""
        self._open.add(connection)

    def went(self, connection: "_Connection") -> None:
        """A connection is gone."""
        self._open.discard(connection)

    def runs(self, call: asyncio.Task[None]) -> None:
        """A call has begun."""
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)


class _Connection(Endpoint):
    """Somebody's connection to *server*."""

    def __init__(self, server: Server) -> None:
        super().__init__(False, STREAMS, server.message_bytes)
        self._server = server
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected; who speaks TLS has to have agreed on HTTP/2."""
        self._server.came(self)
        super().connection_made(transport)
        if self._server.is_stopping or self.alpn not in (None, "h2"):
            self.close()

    def connection_lost(self, problem: Exception | None) -> None:
        """The connection is gone, and all calls on it."""
        self._server.went(self)
        super().connection_lost(problem)

    def happened(self, event: Event) -> None:
        """Something came."""
        if isinstance(event, RequestReceived):
            self._begin(event.stream_id or 0, event.headers or [], event.stream_ended is not None)
        else:
            super().happened(event)

    def broke(self, stream: Stream, why: Broken) -> None:
        """A call broke: its handler is told by being cancelled."""
        super().broke(stream, why)
        if task := self._tasks.get(stream.number):
            task.cancel()

    def _begin(self, number: int, headers: list[Header], is_all: bool) -> None:
        """A call came; *is_all*: no message comes with it."""
        if self._server.is_stopping:
            self.reset(number, ErrorCodes.REFUSED_STREAM)
            return
        said = dict(headers)
        path = said.get(b":path", b"").decode("latin-1")
        if not path or not is_well_formed(headers):
            self.reset(number, ErrorCodes.PROTOCOL_ERROR)
            return
        if said.get(b":method") != b"POST" or not is_grpc(said.get(b"content-type", b"")):
            self.send_headers(number, [(b":status", b"415")], is_last=True)
            self.reset(number, ErrorCodes.NO_ERROR)
            return
        stream = self.open(number)
        if is_all:
            stream.has_all()
        self._hand_over(path, headers, stream)

    def _hand_over(self, path: str, headers: list[Header], stream: Stream) -> None:
        """Have the call answered by the handler that is there for *path*."""
        handler = self._server.handler_of(path)
        read, written = (handler.request_deserializer, handler.response_serializer) if handler else (None, None)
        call: Served[Any, Any] = Served(self, stream, headers, read, written)
        if size_of(headers) > HEADER_BYTES:
            call.finish(LARGE_HEADERS)
        elif handler is None:
            call.finish(Status(StatusCode.UNIMPLEMENTED, f"there is no {path} here"))
        else:
            task = self._tasks[stream.number] = self.loop.create_task(self._answer(path, handler, call))
            task.add_done_callback(lambda _: self._tasks.pop(stream.number))
            self._server.runs(task)

    async def _answer(self, path: str, handler: Any, call: Served[Any, Any]) -> None:
        """Run the handler, and end the call as it ends."""
        deadline = asyncio.timeout(timeout_of(call.headers))
        try:
            async with deadline:
                await answer(handler, call)
            status = Status(StatusCode.OK)
        except (Aborted, Broken) as ended:
            status = Status(StatusCode.UNAVAILABLE, str(ended))  # of what has ended nobody hears that
        except TooLong as long:
            status = Status(StatusCode.RESOURCE_EXHAUSTED, str(long))
        except BadMessage as bad:
            status = Status(StatusCode.UNIMPLEMENTED, str(bad))
        except asyncio.CancelledError:
            call.finish(Status(StatusCode.UNAVAILABLE, "the server stops"))
            raise
        except Exception as problem:
            status = LATE if isinstance(problem, TimeoutError) and deadline.expired() else BUG
            if status is BUG:
                log.exception("%s failed", path)
        call.finish(status)
