"""The mock arena: a SeatService on loopback without gateway, workers or database, and its streams."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import grpc
from google.protobuf.message import DecodeError

from arena.wire.gen import seat_pb2, seat_pb2_grpc

MOVE_US: Final = 5_000_000
BANK_US: Final = 60_000_000


class Batch(NamedTuple):
    """A batch for columnar bots, and the seat id of each row. It can be sent again unchanged."""

    number: int
    data: bytes
    seat_ids: tuple[int, ...]

    def message(self) -> seat_pb2.ToBot:
        """Return the batch as a message to the bot."""
        return seat_pb2.ToBot(columns=seat_pb2.Columns(batch=self.number, data=self.data))


Context: TypeAlias = "grpc.aio.ServicerContext[seat_pb2.ToArena, seat_pb2.ToBot]"


class CaseFailedError(Exception):
    """Raised if the bot breaks the protocol; the message says how."""


class Ending(NamedTuple):
    """The end of a stream: a gRPC status, its text, and metadata (seat.proto, "Refusals")."""

    code: grpc.StatusCode
    text: str = ""
    advice: tuple[tuple[str, str], ...] = ()


OK: Final = Ending(grpc.StatusCode.OK)
BROKEN: Final = Ending(grpc.StatusCode.UNAVAILABLE, "the network broke")


class Stream:
    """A stream of one bot; the case that runs writes to it and ends it."""

    def __init__(self, context: Context, hello: seat_pb2.Hello, authorization: str) -> None:
        self.hello = hello
        self.authorization = authorization
        self.over: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self._context = context

    async def serve(self) -> Ending:
        """Wait for the end of the stream. It is cancelled if the bot breaks the stream."""
        return await self.over

    async def welcome(self, resumed: int = 0) -> None:
        """Send the message Welcome. *resumed*: number of seats that continue."""
        welcome = seat_pb2.Welcome(bot="checked@1", resumed=resumed)
        welcome.grace.FromMilliseconds(30_000)
        await self.write(seat_pb2.ToBot(welcome=welcome))

    async def update(self, *updates: seat_pb2.Update) -> None:
        """Send updates to the bot, in one message."""
        await self.write(seat_pb2.ToBot(batch=seat_pb2.Batch(updates=updates)))

    async def ping(self, nonce: int) -> None:
        await self.write(seat_pb2.ToBot(ping=seat_pb2.Ping(nonce=nonce)))

    async def close(self, closing: seat_pb2.Closing) -> None:
        """Send the message Closing, then end the stream."""
        await self.write(seat_pb2.ToBot(closing=closing))
        self.end()

    async def write(self, message: seat_pb2.ToBot) -> None:
        """Send any message to the bot."""
        await self._context.write(message)

    async def read(self) -> seat_pb2.ToArena | None:
        """Read the bot's next message; return None if the bot has ended the stream."""
        message = await self._context.read()
        return message if isinstance(message, seat_pb2.ToArena) else None

    def end(self, ending: Ending = OK) -> None:
        """End the stream with a status, unless it has already ended."""
        if not self.over.done():
            self.over.set_result(ending)


S = TypeVar("S", bound=Stream)


class MockArena(seat_pb2_grpc.SeatServiceServicer, Generic[S]):
    """A server that puts each new stream into the queue `lines`. *stream* creates a stream; *port* 0: any free port."""

    def __init__(self, stream: Callable[[Context, seat_pb2.Hello, str], S], port: int = 0) -> None:
        self.port = port
        self.dials = 0  # number of streams so far, also those without a Hello
        self.lines: asyncio.Queue[S] = asyncio.Queue()
        self._stream = stream
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        """The address at which the server listens, as HOST:PORT."""
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start the server on the loopback address."""
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        seat_pb2_grpc.add_SeatServiceServicer_to_server(self, self._server)
        self.port = self._server.add_insecure_port(self.address)
        await self._server.start()

    async def stop(self) -> None:
        """End all streams and stop listening."""
        if self._server is not None:
            await self._server.stop(grace=0)

    async def Play(self, _requests: Any, context: Context) -> None:  # type: ignore[override]  # reads and writes by the context
        """Serve one stream until it ends."""
        self.dials += 1
        stream = self._stream(context, *await _read_hello(context))
        self.lines.put_nowait(stream)
        code, text, advice = await stream.serve()
        if code is not grpc.StatusCode.OK:
            await context.abort(code, text, advice)


async def _read_hello(context: Context) -> tuple[seat_pb2.Hello, str]:
    try:
        first = await context.read()
    except DecodeError:
        return seat_pb2.Hello(), ""
    hello = first.hello if isinstance(first, seat_pb2.ToArena) else seat_pb2.Hello()
    metadata: dict[str, Any] = dict(context.invocation_metadata() or ())
    return hello, str(metadata.get("authorization", ""))
