"""The client: a connection to one server, and calls on it whose messages go both ways."""

from typing import Final

from grpc import StatusCode
from h2.errors import ErrorCodes
from h2.events import Event, ResponseReceived, TrailersReceived

from arena.rpc.dialling import NotReached, connected
from arena.rpc.endpoint import Endpoint
from arena.rpc.headers import CONTENT_TYPE, Header, Metadata, Status, headers_of, status_of
from arena.rpc.messages import BadMessage
from arena.rpc.stream import Broken, Stream
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
        super().__init__(True, 0, message_bytes)
        self._authority = authority.rpartition("/")[2].encode()
        self._scheme = b"https" if tls else b"http"
        self._calls: dict[int, Call] = {}

    def call(self, path: str, metadata: Metadata = ()) -> "Call":
        """Begin a call of the method at *path* (`/package.Service/Method`). Raises `Ended` where the line is gone."""
        if self.end:
            raise Ended(Status(StatusCode.UNAVAILABLE, self.end))
        number = self._h2.get_next_available_stream_id()
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
        self.send_headers(number, headers)
        self.flush()
        call = self._calls[number] = Call(self, self.open(number))
        return call

    def happened(self, event: Event) -> None:
        """Something came."""
        if isinstance(event, (ResponseReceived, TrailersReceived)):
            if call := self._calls.get(event.stream_id or 0):
                call.said(event.headers or [], isinstance(event, TrailersReceived) or event.stream_ended is not None)
        else:
            super().happened(event)

    def broke(self, stream: Stream, why: str) -> None:
        """A call broke."""
        super().broke(stream, why)
        self._calls.pop(stream.number, None)

    def forget(self, call: "Call") -> None:
        """It has ended."""
        self.streams.pop(call.stream.number, None)
        self._calls.pop(call.stream.number, None)


class Call:
    """A call under way: messages are bytes. One task at a time may read, and one may write."""

    def __init__(self, line: Line, stream: Stream) -> None:
        self.stream = stream
        self._line = line
        self._status: Status | None = None

    async def read(self) -> bytes | None:
        """The next message; None after the last of a call that ended well. Raises `Ended`."""
        try:
            message = await self.stream.read()
        except Broken as broken:
            raise Ended(self._status or Status(StatusCode.UNAVAILABLE, str(broken))) from None
        except BadMessage as bad:
            self.cancel()
            raise Ended(Status(StatusCode.INTERNAL, str(bad))) from None
        if message is None:
            status = self._status or Status(StatusCode.UNKNOWN, "the call ended without a status")
            if status.code is not StatusCode.OK:
                raise Ended(status)
        return message

    async def write(self, message: bytes) -> None:
        """Send a message; returns when the connection has taken it. Raises `Ended`; `read` may know more."""
        try:
            await self.stream.write(message)
        except Broken as broken:
            raise Ended(self._status or Status(StatusCode.UNAVAILABLE, str(broken))) from None

    def done_writing(self) -> None:
        """No more is sent."""
        if not self._line.end and self.stream.number in self._line.streams:
            self._line.end_stream(self.stream.number)

    def cancel(self) -> None:
        """End the call both ways, if it has not ended; who reads is told."""
        if self.stream.number in self._line.streams:
            self._line.reset(self.stream.number, ErrorCodes.CANCEL)
            self._line.broke(self.stream, "the call was cancelled here")

    def said(self, headers: list[Header], is_last: bool) -> None:
        """The server sent headers."""
        answer = dict(headers).get(b":status", b"200")
        if is_last or answer != b"200":
            self._status = status_of(headers)
            self._line.forget(self)
            self.stream.has_all()
