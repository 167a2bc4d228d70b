"""Conversations at random: whole and in order where they are valid, a closed connection where they are not."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, cast

import grpc
import pytest
from hyperframe.frame import DataFrame, Frame, HeadersFrame, PingFrame, PriorityFrame, RstStreamFrame, SettingsFrame
from hypothesis import given
from hypothesis import strategies as st

from arena.rpc import Server, dial
from arena.wire.address import parse_address
from tests.rpc.pairs import MOST
from tests.rpc.raw import PREFACE, Raw, connection, data, frame, framed

MESSAGES = st.lists(st.binary(max_size=400) | st.integers(0, 9000).map(bytes), max_size=5)


async def echo(_requests: object, context: Any) -> None:
    while (message := await context.read()) is not None:
        await context.write(message)


async def heard(_requests: object, context: Any) -> None:
    """As `echo`, by a listener."""
    late: list[bytes] = []

    def listen(message: bytes) -> float:
        if late or not context.write_at_once(message):
            late.append(message)
        return 0.001 if len(message) % 7 == 1 else 0

    hearing = asyncio.ensure_future(context.hear(listen))
    try:
        while not (hearing.done() and not late):
            if late:
                await context.write(late[0])
                late.pop(0)
            else:
                await asyncio.wait({hearing}, timeout=0.001)
        await hearing
    finally:
        hearing.cancel()


async def repeat(_requests: object, context: Any) -> None:
    size = int.from_bytes((await context.read() or b"")[:2], "big")
    for _ in range(3):
        await context.write(bytes(size))


BEHAVIOURS: dict[str, Any] = {"Echo": echo, "Heard": heard, "Repeat": repeat}


def served(talk: Callable[[str, Server], Awaitable[None]]) -> None:
    """Run *talk* with a server of its own. Afterwards nothing is left, and nothing was logged."""
    loose: list[object] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: loose.append(context))
        server = Server(MOST)
        handlers: Any = {
            name: grpc.stream_stream_rpc_method_handler(cast(Any, each)) for name, each in BEHAVIOURS.items()
        }
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t.T", handlers),))
        async with asyncio.timeout(20):
            await talk(f"127.0.0.1:{await server.listen('127.0.0.1', 0)}", server)
            await server.stop(0)
        assert not server._open
        await asyncio.sleep(0)
        assert asyncio.all_tasks() <= {asyncio.current_task()}

    asyncio.run(run())
    assert not loose


def named(name: str) -> list[tuple[str, str]]:
    return [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", f"/t.T/{name}"),
        (":authority", "x"),
        ("content-type", "application/grpc"),
    ]


def cut(draw: st.DataObject, whole: bytes) -> list[bytes]:
    """In pieces of any size."""
    places = sorted(draw.draw(st.lists(st.integers(0, len(whole)), max_size=6)))
    return [whole[start:end] for start, end in zip([0, *places], [*places, len(whole)], strict=True)]


def frames_of(draw: st.DataObject, number: int, messages: list[bytes]) -> list[bytes]:
    """*messages* as DATA frames of any size, some with padding, and what may come between them."""
    frames = []
    for piece in cut(draw, b"".join(map(framed, messages))):
        padding = draw.draw(st.none() | st.integers(0, 255))
        flags, pad = ([], 0) if padding is None else (["PADDED"], padding)
        frames.append(DataFrame(number, data=piece, flags=flags, pad_length=pad).serialize())
        if draw.draw(st.booleans()):
            frames.append(
                draw.draw(
                    st.sampled_from(
                        [
                            PingFrame(0).serialize(),
                            PriorityFrame(number, depends_on=0).serialize(),
                            frame(200, 7, number, b"?"),
                            data(number, b""),
                            SettingsFrame(0, settings={4: 2**31 - 1}).serialize(),
                        ]
                    )
                )
            )
    return [*frames, data(number, b"", is_last=True)]


def shuffled(draw: st.DataObject, streams: list[list[bytes]]) -> list[bytes]:
    """The frames of all, those of each in their order."""
    rest = [list(each) for each in streams]
    mixed = []
    while any(rest):
        mixed.append(draw.draw(st.sampled_from([each for each in rest if each])).pop(0))
    return mixed


@given(st.data(), st.lists(st.tuples(st.sampled_from(["Echo", "Heard"]), MESSAGES), min_size=1, max_size=4))
def test_messages_come_whole_and_in_order(draw: st.DataObject, calls: list[tuple[str, list[bytes]]]) -> None:
    numbers = range(1, 2 * len(calls), 2)
    mixed = shuffled(draw, [frames_of(draw, number, call[1]) for number, call in zip(numbers, calls, strict=True)])

    async def talk(address: str, server: Server) -> None:
        async with connection(address) as raw:
            await raw.begin({4: 2**31 - 1})
            await raw.grow(0, 2**30)
            opened = [raw.headers(number, named(call[0])) for number, call in zip(numbers, calls, strict=True)]
            for piece in cut(draw, b"".join([*opened, *mixed])):
                await raw.send(piece)
                await asyncio.sleep(0)
            came = await answers(raw, len(calls))
            for number, call in zip(numbers, calls, strict=True):
                assert came.get(number, b"") == b"".join(map(framed, call[1]))
            (end,) = server._open
            assert end._inbound._left + end._inbound._owed == end._inbound._size

    served(talk)


async def answers(raw: Raw, calls: int) -> dict[int, bytes]:
    """All DATA of so many calls, to their ends."""
    came: dict[int, bytes] = {}
    while calls:
        each: Frame = await raw.until(Frame)
        if isinstance(each, DataFrame):
            came[each.stream_id] = came.get(each.stream_id, b"") + each.data
        assert not isinstance(each, RstStreamFrame)
        calls -= isinstance(each, HeadersFrame) and "END_STREAM" in each.flags
    return came


CHANGE = st.one_of(
    st.tuples(st.just("connection"), st.integers(1, 70_000)),
    st.tuples(st.just("stream"), st.integers(1, 70_000)),
    st.tuples(st.just("initial"), st.integers(0, 100_000)),
    st.tuples(st.just("frame"), st.integers(16_384, 60_000)),
)


@given(st.integers(0, 60_000), st.lists(CHANGE, max_size=12))
def test_no_more_is_sent_than_there_is_room_for(size: int, changes: list[tuple[str, int]]) -> None:
    """Windows as this side sees them: what it made larger counts at once, its settings once they are acknowledged."""

    async def talk(address: str, _server: Server) -> None:
        async with connection(address) as raw:
            raw.is_polite = False
            await raw.begin()
            await raw.until(SettingsFrame, lambda came: "ACK" in came.flags)
            await raw.send(raw.headers(1, named("Repeat")), data(1, framed(size.to_bytes(2, "big")), is_last=True))
            windows, initial, longest = {0: 65_535, 1: 65_535}, 65_535, 16_384
            pending: list[tuple[str, int]] = []
            rest, wanted = list(changes), 3 * (size + 5)
            while wanted:
                if rest:
                    what, count = rest.pop(0)
                    if what in ("connection", "stream"):
                        windows[what == "stream"] += count
                        await raw.grow(int(what == "stream"), count)
                    else:
                        pending.append((what, count))
                        code = 4 if what == "initial" else 5
                        await raw.send(SettingsFrame(0, settings={code: count}).serialize())
                elif min(windows.values()) <= 0 and not pending:
                    for number in windows:
                        windows[number] += 100_000
                        await raw.grow(number, 100_000)
                elif (came := await raw.next()) is None:
                    raise AssertionError("it closed")
                elif isinstance(came, DataFrame):
                    assert len(came.data) <= min(longest, *windows.values())
                    wanted -= len(came.data)
                    for number in windows:
                        windows[number] -= len(came.data)
                elif isinstance(came, SettingsFrame) and "ACK" in came.flags:
                    what, count = pending.pop(0)
                    if what == "initial":
                        windows[1] += count - initial
                        initial = count
                    else:
                        longest = count

    served(talk)


def conversation() -> bytes:
    raw = Raw(cast(Any, None), cast(Any, None))
    return b"".join(
        (
            PREFACE,
            SettingsFrame(0, settings={3: 100, 4: 70_000}).serialize(),
            raw.headers(1, named("Echo")),
            data(1, framed(b"one") + framed(b"two")),
            raw.headers(3, [*named("Repeat"), ("a-bin", "AAAA"), ("grpc-timeout", "5S")]),
            PingFrame(0).serialize(),
            data(3, framed(b"\0F"), is_last=True),
            RstStreamFrame(1, error_code=8).serialize(),
            raw.headers(5, named("Heard")),
            data(5, framed(b"three")),
            SettingsFrame(0, flags=["ACK"]).serialize(),
        )
    )


VALID = conversation()
MUTATION = st.tuples(
    st.integers(len(PREFACE), len(VALID) - 1), st.sampled_from(["flip", "drop", "put"]), st.integers(1, 255)
)


@given(st.lists(st.lists(MUTATION, min_size=1, max_size=4), min_size=4, max_size=4), st.binary(max_size=40))
def test_conversations_that_went_wrong_do_no_harm(several: list[list[tuple[int, str, int]]], end: bytes) -> None:
    async def talk(address: str, server: Server) -> None:
        line = await dial(parse_address(address), MOST, 5)
        call = line.call("/t.T/Echo")
        for mutations in several:
            said = bytearray(VALID)
            for place, how, value in mutations:
                if how == "flip":
                    said[place % len(said)] ^= value
                elif how == "drop":
                    del said[place % len(said) : place % len(said) + value % 5]
                else:
                    said[place:place] = bytes([value])
            async with connection(address) as raw:
                await raw.send(bytes(said), end)
                raw._writer.write_eof()
                async with asyncio.timeout(5):
                    while await raw._reader.read(65_536):
                        pass
            await call.write(b"still there?")
            assert await call.read() == b"still there?"
        line.close()
        await line.gone()

    served(talk)


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert not [record for record in caplog.records if record.levelno > logging.INFO]
