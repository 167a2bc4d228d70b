"""The mock arena: a SeatService on loopback, without gateway, workers or database."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import grpc
from google.protobuf.message import DecodeError

from arena.wire.gen import seat_pb2, seat_pb2_grpc
from bots.check.stream import Context, Stream

S = TypeVar("S", bound=Stream)


class MockArena(seat_pb2_grpc.SeatServiceServicer, Generic[S]):
    """Hands each stream over after its Hello; *port* 0 means any."""

    def __init__(self, stream: Callable[[Context, seat_pb2.Hello, str], S], port: int = 0) -> None:
        self.port = port
        self.dials = 0  # streams that were begun, with a Hello or without
        self.lines: asyncio.Queue[S] = asyncio.Queue()
        self._stream = stream
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """The address where it listens."""
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen on loopback."""
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        seat_pb2_grpc.add_SeatServiceServicer_to_server(self, self._server)
        self.port = self._server.add_insecure_port(self.address)
        await self._server.start()

    async def stop(self) -> None:
        """End all streams and stop listening."""
        if self._server is not None:
            await self._server.stop(grace=0)

    async def Play(self, _requests: Any, context: Context) -> None:  # type: ignore[override]  # reads and writes itself
        """Serve one stream for as long as it lives."""
        self.dials += 1
        stream = self._stream(context, *await _introduced(context))
        self.lines.put_nowait(stream)
        code, text, advice = await stream.serve()
        if code is not grpc.StatusCode.OK:
            await context.abort(code, text, advice)


async def _introduced(context: Context) -> tuple[seat_pb2.Hello, str]:
    """Return the Hello, empty if missing, and the authorization metadata."""
    try:
        first = await context.read()
    except DecodeError:
        return seat_pb2.Hello(), ""
    hello = first.hello if isinstance(first, seat_pb2.ToArena) else seat_pb2.Hello()
    metadata: dict[str, Any] = dict(context.invocation_metadata() or ())
    return hello, str(metadata.get("authorization", ""))
