"""Measure the page with a season stored: response times, request rate, and the cost of watchers."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from tools.bench.processes import ROOT, command, environment
from tools.bench.sizes import PAGE_SECONDS, WATCHERS

PATHS: Final = ("/", "/ladder/spades-4", "/tournaments", "/tournaments/season", "/bots", "/rules/spades-4")
LADDER: Final = "/ladder/spades-4"
READERS: Final = 8  # connections that each send one request after the other
WARM: Final = 300.0  # seconds for the first answers: the tables are fitted behind them
END: Final = b"\r\n\r\n"


async def pages(dsn: str) -> dict[str, Any]:
    """Return milliseconds by page, ladders per second next to a constant answer's, and the cost of watchers."""
    with _serving("arena.web", {"ARENA_DSN": dsn, "ARENA_PROXIES": "127.0.0.1"}) as (port, process):
        sizes = {path: await _warm_up(port, path) for path in PATHS}
        figures: dict[str, Any] = {"kB": {path: size / 1000 for path, size in sizes.items()}}
        figures["ms"] = {path: await _milliseconds(port, path) for path in PATHS}
        figures["ladders a second"] = await _rate(port, LADDER)
        figures["watchers"] = await _measure_watchers(port, process.pid)
    with _serving("tools.bench.scale.bare", {"BARE_BYTES": str(sizes[LADDER])}) as (port, _):
        figures["bare answers a second"] = await _rate(port, "/")
    return figures


@contextmanager
def _serving(module: str, settings: dict[str, str]) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = environment(None) | settings | {"ARENA_WEB_LISTEN": f"127.0.0.1:{port}"}
    process = subprocess.Popen(command(module), env=env, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port, process
    finally:
        process.terminate()
        process.wait()


def _build_request(path: str, reader: int = 0) -> bytes:
    """Return a request; *reader*: its sender, each with its own address."""
    address = f"10.0.{reader // 256}.{reader % 256}"
    headers = f"Host: bench\r\nAccept-Encoding: gzip\r\nX-Forwarded-For: {address}\r\n"
    return f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, int]:
    """Read an answer; return its status and the length of its body."""
    head = await reader.readuntil(END)
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(length)
    return int(head[9:12]), length


async def _warm_up(port: int, path: str) -> int:
    """Request until two answers have the same length; return that length, compressed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    last, until = -1, time.perf_counter() + WARM
    while time.perf_counter() < until:
        writer.write(_build_request(path))
        status, length = await _answer(reader)
        if status == 200 and length == last:
            break
        last = length
        await asyncio.sleep(PAGE_SECONDS / 2)
    writer.close()
    return last


async def _milliseconds(port: int, path: str) -> float:
    """Return the median time of answers, one every 100 ms: the page renders them again now and then."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    taken = []
    until = time.perf_counter() + PAGE_SECONDS
    while time.perf_counter() < until:
        began = time.perf_counter()
        writer.write(_build_request(path))
        await _answer(reader)
        taken.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(0.1)
    writer.close()
    return median(taken)


async def _rate(port: int, path: str) -> float:
    until = time.perf_counter() + PAGE_SECONDS

    async def read() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answers = 0
        while time.perf_counter() < until:
            writer.write(_build_request(path))
            status, _ = await _answer(reader)
            answers += status == 200
        writer.close()
        return answers

    return sum(await asyncio.gather(*(read() for _ in range(READERS)))) / PAGE_SECONDS


async def _measure_watchers(port: int, pid: int) -> dict[str, float]:
    """Return the cores used by watchers of the tournament, and MB in addition to the first one's."""
    watching = await _watching(port, range(1))
    await asyncio.sleep(PAGE_SECONDS)
    before = _memory(pid)
    watching += await _watching(port, range(1, WATCHERS))
    await asyncio.sleep(1)
    began, used = time.perf_counter(), _processor(pid)
    await asyncio.sleep(PAGE_SECONDS)
    cores = (_processor(pid) - used) / (time.perf_counter() - began)
    more = _memory(pid) - before
    for each in watching:
        each.cancel()
    return {"watchers": WATCHERS, "cores": cores, "MB more": more}


async def _watching(port: int, readers: range) -> list["asyncio.Task[bytes]"]:
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in readers]
    for number, (_, writer) in zip(readers, connections, strict=True):
        writer.write(_build_request("/tournaments/season.live", number))
    heads = await asyncio.gather(*(reader.readuntil(END) for reader, _ in connections))
    assert all(b" 200 " in head.partition(b"\r\n")[0] for head in heads), heads[0]
    return [asyncio.create_task(reader.read()) for reader, _ in connections]


def _memory(pid: int) -> float:
    pages_held = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages_held * os.sysconf("SC_PAGE_SIZE") / 1e6


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(json.dumps(asyncio.run(pages(sys.argv[1])), indent=2))
