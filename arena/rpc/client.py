"""The client: a connection to one server, and calls on it whose messages go both ways."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from grpc import StatusCode
from h2.errors import ErrorCodes
from h2.events import Event, ResponseReceived, StreamEnded, TrailersReceived
from h2.exceptions import NoAvailableStreamIDError, TooManyStreamsError

from arena.rpc.dialling import NotReached, connected
from arena.rpc.endpoint import Endpoint
from arena.rpc.headers import CONTENT_TYPE, Header, Metadata, Status, headers_of, status_of
from arena.rpc.messages import BadMessage, TooLong
from arena.rpc.stream import Broken, Listener, Stream
from arena.wire.address import Address

__all__ = ["Call", "Ended", "Line", "NotReached", "dial"]

AGENT: Final = b"arena-rpc"


class Ended(Exception):
    """A call ended with another status than OK."""

    def __init__(self, status: Status) -> None:
        super().__init__(f"{status.code.name}: {status.details}")
        self.status = status


async def dial(address: Address, message_bytes: int, within: float) -> "Line":
    """Connect to the server at *address*.

    Args:
        message_bytes: the longest message that is taken of it.
        within: seconds for it all.

    Raises:
        NotReached: nobody answers there, or not as a server of gRPC does.
        BadAddress: the file of certificates cannot be used.
    """
    return await connected(address, lambda: Line(str(address), address.tls, message_bytes), within)


class Line(Endpoint):
    """A connection to a server."""

    def __init__(self, authority: str, tls: bool, message_bytes: int) -> None:
        # A server opens none, but h2 takes late headers of a call that was cancelled for one.
        super().__init__(True, 1, message_bytes)
        self._authority = b"localhost" if authority.startswith("unix:") else authority.rpartition("/")[2].encode()
        self._scheme = b"https" if tls else b"http"
        self._calls: dict[int, Call] = {}

    def call(self, path: str, metadata: Metadata = ()) -> "Call":
        """Begin a call of the method at *path* (`/package.Service/Method`).

        Raises:
            Ended: the line takes no call, or not one more.
            ValueError: *metadata* is nothing that may travel.
        """
        if self.end or self._leaving:
            raise Ended(Status(StatusCode.UNAVAILABLE, self.end or self._leaving))
        headers: list[Header] = [
            (b":method", b"POST"),
            (b":scheme", self._scheme),
            (b":path", path.encode()),
            (b":authority", self._authority),
            (b"te", b"trailers"),
            (b"content-type", CONTENT_TYPE),
            (b"user-agent", AGENT),
            *headers_of(metadata),
        ]
        try:
            number = self._h2.get_next_available_stream_id()
            self.send_headers(number, headers)
        except (NoAvailableStreamIDError, TooManyStreamsError) as full:
            raise Ended(Status(StatusCode.UNAVAILABLE, f"the connection takes no more calls ({full})")) from None
        call = self._calls[number] = Call(self, self.open(number))
        self.flush()
        return call

    def happened(self, event: Event) -> None:
        """Something came."""
        call = self._calls.get(getattr(event, "stream_id", None) or 0)
        if call is None or not isinstance(event, (ResponseReceived, TrailersReceived, StreamEnded)):
            super().happened(event)
        elif isinstance(event, StreamEnded):
            call.ends(Status(StatusCode.UNKNOWN, "the call ended without a status"))
        else:
            call.said(event.headers or [], event.stream_ended is not None)

    def broke(self, stream: Stream, why: Broken) -> None:
        """A call broke."""
        super().broke(stream, why)
        self._calls.pop(stream.number, None)

    def ended(self, number: int) -> None:
        """The server has ended a call: there is nothing to add, even if more was to be said."""
        self.forget(number)
        self._calls.pop(number, None)
        self.reset(number, ErrorCodes.NO_ERROR)


class Call:
    """A call under way: messages are bytes. One task at a time may read, and one may write."""

    def __init__(self, line: Line, stream: Stream) -> None:
        self.stream = stream
        self._line = line
        self._status: Status | None = None

    async def read(self) -> bytes | None:
        """The next message; None after the last of a call that ended well. Raises `Ended`."""
        with self._told():
            message = await self.stream.read()
        if message is None:
            self._check()
        return message

    async def hear(self, listener: Listener) -> None:
        """Call *listener* with each message of a call that ends well; see `Stream.hear`. Raises `Ended`, its own."""
        with self._told():
            await self.stream.hear(listener)
        self._check()

    def write_at_once(self, message: bytes) -> bool:
        """Send a message if it need not wait. Returns whether it was sent; nobody may be writing."""
        return self.stream.write_at_once(message)

    async def write(self, message: bytes) -> None:
        """Send a message; returns when the connection has taken it. Raises `Ended`; `read` may know more."""
        try:
            await self.stream.write(message)
        except Broken as broken:
            raise self._ended(Status(broken.code, str(broken))) from None

    def done_writing(self) -> None:
        """No more is sent."""
        if self.stream.number in self._line.streams:
            self._line.end_stream(self.stream.number)

    def cancel(self) -> None:
        """End the call both ways, if it has not ended; who reads is told."""
        if self.stream.number in self._line.streams:
            self._line.reset(self.stream.number, ErrorCodes.CANCEL)
            self._line.broke(self.stream, Broken("the call was cancelled here", StatusCode.CANCELLED))

    def said(self, headers: list[Header], is_last: bool) -> None:
        """The server sent headers."""
        if is_last or dict(headers).get(b":status") != b"200":
            self.ends(status_of(headers))

    def ends(self, status: Status) -> None:
        """The server ended the call."""
        self._status = status
        self._line.ended(self.stream.number)
        self.stream.has_all()
        self.stream.shut(Broken("the call has ended"))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What a stream raises who reads, in a call's words."""
        try:
            yield
        except Broken as broken:
            raise self._ended(Status(broken.code, str(broken))) from None
        except BadMessage as bad:
            self.cancel()
            code = StatusCode.RESOURCE_EXHAUSTED if isinstance(bad, TooLong) else StatusCode.INTERNAL
            raise self._ended(Status(code, str(bad))) from None

    def _check(self) -> None:
        """Raises `Ended` where the server said so, and it was not well."""
        if self._status and self._status.code is not StatusCode.OK:
            raise Ended(self._status)

    def _ended(self, otherwise: Status) -> Ended:
        """What the server said last, where that is no OK; it may have been in the middle of a message."""
        return Ended(self._status if self._status and self._status.code is not StatusCode.OK else otherwise)
