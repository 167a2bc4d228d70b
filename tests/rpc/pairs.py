"""Servers and clients, ours and grpcio's, behind the same few words: a call on any two must come to the same."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeAlias

import grpc
from grpc import StatusCode

from arena.rpc import Ended, Line, Server, Status, dial
from arena.rpc.headers import Metadata
from arena.wire.address import parse_address

MOST = 1_000_000  # bytes of a message
Handlers: TypeAlias = dict[str, Any]
AddTo: TypeAlias = Callable[[Any], None]


class Talk(Protocol):
    """A call, as both clients are made to look here: what ends it otherwise than well is `Ended`."""

    async def read(self) -> bytes | None: ...
    async def write(self, message: bytes) -> None: ...
    async def half_close(self) -> None: ...
    def cancel(self) -> None: ...


class Client(Protocol):
    def call(self, method: str, metadata: Metadata = (), within: float | None = None) -> Talk: ...


class _OurTalk:
    def __init__(self, call: Any) -> None:
        self.read, self.write, self.cancel = call.read, call.write, call.cancel
        self._call = call

    async def half_close(self) -> None:
        self._call.done_writing()


class _OurClient:
    def __init__(self, line: Line) -> None:
        self._line = line

    def call(self, method: str, metadata: Metadata = (), within: float | None = None) -> Talk:
        deadline = (("grpc-timeout", f"{round(within * 1000)}m"),) if within else ()
        return _OurTalk(self._line.call(f"/t.T/{method}", (*deadline, *metadata)))


class _TheirTalk:
    def __init__(self, call: Any) -> None:
        self._call = call
        self.cancel = call.cancel

    async def read(self) -> bytes | None:
        try:
            message = await self._call.read()
        except (grpc.aio.AioRpcError, asyncio.CancelledError):
            raise await self._ended() from None
        if message is not grpc.aio.EOF:
            return bytes(message)
        if await self._call.code() is not StatusCode.OK:
            raise await self._ended()
        return None

    async def write(self, message: bytes) -> None:
        try:
            await self._call.write(message)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            raise await self._ended() from None

    async def half_close(self) -> None:
        await self._call.done_writing()

    async def _ended(self) -> Ended:
        trailers = tuple((str(key), value) for key, value in await self._call.trailing_metadata() or ())
        return Ended(Status(await self._call.code(), await self._call.details(), trailers))


class _TheirClient:
    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel

    def call(self, method: str, metadata: Metadata = (), within: float | None = None) -> Talk:
        begin: Any = self._channel.stream_stream(f"/t.T/{method}")
        return _TheirTalk(begin(metadata=metadata, timeout=within))


@asynccontextmanager
async def our_server(handlers: Handlers, add: AddTo = lambda _: None) -> AsyncIterator[str]:
    """Where it listens. No call of it is left afterwards, and no connection."""
    server = Server(MOST)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t.T", handlers),))
    add(server)
    yield f"127.0.0.1:{await server.listen('127.0.0.1', 0)}"
    await server.stop(0)
    assert not server._calls
    assert not server._open


@asynccontextmanager
async def their_server(handlers: Handlers, add: AddTo = lambda _: None) -> AsyncIterator[str]:
    server = grpc.aio.server(options=(("grpc.max_receive_message_length", MOST),))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t.T", handlers),))
    add(server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield f"127.0.0.1:{port}"
    await server.stop(0)


@asynccontextmanager
async def our_client(address: str) -> AsyncIterator[Client]:
    """No call of it is left afterwards."""
    line = await dial(parse_address(address), MOST, 5)
    yield _OurClient(line)
    assert not line.streams
    line.close()
    await line.gone()


@asynccontextmanager
async def their_client(address: str) -> AsyncIterator[Client]:
    options = (("grpc.max_receive_message_length", MOST), ("grpc.enable_http_proxy", 0))
    async with grpc.aio.insecure_channel(address, options) as channel:
        yield _TheirClient(channel)


SERVERS = {"our server": our_server, "their server": their_server}
CLIENTS = {"our client": our_client, "their client": their_client}


async def whole(talk: Talk, *messages: bytes) -> list[bytes]:
    """What is answered to *messages*, read while they are written. Raises `Ended`."""

    async def write() -> None:
        try:
            for message in messages:
                await talk.write(message)
            await talk.half_close()
        except Ended:
            pass  # the reader learns why

    writer = asyncio.create_task(write())
    try:
        answers = []
        while (answer := await talk.read()) is not None:
            answers.append(answer)
        return answers
    finally:
        await writer


async def ending(talk: Talk, *messages: bytes) -> Status:
    """How a call with *messages* ends."""
    try:
        await whole(talk, *messages)
    except Ended as ended:
        return ended.status
    return Status(StatusCode.OK)
