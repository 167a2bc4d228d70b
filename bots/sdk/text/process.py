"""A running program that is told lines and answers with one."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from typing import IO, Any, Final

from bots.sdk.bot.parsing import UserError

LONGEST: Final = 4096  # bytes of a line that is read; the longest answer has 20
SHOWN: Final = 80
LAST_WORDS: Final = 1.0  # seconds that a program has after `quit`


class BadProgram(UserError):
    """Raised for a command that is no text program; the message says why."""


class Died(Exception):
    """Raised when a program ended, or cannot be talked with; the text says how."""


class Process:
    """A program with a pipe to it and one from it.

    It belongs to no loop: games in several loops, one after the other, may use it.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Start it in a session of its own, which Ctrl-C does not reach. Raises `BadProgram`."""
        try:
            self._running = subprocess.Popen(
                list(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise BadProgram(f"cannot start {' '.join(words)!r}: {error.strerror or error}") from None
        self._in, self._out = _fileno(self._running.stdin), _fileno(self._running.stdout)
        self._heard = b""

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._running.poll() is None

    async def ask(self, lines: Sequence[str], seconds: float) -> str:
        """Tell *lines*, the last of which is a question; return the answer.

        Raises `Died`, and `TimeoutError` after *seconds*, the telling among them.
        """
        if unasked := self._read():
            raise Died(f"it said {_shown(unasked)} when nothing was asked")
        async with asyncio.timeout(seconds):
            await self._write(lines)
            while b"\n" not in self._heard:
                if len(self._heard) > LONGEST:
                    raise Died(f"its line is longer than {LONGEST} bytes")
                await _ready(asyncio.get_running_loop().add_reader, self._out)
                if self._read() is None:
                    raise Died(self._ending())
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode("ascii", "backslashreplace").strip()

    async def tell(self, lines: Sequence[str], seconds: float = LAST_WORDS) -> None:
        """Tell *lines*, to which it says nothing. Raises as `ask`."""
        async with asyncio.timeout(seconds):
            await self._write(lines)

    async def _write(self, lines: Sequence[str]) -> None:
        left = "".join(f"{line}\n" for line in lines).encode()
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                await _ready(asyncio.get_running_loop().add_writer, self._in)
            except BrokenPipeError:
                raise Died(self._ending()) from None

    def _read(self) -> bytes | None:
        """Take in what it has said; return all that is unread, or None at its end."""
        with contextlib.suppress(BlockingIOError):
            said = os.read(self._out, LONGEST)
            if not said:
                return None
            self._heard += said
        return self._heard

    def _ending(self) -> str:
        """Say how it ended; it closed a pipe, and so is given no time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._running.wait(LAST_WORDS / 5)
            return f"it ended with exit code {code}" if code >= 0 else f"signal {-code} ended it"
        return "it closed its standard input or output"

    def quit(self) -> None:
        """Ask it to leave; `kill` waits for it."""
        assert self._running.stdin is not None
        with contextlib.suppress(OSError):
            self._running.stdin.write(b"quit\n")
        self._running.stdin.close()

    def kill(self, seconds: float = 0.0) -> None:
        """End it, and what it has started, after so many seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(seconds)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._running.pid, signal.SIGKILL)
        self._running.wait()
        for pipe in (self._running.stdin, self._running.stdout):
            if pipe is not None:
                pipe.close()


def _fileno(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


async def _ready(add: Callable[..., Any], file: int) -> None:
    """Wait until *file* can be read or written, as *add* watches for."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    add(file, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)
        loop.remove_writer(file)


def _shown(said: bytes) -> str:
    return repr(said[:SHOWN].decode("ascii", "backslashreplace"))
