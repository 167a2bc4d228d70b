"""One stream of a bot at the mock arena, after its Hello: what is said to it, and how it ends."""

import asyncio
from typing import Final, NamedTuple, TypeAlias

import grpc

from arena.wire.gen import seat_pb2

Context: TypeAlias = "grpc.aio.ServicerContext[seat_pb2.ToArena, seat_pb2.ToBot]"


class Failed(Exception):
    """The bot did not do what the protocol asks; the message is one line: what was asked, what came."""


class Ending(NamedTuple):
    """A status, its text, and the trailing metadata that says what to do (seat.proto, "Refusals")."""

    code: grpc.StatusCode
    text: str = ""
    advice: tuple[tuple[str, str], ...] = ()


OK: Final = Ending(grpc.StatusCode.OK)
BROKEN: Final = Ending(grpc.StatusCode.UNAVAILABLE, "the network broke")


class Stream:
    """A stream that says what it is told to, until it is told to end."""

    def __init__(self, context: Context, hello: seat_pb2.Hello, authorization: str) -> None:
        self.hello = hello
        self.authorization = authorization
        self.over: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self._context = context

    async def serve(self) -> Ending:
        """Wait for the end. Cancelled: the bot broke the stream off."""
        return await self.over

    async def welcome(self, resumed: int = 0) -> None:
        """Let the bot in."""
        welcome = seat_pb2.Welcome(bot="checked@1", resumed=resumed)
        welcome.grace.FromMilliseconds(30_000)
        await self.write(seat_pb2.ToBot(welcome=welcome))

    async def update(self, *updates: seat_pb2.Update) -> None:
        """One batch."""
        await self.write(seat_pb2.ToBot(batch=seat_pb2.Batch(updates=updates)))

    async def ping(self, nonce: int) -> None:
        """One ping."""
        await self.write(seat_pb2.ToBot(ping=seat_pb2.Ping(nonce=nonce)))

    async def close(self, closing: seat_pb2.Closing) -> None:
        """The last message, and the end."""
        await self.write(seat_pb2.ToBot(closing=closing))
        self.end()

    async def write(self, message: seat_pb2.ToBot) -> None:
        """Any message."""
        await self._context.write(message)

    async def read(self) -> seat_pb2.ToArena | None:
        """The bot's next message; None when it has ended the stream."""
        message = await self._context.read()
        return message if isinstance(message, seat_pb2.ToArena) else None

    def end(self, ending: Ending = OK) -> None:
        """End the stream with a status."""
        if not self.over.done():
            self.over.set_result(ending)
