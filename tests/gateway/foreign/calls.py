"""One way to call `Play` with three gRPC libraries: grpc.aio, grpcio without asyncio, and grpclib."""

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import grpc
import grpclib
import grpclib.client
import grpclib.config
from grpclib.const import Cardinality
from grpclib.encoding.base import CodecBase

from arena.wire.gen import seat_pb2
from tests.gateway.clients import Inbox

PLAY = "/arena.v1.SeatService/Play"
Metadata = tuple[tuple[str, str | bytes], ...]


class End(NamedTuple):
    """How a call ended at the client."""

    code: grpc.StatusCode
    text: str = ""
    trailing: dict[str, str] = {}  # noqa: RUF012


class How(NamedTuple):
    """How a call is made; *deadline* in seconds."""

    token: str = "token-of-7"
    gzip: bool = False
    deadline: float | None = None
    metadata: Metadata = ()

    @property
    def headers(self) -> Metadata:
        return (("authorization", f"Bearer {self.token}"), *self.metadata)


USUAL = How()


class Call(ABC):
    """A call of Play that answers pings and puts other messages into its *inbox*."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self._is_half_closed = False

    @abstractmethod
    async def send(self, message: seat_pb2.ToArena) -> None: ...

    @abstractmethod
    async def no_more(self) -> None: ...

    @abstractmethod
    async def cancel(self) -> None: ...

    async def hello(self, instance: str = "instance-1", **fields: Any) -> None:
        usual: dict[str, Any] = {"protocol": 1, "variants": ["spades-4"], "max_seats": 1}
        await self.send(seat_pb2.ToArena(hello=seat_pb2.Hello(instance=instance, **usual | fields)))

    async def half_close(self) -> None:
        self._is_half_closed = True
        await self.no_more()

    async def end(self) -> End:
        ended = await self.inbox.end_of_stream()
        assert isinstance(ended, End)
        return ended

    async def received(self, data: bytes) -> None:
        message = seat_pb2.ToBot.FromString(data)
        for update in message.batch.updates:
            await self.inbox.put(update)
        member = message.WhichOneof("message")
        if member and member != "batch":
            await self.inbox.put(getattr(message, member))
        if member == "ping" and not self._is_half_closed:
            await self.send(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=message.ping.nonce)))


class Line(ABC):
    """A connection to a gateway."""

    @abstractmethod
    async def play(self, how: How = USUAL) -> Call: ...

    @abstractmethod
    async def close(self) -> None: ...


def read(trailing: Iterable[tuple[Any, Any]] | None) -> dict[str, str]:
    return {str(key): str(value) for key, value in trailing or ()}


def options(keepalive_ms: int | None) -> list[tuple[str, int]]:
    """Return options of a Google library: a connection of its own, and pings even without calls."""
    often = {"grpc.keepalive_time_ms": keepalive_ms, "grpc.http2.max_pings_without_data": 0} if keepalive_ms else {}
    return list({"grpc.use_local_subchannel_pool": 1, **often}.items())


class AioCall(Call):
    def __init__(self, call: Any) -> None:
        super().__init__()
        self._call = call
        self._writing = asyncio.Lock()
        self._reader = asyncio.create_task(self._read())

    async def send(self, message: seat_pb2.ToArena) -> None:
        async with self._writing:
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # its status tells
                await self._call.write(message.SerializeToString())

    async def no_more(self) -> None:
        await self._call.done_writing()

    async def cancel(self) -> None:
        self._call.cancel()

    async def _read(self) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
            while (data := await self._call.read()) is not grpc.aio.EOF:
                await self.received(data)
        code, text = await self._call.code(), await self._call.details()
        await self.inbox.end(End(code, text or "", read(await self._call.trailing_metadata())))


class AioLine(Line):
    def __init__(self, target: str, keepalive_ms: int | None) -> None:
        self._channel = grpc.aio.insecure_channel(target, options=options(keepalive_ms))

    async def play(self, how: How = USUAL) -> Call:
        call: Any = self._channel.stream_stream(PLAY)
        compression = grpc.Compression.Gzip if how.gzip else None
        return AioCall(call(metadata=how.headers, timeout=how.deadline, compression=compression))

    async def close(self) -> None:
        await self._channel.close()


class SyncCall(Call):
    """Its requests and its answers have a thread each."""

    def __init__(self, method: Any, how: How) -> None:
        super().__init__()
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        compression = grpc.Compression.Gzip if how.gzip else None
        requests = iter(self._requests.get, None)
        self._call = method(requests, metadata=how.headers, timeout=how.deadline, compression=compression)
        threading.Thread(target=self._read, daemon=True).start()

    async def send(self, message: seat_pb2.ToArena) -> None:
        self._requests.put(message.SerializeToString())

    async def no_more(self) -> None:
        self._requests.put(None)

    async def cancel(self) -> None:
        self._call.cancel()

    def _read(self) -> None:
        with suppress(grpc.RpcError):
            for data in self._call:
                self._do(self.received(data))
        end = End(self._call.code(), self._call.details(), read(self._call.trailing_metadata()))
        self._requests.put(None)  # the thread that waits for more
        self._do(self.inbox.end(end))

    def _do(self, coroutine: Any) -> None:
        asyncio.run_coroutine_threadsafe(coroutine, self._loop)


class SyncLine(Line):
    def __init__(self, target: str, keepalive_ms: int | None) -> None:
        self._channel = grpc.insecure_channel(target, options=options(keepalive_ms))

    async def play(self, how: How = USUAL) -> Call:
        return SyncCall(self._channel.stream_stream(PLAY), how)

    async def close(self) -> None:
        await asyncio.to_thread(self._channel.close)


class Raw(CodecBase):
    """Messages are bytes."""

    __content_subtype__ = "proto"

    def encode(self, message: Any, message_type: Any) -> bytes:
        assert isinstance(message, bytes)
        return message

    def decode(self, data: bytes, message_type: Any) -> Any:
        return data


class GrpclibCall(Call):
    def __init__(self, stream: Any) -> None:
        super().__init__()
        self._stream = stream
        self._begun = asyncio.Event()
        self._writing = asyncio.Lock()
        self._reader = asyncio.create_task(self._read())

    async def send(self, message: seat_pb2.ToArena) -> None:
        await self._begun.wait()
        async with self._writing:
            with suppress(grpclib.exceptions.StreamTerminatedError):  # its status tells
                await self._stream.send_message(message.SerializeToString())

    async def no_more(self) -> None:
        await self._stream.end()

    async def cancel(self) -> None:
        self._reader.cancel()

    async def _read(self) -> None:
        try:
            async with self._stream:
                await self._stream.send_request()
                self._begun.set()
                while (data := await self._stream.recv_message()) is not None:
                    await self.received(data)
            end = End(grpc.StatusCode.OK)
        except grpclib.exceptions.GRPCError as error:
            end = End(grpc.StatusCode[error.status.name], error.message or "", read(self._trailing()))
        except TimeoutError:
            end = End(grpc.StatusCode.DEADLINE_EXCEEDED)
        except asyncio.CancelledError:
            end = End(grpc.StatusCode.CANCELLED)
        await self.inbox.end(end)

    def _trailing(self) -> Any:
        """grpclib shows those of a call that was half-closed alone."""
        return self._stream._stream.trailers or self._stream._stream.headers


class GrpclibLine(Line):
    def __init__(self, target: str, keepalive_ms: int | None) -> None:
        host, _, port = target.rpartition(":")
        often: dict[str, Any] = {}
        if keepalive_ms:
            often = {"_keepalive_time": keepalive_ms / 1000, "_http2_max_pings_without_data": 0}
            often["_http2_min_sent_ping_interval_without_data"] = keepalive_ms / 1000
        config = grpclib.config.Configuration(**often)
        self._channel = grpclib.client.Channel(host, int(port), codec=Raw(), config=config)

    async def play(self, how: How = USUAL) -> Call:
        metadata: Any = how.headers
        stream = self._channel.request(
            PLAY, Cardinality.STREAM_STREAM, bytes, bytes, timeout=how.deadline, metadata=metadata
        )
        return GrpclibCall(stream)

    async def close(self) -> None:
        self._channel.close()
