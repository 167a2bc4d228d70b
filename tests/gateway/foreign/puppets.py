"""Libraries of other languages, each in a process that reads one command a line."""

import asyncio
from collections.abc import Sequence
from typing import Any

import grpc

from arena.wire.gen import seat_pb2
from tests.gateway.foreign.calls import USUAL, Call, End, How, Line

LONGEST_LINE = 1 << 24
CODES = {code.value[0]: code for code in grpc.StatusCode}


class PuppetCall(Call):
    def __init__(self, line: "PuppetLine", number: int) -> None:
        super().__init__()
        self._line = line
        self._number = number

    async def send(self, message: seat_pb2.ToArena) -> None:
        await self._line.tell("send", self._number, message.SerializeToString().hex() or "-")

    async def no_more(self) -> None:
        await self._line.tell("half", self._number)

    async def cancel(self) -> None:
        await self._line.tell("cancel", self._number)


class PuppetLine(Line):
    """A puppet's calls: it prints `got CALL MESSAGE` and `end CALL CODE TEXT NAME=VALUE...`, bytes in hexadecimal."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._calls: list[PuppetCall] = []
        self._hears = asyncio.create_task(self._hear())

    @classmethod
    async def start(cls, command: Sequence[str], target: str, keepalive_ms: int | None) -> "PuppetLine":
        """Start the puppet of *command*; it takes the address and the milliseconds between pings."""
        pipe = asyncio.subprocess.PIPE
        words = (*command, target, str(keepalive_ms or 0))
        return cls(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=LONGEST_LINE))

    async def play(self, how: How = USUAL) -> Call:
        self._calls.append(PuppetCall(self, len(self._calls)))
        named = ((name, value if isinstance(value, bytes) else value.encode()) for name, value in how.headers)
        metadata = [f"{name}={value.hex()}" for name, value in named]
        deadline = int((how.deadline or 0) * 1000)
        await self.tell("open", len(self._calls) - 1, "gzip" if how.gzip else "-", deadline, *metadata)
        return self._calls[-1]

    async def close(self) -> None:
        self._process.terminate()
        await self._process.wait()
        self._hears.cancel()

    async def tell(self, *words: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(" ".join(map(str, words)).encode() + b"\n")
        await self._process.stdin.drain()

    async def _hear(self) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            what, number, *words = line.decode().rstrip("\n").split(" ")
            call = self._calls[int(number)]
            if what == "got":
                await call.received(bytes.fromhex(words[0]))
            else:
                assert what == "end", line
                pairs = (word.partition("=") for word in words[2:] if word)
                trailing = {name: bytes.fromhex(value).decode() for name, _, value in pairs}
                await call.inbox.end(End(CODES[int(words[0])], bytes.fromhex(words[1]).decode(), trailing))
