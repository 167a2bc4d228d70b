"""A call as the server sees it: what gRPC's handlers know as their context."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar, cast

from grpc import StatusCode
from h2.errors import ErrorCodes

from arena.rpc.headers import CONTENT_TYPE, Header, Metadata, Status, metadata_of, trailers_of
from arena.rpc.stream import Listener, Stream

if TYPE_CHECKING:
    from arena.rpc.endpoint import Endpoint

Request = TypeVar("Request")
Response = TypeVar("Response")
ACCEPTED: Final[list[Header]] = [
    (b":status", b"200"),
    (b"content-type", CONTENT_TYPE),
    (b"grpc-accept-encoding", b"identity"),
]


class Aborted(Exception):
    """What `abort` raises once the call has ended."""


class Served(Generic[Request, Response]):
    """A call under way. The handler runs in a task of its own, which is cancelled when the call breaks.

    `read` and `write` are for streams, and for handlers of this house: libraries' may use `abort` and `write`.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        stream: Stream,
        headers: list[Header],
        read: Callable[[bytes], Request] | None,
        written: Callable[[Response], bytes] | None,
    ) -> None:
        """*read*, *written*: how a message is made of bytes, and bytes of one; None: they are passed on."""
        self.stream = stream
        self.headers = headers
        self._endpoint = endpoint
        self._read = read
        self._written = written
        self._has_begun = False

    def peer(self) -> str:
        """Who calls, as gRPC writes it: `ipv4:127.0.0.1:50000`, `ipv6:%5B::1%5D:50000`, `unix:`."""
        address = self._endpoint.peer
        if not isinstance(address, tuple):
            return "unix:"
        host, port = address[:2]
        return f"ipv6:%5B{host}%5D:{port}" if ":" in host else f"ipv4:{host}:{port}"

    def invocation_metadata(self) -> Metadata:
        """What came with the call; names are in small letters."""
        return metadata_of(self.headers)

    async def read(self) -> Request | None:
        """The next message; None when there is none any more. Raises `Broken`, `BadMessage`."""
        data = await self.stream.read()
        if data is None or self._read is None:
            return cast("Request | None", data)
        return self._read(data)

    async def hear(self, listener: Listener) -> None:
        """Call *listener* with the bytes of each message; see `Stream.hear`. Raises `Broken`, `BadMessage`, its own."""
        await self.stream.hear(listener)

    def write_at_once(self, message: Response) -> bool:
        """Send a message if it need not wait. Returns whether it was sent; nobody may be writing."""
        data = cast(bytes, message) if self._written is None else self._written(message)
        self.begin()
        return self.stream.write_at_once(data)

    async def write(self, message: Response) -> None:
        """Send a message; returns when the connection has taken it. Raises `Broken`."""
        data = cast(bytes, message) if self._written is None else self._written(message)
        self.begin()
        await self.stream.write(data)

    def __aiter__(self) -> AsyncIterator[Request]:
        return self._all()

    async def _all(self) -> AsyncIterator[Request]:
        while (message := await self.read()) is not None:
            yield message

    async def abort(self, code: StatusCode, details: str = "", trailing_metadata: Metadata = ()) -> NoReturn:
        """End the call with a status, at once: the handler that goes on after this says nothing more.

        Raises:
            Aborted: always, but for
            ValueError: the metadata is nothing that may travel.
        """
        self.finish(Status(code, details, trailing_metadata))
        raise Aborted(f"{code.name}: {details}")

    def begin(self) -> None:
        """Send the first headers, unless they are sent; they go out with what comes next."""
        if not self._has_begun and not self._endpoint.end and self.stream.number in self._endpoint.streams:
            self._has_begun = True
            self._endpoint.send_headers(self.stream.number, ACCEPTED)

    def finish(self, status: Status) -> None:
        """Send the call's status; of a call that has ended, nothing. Raises `ValueError`: bad metadata."""
        endpoint, number = self._endpoint, self.stream.number
        trailers = trailers_of(status)
        if endpoint.forget(number) is None:
            return
        if self.stream.is_cut:
            endpoint.reset(number, ErrorCodes.INTERNAL_ERROR)
        else:
            endpoint.send_headers(number, trailers if self._has_begun else [*ACCEPTED, *trailers], is_last=True)
            # A client that has more to say is to keep it.
            endpoint.reset(number, ErrorCodes.NO_ERROR)
            endpoint.flush()
        self.stream.drop()


async def answer(handler: Any, call: Served[Any, Any]) -> None:
    """Run one of gRPC's method handlers, of whatever kind, on *call*. Raises what it raises."""
    behaviour = {
        (False, False): handler.unary_unary,
        (False, True): handler.unary_stream,
        (True, False): handler.stream_unary,
        (True, True): handler.stream_stream,
    }[handler.request_streaming, handler.response_streaming]
    request = call if handler.request_streaming else await _only(call)
    result = behaviour(request, call)
    if hasattr(result, "__aiter__"):
        async with aclosing(result):
            async for message in result:
                await call.write(message)
        return
    response = await result
    if not handler.response_streaming:
        await call.write(response)


async def _only(call: Served[Any, Any]) -> Any:
    message = await call.read()
    if message is None:
        await call.abort(StatusCode.INTERNAL, "the call ended before its request")
    return message
