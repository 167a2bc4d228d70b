"""Our client, and servers that say what no honest one says, or say it as others do not."""

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import pytest
from grpc import StatusCode
from h2.errors import ErrorCodes
from hyperframe.frame import (
    DataFrame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    PushPromiseFrame,
    RstStreamFrame,
)

from arena.rpc import Call, Ended, Line, NotReached, Status, dial
from arena.rpc.control import STREAM_WINDOW
from arena.wire.address import parse_address
from tests.rpc.raw import Raw, data, framed, pretender

MOST = 100_000
ACCEPTED = [(":status", "200"), ("content-type", "application/grpc")]
DONE = [("grpc-status", "0")]
Serve: TypeAlias = Callable[[Raw], Awaitable[None]]


@asynccontextmanager
async def calling(serve: Serve, settings: dict[int, int] | None = None) -> AsyncIterator[tuple[Line, Call]]:
    """A line, with a call on it, to a server that does *serve* once it has that call. Nothing is left afterwards."""
    loose: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: loose.append(context))

    async def after_its_headers(raw: Raw) -> None:
        await raw.welcome(settings)
        await raw.until(HeadersFrame)
        await serve(raw)
        await raw.end()

    async with asyncio.timeout(10), pretender(after_its_headers) as address:
        line = await dial(parse_address(address), MOST, 5)
        yield line, line.call("/t.T/Echo")
        line.close()
        await line.gone()
        assert not line.streams
        assert not line._calls
    assert not loose


def saying(*parts: bytes | Callable[[Raw], bytes]) -> Serve:
    async def say(raw: Raw) -> None:
        for part in parts:
            await raw.send(part if isinstance(part, bytes) else part(raw))

    return say


def accepted(raw: Raw) -> bytes:
    return raw.headers(1, ACCEPTED)


def done(raw: Raw) -> bytes:
    return raw.headers(1, DONE, is_last=True)


def trailers(*headers: tuple[str, str]) -> Callable[[Raw], bytes]:
    return lambda raw: raw.headers(1, list(headers), is_last=True)


async def heard(call: Call) -> tuple[list[bytes], Status]:
    messages = []
    try:
        while (message := await call.read()) is not None:
            messages.append(message)
    except Ended as ended:
        return messages, ended.status
    return messages, Status(StatusCode.OK)


ENDS: dict[str, tuple[Serve, list[bytes], StatusCode, str]] = {
    "well": (saying(accepted, data(1, framed(b"a") + framed(b"b")), done), [b"a", b"b"], StatusCode.OK, ""),
    "trailers only": (
        saying(trailers(*ACCEPTED, ("grpc-status", "5"), ("grpc-message", "n%C3%A4her %"))),
        [],
        StatusCode.NOT_FOUND,
        "näher %",
    ),
    "words on the way": (
        saying(lambda raw: raw.headers(1, [(":status", "103")]), accepted, data(1, framed(b"a")), done),
        [b"a"],
        StatusCode.OK,
        "",
    ),
    "reset after the trailers": (
        saying(accepted, data(1, framed(b"a")), done, RstStreamFrame(1, error_code=0).serialize()),
        [b"a"],
        StatusCode.OK,
        "",
    ),
    "DATA after the trailers": (saying(accepted, done, data(1, framed(b"b"))), [], StatusCode.OK, ""),
    "no trailers": (saying(accepted, data(1, framed(b"a"), is_last=True)), [b"a"], StatusCode.UNKNOWN, "status"),
    "no status": (saying(accepted, trailers(("x", "y"))), [], StatusCode.UNKNOWN, "gRPC"),
    "a status of a thousand digits": (
        saying(accepted, trailers(("grpc-status", "9" * 5000))),
        [],
        StatusCode.UNKNOWN,
        "",
    ),
    "an unknown status": (saying(accepted, trailers(("grpc-status", "99"))), [], StatusCode.UNKNOWN, ""),
    "a status that is none": (saying(accepted, trailers(("grpc-status", "-1"))), [], StatusCode.UNKNOWN, ""),
    "a proxy's page": (
        saying(lambda raw: raw.headers(1, [(":status", "503")]), data(1, b"<html>")),
        [],
        StatusCode.UNAVAILABLE,
        "503",
    ),
    "an HTTP status of a thousand digits": (saying(trailers((":status", "9" * 5000))), [], StatusCode.UNKNOWN, "999"),
    "no HTTP status": (saying(trailers(("x", "y"))), [], StatusCode.UNKNOWN, "none"),
    "refused": (saying(RstStreamFrame(1, error_code=7).serialize()), [], StatusCode.UNAVAILABLE, "REFUSED_STREAM"),
    "cancelled": (saying(RstStreamFrame(1, error_code=8).serialize()), [], StatusCode.CANCELLED, "CANCEL"),
    "calmed": (saying(RstStreamFrame(1, error_code=11).serialize()), [], StatusCode.RESOURCE_EXHAUSTED, "CALM"),
    "an unknown reset": (saying(RstStreamFrame(1, error_code=99).serialize()), [], StatusCode.INTERNAL, "99"),
    "reset after messages": (
        saying(accepted, data(1, framed(b"a")), RstStreamFrame(1, error_code=2).serialize()),
        [b"a"],
        StatusCode.INTERNAL,
        "INTERNAL_ERROR",
    ),
    "cut": (saying(accepted, data(1, framed(b"a") + framed(b"b")[:-1]), done), [b"a"], StatusCode.INTERNAL, "end"),
    "cut, and it says why": (
        saying(accepted, data(1, framed(b"b")[:-1]), trailers(("grpc-status", "4"))),
        [],
        StatusCode.DEADLINE_EXCEEDED,
        "",
    ),
    "compressed": (saying(accepted, data(1, b"\1\0\0\0\0")), [], StatusCode.INTERNAL, "compressed"),
    "too long": (
        saying(accepted, data(1, framed(b"a") + struct.pack(">BI", 0, MOST + 1))),
        [b"a"],
        StatusCode.RESOURCE_EXHAUSTED,
        "100001",
    ),
    "a promise": (
        saying(accepted, PushPromiseFrame(1, 2, flags=["END_HEADERS"]).serialize()),
        [],
        StatusCode.UNAVAILABLE,
        "protocol",
    ),
    "a stream of its own": (saying(lambda raw: raw.headers(2, ACCEPTED)), [], StatusCode.UNAVAILABLE, "protocol"),
    "DATA nobody asked for": (saying(data(3, b"x")), [], StatusCode.UNAVAILABLE, "protocol"),
    "HTTP/1": (saying(b"HTTP/1.1 400 Bad Request\r\n\r\n"), [], StatusCode.UNAVAILABLE, "protocol"),
    "a flood": (saying(PingFrame(0).serialize() * 12_000), [], StatusCode.UNAVAILABLE, "flood"),
}


@pytest.mark.parametrize("end", ENDS)
async def test_how_calls_end(end: str) -> None:
    serve, messages, code, details = ENDS[end]
    async with calling(serve) as (_, call):
        came, status = await heard(call)
        assert (came, status.code) == (messages, code)
        assert details in status.details


async def test_the_status_has_its_metadata() -> None:
    said = trailers(("grpc-status", "3"), ("many", "a"), ("many", "b"), ("raw-bin", "AP8,"), ("bad-bin", "?"))
    async with calling(saying(accepted, said)) as (_, call):
        _, status = await heard(call)
        assert status.metadata == (("many", "a"), ("many", "b"), ("raw-bin", b"\x00\xff"), ("raw-bin", b""))


async def test_a_goodbye_lets_calls_go_on() -> None:
    async def serve(raw: Raw) -> None:
        await raw.until(HeadersFrame)
        await raw.send(GoAwayFrame(0, last_stream_id=2**31 - 1).serialize(), PingFrame(0).serialize())
        await raw.send(GoAwayFrame(0, last_stream_id=1).serialize())
        await raw.until(DataFrame)
        await raw.send(accepted(raw), data(1, framed(b"still")), done(raw))

    async with calling(serve) as (line, call):
        refused = line.call("/t.T/Echo")
        with pytest.raises(Ended, match="UNAVAILABLE"):
            await refused.read()
        with pytest.raises(Ended, match="UNAVAILABLE"):
            line.call("/t.T/Echo")
        await call.write(b"?")
        assert await heard(call) == ([b"still"], Status(StatusCode.OK))
        await line.gone()  # nothing is left to do on it


@pytest.mark.parametrize("end", [b"", RstStreamFrame(1, error_code=0).serialize()])
async def test_a_call_that_ends_while_a_writer_waits(end: bytes) -> None:
    async with calling(saying(accepted, lambda raw: raw.headers(1, [("grpc-status", "8")], True), end)) as (_, call):
        with pytest.raises(Ended, match="RESOURCE_EXHAUSTED"):
            await call.write(b"x" * 90_000)  # the window is less
        with pytest.raises(Ended, match="RESOURCE_EXHAUSTED"):
            await call.read()
        with pytest.raises(Ended, match="RESOURCE_EXHAUSTED"):
            await call.write(b"x")
        call.done_writing()
        call.cancel()


async def test_a_connection_that_breaks_ends_its_calls() -> None:
    async def serve(raw: Raw) -> None:
        raw.close()

    async with calling(serve) as (line, call):
        reading = asyncio.create_task(heard(call))
        with pytest.raises(Ended, match="UNAVAILABLE"):
            await call.write(b"x" * 90_000)
        assert (await reading)[1].code is StatusCode.UNAVAILABLE
        with pytest.raises(Ended, match="UNAVAILABLE"):
            line.call("/t.T/Echo")


async def test_no_more_calls_than_the_server_takes() -> None:
    async with calling(saying(accepted, done), {3: 1}) as (line, call):
        with pytest.raises(Ended, match="no more calls"):
            line.call("/t.T/Echo")
        assert await heard(call) == ([], Status(StatusCode.OK))
        line.call("/t.T/Echo").cancel()


async def test_what_nobody_reads_is_given_back() -> None:
    """Calls that ended unread do not hold back the next."""

    async def serve(raw: Raw) -> None:
        for number in range(1, 21, 2):
            if number > 1:
                await raw.until(HeadersFrame)
            await raw.send(raw.headers(number, ACCEPTED), *[data(number, framed(b"x" * 15_000))] * 14)
            await raw.send(raw.headers(number, DONE, is_last=True))

    async with calling(serve) as (line, call):
        for _ in range(9):
            while line.streams:  # noqa: ASYNC110
                await asyncio.sleep(0)
            call = line.call("/t.T/Echo")
        assert len((await heard(call))[0]) == 14
        assert line._inbound._left + line._inbound._owed == line._inbound._size
        assert STREAM_WINDOW * 4 < 10 * 14 * 15_000


async def test_a_cancelled_call_is_reset_and_the_line_goes_on() -> None:
    async def serve(raw: Raw) -> None:
        await raw.send(accepted(raw), data(1, framed(b"a")))
        assert await raw.reset(1) == ErrorCodes.CANCEL
        await raw.send(data(1, framed(b"late")), raw.headers(1, DONE, is_last=True))
        await raw.until(HeadersFrame)
        await raw.send(raw.headers(3, ACCEPTED), data(3, framed(b"b")), raw.headers(3, DONE, is_last=True))

    async with calling(serve) as (line, call):
        assert await call.read() == b"a"
        call.cancel()
        assert (await heard(call))[1].code is StatusCode.CANCELLED
        assert await heard(line.call("/t.T/Echo")) == ([b"b"], Status(StatusCode.OK))


async def test_metadata_that_may_not_travel() -> None:
    async with calling(saying(accepted, done)) as (line, _):
        for bad in (("a", "b\n"), ("a b", "c"), ("a", "é"), ("a-bin", "text"), ("a", b"bytes"), (":path", "/x")):
            with pytest.raises(ValueError, match="metadata"):
                line.call("/t.T/Echo", (bad,))


async def answers_nothing(raw: Raw) -> None:
    await raw.end()


async def answers_http_1(raw: Raw) -> None:
    await raw.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")


async def hangs_up(raw: Raw) -> None:
    pass


@pytest.mark.parametrize("serve", [answers_nothing, answers_http_1, hangs_up])
async def test_what_is_no_server_is_not_reached(serve: Serve) -> None:
    left = asyncio.Event()

    async def watched(raw: Raw) -> None:
        await serve(raw)
        left.set()

    async with pretender(watched) as address:
        with pytest.raises(NotReached):
            await dial(parse_address(address), MOST, 0.2)
        async with asyncio.timeout(5):
            await left.wait()  # its connection was closed
