import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from arena.wire import framed
from arena.wire.framed import LENGTH, ROOM, UNREAD, Framed
from tests.gateway.clients import until


class End(Framed):
    """One end, and what it heard."""

    def __init__(self, most: int = framed.MOST) -> None:
        super().__init__(most)
        self.heard: list[bytes] = []
        self.over: list[str] = []
        self.free = 0

    def handle_message(self, message: bytes) -> None:
        self.heard.append(message)

    def handle_end(self, why: str) -> None:
        self.over.append(why)

    def handle_drain(self) -> None:
        self.free += 1


@asynccontextmanager
async def two_ends(most: int = framed.MOST) -> AsyncIterator[tuple[End, End]]:
    """Both ends of a stream; the second takes messages of *most* bytes."""
    loop, second = asyncio.get_running_loop(), End(most)
    server = await loop.create_server(lambda: second, "127.0.0.1", 0)
    _, first = await loop.create_connection(End, "127.0.0.1", server.sockets[0].getsockname()[1])
    await until(lambda: second.is_writable)
    yield first, second
    server.close()
    for end in (first, second):
        end.abort("the test ends")
    await until(lambda: bool(first.over and second.over))


async def test_messages_of_any_length_arrive_whole_and_in_order() -> None:
    sizes = [1, ROOM - 5, ROOM - 4, ROOM, ROOM + 1, 5, 3 * ROOM, 3_000_000, 1]
    messages = [bytes([number]) * size for number, size in enumerate(sizes)]
    async with two_ends() as (first, second):
        for message in messages:
            first.send(message)
        first.close()
        await until(lambda: bool(second.over))
        assert second.heard == messages
        assert len(second._room) == ROOM + LENGTH.size  # what a long message needed is given back


async def test_pieces_of_messages_are_put_together() -> None:
    second = End()
    whole = b"".join(LENGTH.pack(len(message)) + message for message in (b"one", b"", b"three"))
    for at in range(len(whole)):
        second.get_buffer(-1)[:1] = whole[at : at + 1]
        second._transport = asyncio.Transport()
        second.buffer_updated(1)
    assert second.heard == [b"one", b"three"]


async def test_a_message_that_is_too_long_ends_the_stream_before_it_is_read() -> None:
    async with two_ends(most=100) as (first, second):
        first.send(bytes(100))
        first.send(bytes(101))
        await until(lambda: bool(first.over))
        assert second.heard == [bytes(100)]
        assert second.over == ["it sent a message of 101 bytes: at most 100 are accepted"]


async def test_a_blocked_sender_notices_when_it_may_write_again() -> None:
    async with two_ends() as (first, second):
        assert isinstance(second._transport, asyncio.Transport)
        second._transport.pause_reading()
        while first.is_writable:
            assert first.free == 0
            first.send(bytes(UNREAD))
        second._transport.resume_reading()
        await until(lambda: first.is_writable)
        assert first.free == 1


async def test_an_end_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framed, "BEAT", 0.05)
    async with two_ends() as (first, second):
        await asyncio.sleep(0.5)
        assert not first.over  # beats are heard
        assert not second.heard  # and are no messages
        assert isinstance(second._transport, asyncio.Transport)
        second._transport.pause_reading()
        assert second._beating
        second._beating.cancel()
        await until(lambda: bool(first.over))
        assert "nothing was heard" in first.over[0]


async def test_a_silent_end_is_reported_at_each_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framed, "BEAT", 0.02)
    async with two_ends() as (first, second):
        silences: list[int] = []
        monkeypatch.setattr(first, "handle_silence", silences.append)
        assert second._beating
        second._beating.cancel()
        await until(lambda: bool(first.over))
        assert silences == list(range(1, framed.SILENT_BEATS))
