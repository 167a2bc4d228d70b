"""The mock arena: a SeatService on a loopback socket, without gateway, workers or database."""

import asyncio
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from arena.wire.gen import seat_pb2, seat_pb2_grpc
from bots.check.line import Context, Line


class MockArena(seat_pb2_grpc.SeatServiceServicer):
    """Hands each stream over as a `Line`, its Hello read and nothing said yet."""

    def __init__(self) -> None:
        self.address = ""
        self.dials = 0  # streams that were begun, with a Hello or without
        self.lines: asyncio.Queue[Line] = asyncio.Queue()
        self._server: grpc.aio.Server | None = None

    async def start(self, port: int = 0) -> None:
        """Listen on loopback, on a free port or the one that is named."""
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        seat_pb2_grpc.add_SeatServiceServicer_to_server(self, self._server)
        self.address = f"127.0.0.1:{self._server.add_insecure_port(f'127.0.0.1:{port}')}"
        await self._server.start()

    async def stop(self) -> None:
        """End all streams and stop to listen."""
        if self._server is not None:
            await self._server.stop(grace=0)

    async def Play(self, _requests: Any, context: Context) -> None:  # type: ignore[override]  # reads and writes itself
        """One stream, for as long as its `Line` lives."""
        self.dials += 1
        line = Line(context, *await _introduced(context))
        listening = asyncio.ensure_future(line.listen())
        self.lines.put_nowait(line)
        try:
            code, text, advice = await asyncio.shield(line.over)
        except asyncio.CancelledError:
            line.lost("the bot broke its stream off")
            raise
        finally:
            listening.cancel()
        if code is not grpc.StatusCode.OK:
            await context.abort(code, text, advice)


async def _introduced(context: Context) -> tuple[seat_pb2.Hello, str]:
    """The Hello, empty when the first message is another one, and what the call's metadata says of who calls."""
    try:
        first = await context.read()
    except DecodeError:
        return seat_pb2.Hello(), ""
    hello = first.hello if isinstance(first, seat_pb2.ToArena) else seat_pb2.Hello()
    metadata: dict[str, Any] = dict(context.invocation_metadata() or ())
    return hello, str(metadata.get("authorization", ""))
