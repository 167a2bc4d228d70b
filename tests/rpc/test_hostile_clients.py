"""Our server, and clients that say what no honest one says. Whatever they do, others' calls go on."""

import asyncio
import logging
import random
import struct
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import grpc
import pytest
from h2.errors import ErrorCodes
from hyperframe.frame import (
    ContinuationFrame,
    DataFrame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    PriorityFrame,
    PushPromiseFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

from arena.rpc import Server, endpoint
from arena.rpc.control import FRAME_BYTES, STREAM_WINDOW
from arena.rpc.endpoint import STREAMS_WINDOW
from tests.rpc.pairs import MOST, Handlers
from tests.rpc.raw import PREFACE, REQUEST, Raw, connection, data, frame, framed

FIRST_WINDOW = 65_535


async def echo(_requests: object, context: Any) -> None:
    while (message := await context.read()) is not None:
        await context.write(message)


async def idle(_requests: object, _context: Any) -> None:
    await asyncio.Event().wait()


async def pour(_requests: object, context: Any) -> None:
    while True:
        await context.write(b"x" * 60_000)


HANDLERS: Handlers = {
    name: grpc.stream_stream_rpc_method_handler(cast(Any, behaviour))
    for name, behaviour in {"Echo": echo, "Idle": idle, "Pour": pour}.items()
}


@pytest.fixture
async def server(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Server]:
    """One that never logs more than that a connection was closed; of its calls nothing is left."""
    caplog.set_level(logging.INFO)
    loose: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: loose.append(context))
    server = Server(MOST)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t.T", HANDLERS),))
    yield server
    await server.stop(0)
    assert not server._calls
    assert not server._open
    await asyncio.sleep(0)
    assert asyncio.all_tasks() <= {asyncio.current_task()}
    assert not loose
    assert [record.message for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.fixture
async def address(server: Server) -> str:
    return f"127.0.0.1:{await server.listen('127.0.0.1', 0)}"


@pytest.fixture
async def raw(address: str) -> AsyncIterator[Raw]:
    """A client that has begun, and another one whose calls are to go on."""
    async with connection(address) as raw, connection(address) as other:
        await raw.begin()
        await other.begin()
        await raw.until(SettingsFrame, lambda came: "ACK" in came.flags)
        yield raw
        await other.is_well(1)


def path(name: str) -> list[tuple[str, str]]:
    return [(":path", f"/t.T/{name}") if each[0] == ":path" else each for each in REQUEST]


def update(number: int, count: int) -> bytes:
    return WindowUpdateFrame(number, window_increment=count).serialize()


# What ends the connection, and with which code.
FAULTS: dict[str, tuple[Callable[[Raw], bytes], ErrorCodes]] = {
    "a frame that is too long": (lambda raw: frame(0, 0, 1, b"x" * (FRAME_BYTES + 1)), ErrorCodes.FRAME_SIZE_ERROR),
    "the head of one that is": (lambda raw: b"\xff\xff\xff\x04" + b"\0" * 5, ErrorCodes.FRAME_SIZE_ERROR),
    "DATA of no stream": (lambda raw: data(0, b"x"), ErrorCodes.STREAM_CLOSED),
    "DATA of a stream nobody opened": (lambda raw: data(99, b"x"), ErrorCodes.STREAM_CLOSED),
    "DATA of a server's stream": (lambda raw: data(2, b"x"), ErrorCodes.STREAM_CLOSED),
    "DATA after the end": (lambda raw: raw.headers(1, path("Idle"), True) + data(1, b"x"), ErrorCodes.STREAM_CLOSED),
    "all padding": (lambda raw: raw.headers(1) + frame(0, 8, 1, b"\x05abcd"), ErrorCodes.PROTOCOL_ERROR),
    "no room for padding": (lambda raw: raw.headers(1) + frame(0, 8, 1, b""), ErrorCodes.PROTOCOL_ERROR),
    "padded HEADERS": (lambda raw: frame(1, 12, 1, b"\xff1"), ErrorCodes.PROTOCOL_ERROR),
    "more than the window": (
        lambda raw: raw.headers(1, path("Idle")) + data(1, b"\0" * 16_384) * (STREAM_WINDOW // 16_384 + 1),
        ErrorCodes.FLOW_CONTROL_ERROR,
    ),
    "an increment of 0": (lambda raw: update(0, 1)[:-4] + b"\0" * 4, ErrorCodes.PROTOCOL_ERROR),
    "a short increment": (lambda raw: frame(8, 0, 0, b"\0"), ErrorCodes.FRAME_SIZE_ERROR),
    "too large a window": (lambda raw: update(0, 2**31 - 1), ErrorCodes.FLOW_CONTROL_ERROR),
    "too large a window of a stream": (
        lambda raw: raw.headers(1, path("Idle")) + update(1, 2**31 - 1),
        ErrorCodes.FLOW_CONTROL_ERROR,
    ),
    "a window made too large by settings": (
        lambda raw: (
            raw.headers(1, path("Idle"))
            + update(1, 2**31 - 1 - FIRST_WINDOW)
            + SettingsFrame(0, settings={4: FIRST_WINDOW + 1}).serialize()
        ),
        ErrorCodes.FLOW_CONTROL_ERROR,
    ),
    "a window nobody opened": (lambda raw: update(7, 1), ErrorCodes.PROTOCOL_ERROR),
    "settings that cannot be": (
        lambda raw: frame(4, 0, 0, struct.pack(">HI", 4, 2**31)),
        ErrorCodes.FLOW_CONTROL_ERROR,
    ),
    "settings of a stream": (lambda raw: frame(4, 0, 1, b""), ErrorCodes.PROTOCOL_ERROR),
    "half a setting": (lambda raw: frame(4, 0, 0, b"\0\1\0"), ErrorCodes.FRAME_SIZE_ERROR),
    "a stream of a server's number": (lambda raw: raw.headers(2), ErrorCodes.PROTOCOL_ERROR),
    "numbers that go backwards": (lambda raw: raw.headers(9) + raw.headers(3), ErrorCodes.PROTOCOL_ERROR),
    "more streams than are taken": (
        lambda raw: b"".join(raw.headers(2 * each + 1, path("Idle")) for each in range(257)),
        ErrorCodes.PROTOCOL_ERROR,
    ),
    "a promise": (lambda raw: PushPromiseFrame(1, 2, flags=["END_HEADERS"]).serialize(), ErrorCodes.PROTOCOL_ERROR),
    "a CONTINUATION of nothing": (lambda raw: ContinuationFrame(1).serialize(), ErrorCodes.PROTOCOL_ERROR),
    "DATA within headers": (
        lambda raw: raw.headers(1, path("Idle")) + HeadersFrame(3).serialize() + data(1, b"x"),
        ErrorCodes.PROTOCOL_ERROR,
    ),
    "a GOAWAY within headers": (
        lambda raw: HeadersFrame(1).serialize() + GoAwayFrame(0).serialize(),
        ErrorCodes.PROTOCOL_ERROR,
    ),
    "headers that never end": (
        lambda raw: HeadersFrame(1).serialize() + ContinuationFrame(1, data=b"\x20" * 1000).serialize() * 50,
        ErrorCodes.ENHANCE_YOUR_CALM,
    ),
    "headers that grow": (
        lambda raw: frame(1, 4, 1, b"\x40\x01a\x7f\xa1\x1e" + b"x" * 4000 + b"\xbe" * 16),
        ErrorCodes.ENHANCE_YOUR_CALM,
    ),
    "headers that are none": (lambda raw: frame(1, 4, 1, b"\xff\xff\xff\xff\xff\xff"), ErrorCodes.PROTOCOL_ERROR),
    "a stream that depends on itself": (
        lambda raw: PriorityFrame(1, depends_on=1).serialize(),
        ErrorCodes.PROTOCOL_ERROR,
    ),
    "trailers that do not end": (lambda raw: raw.headers(1) + raw.headers(1), ErrorCodes.PROTOCOL_ERROR),
    "a short GOAWAY": (lambda raw: frame(7, 0, 0, b"\0"), ErrorCodes.PROTOCOL_ERROR),
    "a flood of pings": (lambda raw: PingFrame(0).serialize() * 12_000, ErrorCodes.ENHANCE_YOUR_CALM),
    "a flood of pongs": (lambda raw: PingFrame(0, flags=["ACK"]).serialize() * 12_000, ErrorCodes.ENHANCE_YOUR_CALM),
    "a flood of settings": (
        lambda raw: SettingsFrame(0, settings={3: 7}).serialize() * 7000,
        ErrorCodes.ENHANCE_YOUR_CALM,
    ),
    "a flood of unknown settings": (
        lambda raw: b"".join(
            frame(4, 0, 0, b"".join(struct.pack(">HI", 100 + 5000 * part + each, 0) for each in range(5000)))
            for part in range(4)
        ),
        ErrorCodes.ENHANCE_YOUR_CALM,
    ),
    "a flood of nothing": (lambda raw: raw.headers(1) + data(1, b"") * 12_000, ErrorCodes.ENHANCE_YOUR_CALM),
    "a flood of what is unknown": (lambda raw: frame(99, 0, 0, b"") * 12_000, ErrorCodes.ENHANCE_YOUR_CALM),
    "a flood of increments": (lambda raw: update(0, 1) * 12_000, ErrorCodes.ENHANCE_YOUR_CALM),
    "a flood of resets": (
        lambda raw: b"".join(
            raw.headers(2 * each + 1) + RstStreamFrame(2 * each + 1, error_code=8).serialize() for each in range(600)
        ),
        ErrorCodes.ENHANCE_YOUR_CALM,
    ),
    "a flood of resets of nothing": (
        lambda raw: raw.headers(1) + RstStreamFrame(99).serialize() * 12_000,
        ErrorCodes.ENHANCE_YOUR_CALM,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_ends_the_connection(raw: Raw, fault: str) -> None:
    said, code = FAULTS[fault]

    saying = asyncio.create_task(raw.send(said(raw)))
    assert await raw.end() == code
    raw.close()
    await saying


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\0" * 99]
)
async def test_what_is_no_http_2(address: str, said: bytes) -> None:
    async with connection(address) as raw:
        await raw.send(said)
        await raw.end()


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ([*REQUEST, ("Case", "x")], ErrorCodes.PROTOCOL_ERROR),
        ([*REQUEST, ("a b", "x")], ErrorCodes.PROTOCOL_ERROR),
        ([*REQUEST, ("", "x")], ErrorCodes.PROTOCOL_ERROR),
        ([*REQUEST, ("authorization", "Bearer secret\n")], ErrorCodes.PROTOCOL_ERROR),
        ([each for each in REQUEST if each[0] != ":path"], ErrorCodes.PROTOCOL_ERROR),
    ],
)
async def test_a_fault_of_a_call_ends_the_call(
    raw: Raw, headers: list[tuple[str, str]], code: ErrorCodes, caplog: pytest.LogCaptureFixture
) -> None:
    await raw.send(raw.headers(1, headers))
    assert await raw.reset(1) == code
    await raw.is_well(3)
    assert "secret" not in caplog.text


@pytest.mark.parametrize("is_last", [False, True])
@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        (":method", "GET", (":status", "415")),
        ("content-type", "text/html", (":status", "415")),
        ("content-type", "application/grpc-web", (":status", "415")),
        (":path", "/nobody/Nothing", ("grpc-status", "12")),
        (":path", "*", ("grpc-status", "12")),
        ("grpc-timeout", "0m", ("grpc-status", "4")),
        ("long", "x" * 17_000, ("grpc-status", "8")),
    ],
)
async def test_a_call_that_is_not_taken(
    raw: Raw, name: str, value: str, status: tuple[str, str], is_last: bool
) -> None:
    headers = path("Idle") if name == "grpc-timeout" else REQUEST
    changed = [each for each in headers if each[0] != name] + [(name, value)]
    await raw.send(raw.headers(1, sorted(changed, key=lambda each: each[0][0] != ":"), is_last))
    assert status in (await raw.said(1)).items()
    await raw.is_well(3)


async def test_what_honest_clients_say_too(raw: Raw) -> None:
    """A length, padding, priorities, frames of tomorrow, trailers, and a stream in pieces of a byte."""
    await raw.send(raw.headers(1, [*REQUEST, ("content-length", "10")]), data(1, framed(b"12345"), is_last=True))
    assert await raw.messages(1, 10) == framed(b"12345")
    block = raw.encoder.encode(REQUEST)
    await raw.send(
        frame(99, 255, 0, b"tomorrow"),
        PriorityFrame(5, depends_on=1, stream_weight=3).serialize(),
        HeadersFrame(3, data=block[:2], flags=["PADDED"], pad_length=7).serialize(),
        ContinuationFrame(3).serialize(),
        ContinuationFrame(3, data=block[2:], flags=["END_HEADERS"]).serialize(),
    )
    parts = framed(b"padded") + framed(b"") + framed(b"x" * 300)
    for each in parts:
        await raw.send(DataFrame(3, data=bytes([each]), flags=["PADDED"], pad_length=each % 3).serialize())
    await raw.send(raw.headers(3, [("trailer", "x")], is_last=True))
    assert await raw.messages(3, len(parts)) == parts
    assert (await raw.said(3))["grpc-status"] == "0"


async def test_bytes_one_by_one(address: str) -> None:
    async with connection(address) as raw:
        said = PREFACE + SettingsFrame(0).serialize() + raw.headers(1) + data(1, framed(b"slow"), is_last=True)
        for each in said:
            await raw.send(bytes([each]))
            await asyncio.sleep(0)
        assert await raw.messages(1, 9) == framed(b"slow")


async def test_windows_that_shrink_and_grow(address: str) -> None:
    async with connection(address) as raw:
        await raw.begin({4: 10})
        await raw.send(raw.headers(1), data(1, framed(b"x" * 95)))
        assert (await raw.until(DataFrame)).data == framed(b"x" * 95)[:10]
        await raw.send(SettingsFrame(0, settings={4: 0}).serialize(), update(1, 15))  # -10, then 5
        assert len((await raw.until(DataFrame)).data) == 5
        await raw.send(SettingsFrame(0, settings={4: 1}).serialize())
        assert len((await raw.until(DataFrame)).data) == 1
        await raw.send(update(1, 20))
        assert len((await raw.until(DataFrame)).data) == 20
        await raw.send(SettingsFrame(0, settings={4: 1000, 5: 16_384}).serialize())
        assert len((await raw.until(DataFrame)).data) == 64


async def test_a_large_message_over_a_small_window(address: str) -> None:
    async with connection(address) as raw:
        await raw.begin({4: 1000})
        await raw.send(raw.headers(1))
        message = framed(bytes(range(250)) * 200)
        await raw.send(*(data(1, message[at : at + 16_000]) for at in range(0, len(message), 16_000)))
        got = b""
        while len(got) < len(message):
            came = await raw.until(DataFrame)
            assert len(came.data) <= 1000
            got += came.data
            await raw.grow(1, len(came.data))
            await raw.grow(0, len(came.data))
        assert got == message


@pytest.mark.parametrize("how", ["reset", "end", "refused", "long"])
async def test_what_is_not_read_is_given_back(raw: Raw, how: str) -> None:
    """Else the connection's window would be gone after four such calls."""
    for number in range(1, 20, 2):
        name = {"refused": "Nothing", "long": "Echo"}.get(how, "Idle")
        await raw.send(raw.headers(number, path(name)))
        if how == "long":
            await raw.send(data(number, struct.pack(">BI", 0, MOST + 1)))
        sent = 0
        while sent < STREAM_WINDOW - 20_000:
            await raw.send(data(number, b"\0" * 16_384))
            sent += 16_384
        if how == "reset":
            await raw.send(RstStreamFrame(number, error_code=8).serialize())
        elif how == "end":
            await raw.send(raw.headers(number, [("grpc-timeout", "1m")], is_last=True))
            await raw.send(RstStreamFrame(number, error_code=8).serialize())
        await raw.send(PingFrame(0, opaque_data=b"12345678").serialize())
        await raw.until(PingFrame)
    given = sum(
        came.window_increment for came in raw.came if isinstance(came, WindowUpdateFrame) and not came.stream_id
    )
    assert given - (STREAMS_WINDOW * STREAM_WINDOW - FIRST_WINDOW) > 4 * STREAM_WINDOW
    await raw.is_well(99)


async def test_messages_before_a_bad_one_are_answered(raw: Raw) -> None:
    await raw.send(raw.headers(1), data(1, framed(b"good") + b"\x01\0\0\0\0"))
    assert await raw.messages(1, 9) == framed(b"good")
    said = await raw.said(1)
    assert said["grpc-status"] == "12"
    assert await raw.reset(1) == ErrorCodes.NO_ERROR


async def test_a_message_cut_by_the_end(raw: Raw) -> None:
    await raw.send(raw.headers(1), data(1, framed(b"good")[:-1], is_last=True))
    assert (await raw.said(1))["grpc-status"] == "12"


async def test_who_reads_nothing_is_closed(address: str, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "OPENING", 0.05)
    monkeypatch.setattr(endpoint, "KEEPALIVE", 0.05)
    async with connection(address) as raw:
        await raw.begin({4: 2**31 - 1})
        await raw.send(update(0, 2**30), raw.headers(1, path("Pour")))
        raw.pause()
        async with asyncio.timeout(5):
            while not server._calls:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            while server._open:  # noqa: ASYNC110
                await asyncio.sleep(0.001)


@pytest.mark.parametrize("said", [b"", PREFACE[:10], PREFACE, PREFACE + b"\0\0\6\4"])
async def test_who_does_not_begin_is_closed(address: str, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "OPENING", 0.02)
    async with connection(address) as raw:
        await raw.send(said)
        await raw.end()


async def test_who_is_silent_is_asked_and_then_closed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "OPENING", 0.02)
    monkeypatch.setattr(endpoint, "KEEPALIVE", 0.02)
    async with connection(address) as raw:
        await raw.begin()
        for _ in range(3):
            await raw.until(PingFrame)  # and answered
        await raw.is_well(1)
        raw.is_polite = False
        await raw.end()


async def test_a_goodbye_lets_calls_go_on(raw: Raw) -> None:
    await raw.send(raw.headers(1), GoAwayFrame(0, last_stream_id=0).serialize())
    await raw.send(data(1, framed(b"later"), is_last=True))
    assert await raw.messages(1, 10) == framed(b"later")
    assert (await raw.said(1))["grpc-status"] == "0"


async def test_a_server_that_stops(address: str, server: Server) -> None:
    async with connection(address) as raw:
        await raw.begin()
        await raw.send(raw.headers(1), raw.headers(3, path("Idle")))
        await raw.send(data(1, framed(b"1")))
        await raw.messages(1, 6)
        stopping = asyncio.create_task(server.stop(0.2))
        assert (await raw.until(GoAwayFrame)).last_stream_id == 3
        await raw.send(raw.headers(5), data(1, framed(b"2"), is_last=True))
        assert await raw.reset(5) == ErrorCodes.REFUSED_STREAM
        assert (await raw.said(3))["grpc-status"] == "14"
        assert await raw.end() is None
        raw.close()
        await stopping
        assert [came.data for came in raw.came if isinstance(came, DataFrame)] == [framed(b"1"), framed(b"2")]


async def test_settings_do_not_make_us_keep_much(server: Server, raw: Raw) -> None:
    many = b"".join(struct.pack(">HI", 100 + each, 0) for each in range(100))
    await raw.send(frame(4, 0, 0, many + struct.pack(">HI", 1, 2**32 - 1)))
    await raw.send(frame(4, 0, 0, struct.pack(">HI", 1, 0)), frame(4, 0, 0, struct.pack(">HI", 1, 0)))
    await raw.is_well(1)  # whose headers are written with the table that was settled
    for each in server._open:
        assert len(each._h2.remote_settings) < 10
        assert each._h2.encoder.header_table_size <= 4096


async def test_random_bytes_after_the_beginning(address: str) -> None:
    source = random.Random(1)
    for _ in range(20):
        async with connection(address) as raw:
            await raw.begin()
            await raw.send(raw.headers(1), source.randbytes(300), b"\xff" * 9)
            await raw.end()
