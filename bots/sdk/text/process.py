"""A running text program: send lines, and read the line that answers."""

import asyncio
import contextlib
import os
import subprocess
from collections.abc import Callable, Sequence
from typing import IO, Final

from bots.sdk.bot.parsing import UserError
from bots.sdk.text.groups import guard_group, kill_group
from bots.sdk.text.words import REASONS, REPORTS

MAX_LINE: Final = 4096  # bytes of a line; the longest answer has 20
PIPE: Final = 1 << 16  # bytes that a full pipe holds
SHOWN: Final = 80  # bytes of output in an error text
INFO: Final = "info"  # the first word of a line that is not an answer
QUIT_TIMEOUT: Final = 1.0  # seconds that a program has to end after `quit`


class ProgramError(UserError):
    """Raised if a command is not a text program; the message says why."""


class ProgramDiedError(Exception):
    """Raised if a program ended or broke the protocol; the message says how."""


class Process:
    """A running text program, with a pipe to its input and one from its output.

    A process is not bound to an event loop: games in several loops, one after another, may use the same process.
    """

    def __init__(self, words: Sequence[str], pass_over: Callable[[str], None]) -> None:
        """Start *words*, out of reach of Ctrl-C; *pass_over* gets lines that are no answer. Raises `ProgramError`."""
        try:
            self._running = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=os.environ | {REPORTS: "asked"},
            )
        except OSError as error:
            raise ProgramError(f"cannot start {' '.join(words)!r}: {error.strerror or error}") from None
        guard_group(self._running.pid)
        self._in, self._out = _fileno(self._running.stdin), _fileno(self._running.stdout)
        self._heard = b""
        self._greeted = False
        self.failure = ""  # why the last answer was the fallback's, as the program said; "" if it was not
        self._pass_over = pass_over

    @property
    def runs(self) -> bool:
        """Whether the program is running."""
        return self._running.poll() is None

    async def ask(self, lines: Sequence[str], seconds: float) -> str:
        """Send *lines*, the last of which is a question, and return the answer line.

        The first question is the greeting. Raises `ProgramDiedError`, and `TimeoutError` if sending and answering take
        more than *seconds*.
        """
        self.failure = ""
        async with asyncio.timeout(seconds):
            if self._greeted:
                self._refuse_unasked()
            await self._write(lines)
            while (answer := self._next_answer()) is None:
                await _ready(self._out)
                if self._read() == b"":
                    raise ProgramDiedError(self._ending())
        self._greeted = True
        return answer

    async def tell(self, lines: Sequence[str], seconds: float = QUIT_TIMEOUT) -> None:
        """Send *lines* that need no answer, within *seconds*. Raises `ProgramDiedError`, `TimeoutError`."""
        async with asyncio.timeout(seconds):
            await self._write(lines)

    async def _write(self, lines: Sequence[str]) -> None:
        left = "".join(f"{line}\n" for line in lines).encode()
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                await _ready(self._out, self._in)  # while its output is full, the program may not read its input
                if self._read() == b"":
                    raise ProgramDiedError(self._ending()) from None
                self._refuse_unasked()
            except BrokenPipeError:
                with contextlib.suppress(ProgramDiedError):
                    self._refuse_unasked()  # its last lines may say why it ended
                raise ProgramDiedError(self._ending()) from None

    def _read(self) -> bytes | None:
        """Read some of the program's output. Return None if no output is available yet, b"" at the end of output."""
        try:
            said = os.read(self._out, MAX_LINE)
        except BlockingIOError:
            return None
        self._heard += said
        return said

    def _next_answer(self) -> str | None:
        """Return the first complete line that is an answer, or None. Raises `ProgramDiedError`."""
        while b"\n" in self._heard:
            said, _, self._heard = self._heard.partition(b"\n")
            line = said.decode("ascii", "backslashreplace").strip()
            first = line.split(maxsplit=1)[:1]
            if first != [INFO] and (self._greeted or first == ["hello"]):
                return line
            if line in REASONS:
                self.failure = REASONS[line]
            else:
                self._pass_over(line)
        if len(self._heard) > MAX_LINE:
            raise ProgramDiedError(f"its line is longer than {MAX_LINE} bytes; print shorter lines")
        return None

    def _refuse_unasked(self) -> None:
        """Skip `info` lines that the program wrote unasked. Raises `ProgramDiedError` for other unasked output."""
        for _ in range(PIPE // MAX_LINE):
            if (answer := self._next_answer()) is not None:
                raise ProgramDiedError(f"it said {answer[:SHOWN]!r} when nothing was asked; answer only questions")
            if not self._read():
                break
        if not INFO.encode().startswith(self._heard[: len(INFO)]):
            raise ProgramDiedError(f"it said {_shown(self._heard)} when nothing was asked; answer only questions")

    def _ending(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._running.wait(QUIT_TIMEOUT / 5)
            return f"it ended with exit code {code}" if code >= 0 else f"signal {-code} ended it"
        return "it closed its standard input or output"

    def quit(self) -> None:
        """Send `quit` to the program; then call `kill`, which waits for its end."""
        assert self._running.stdin is not None
        with contextlib.suppress(OSError):
            self._running.stdin.write(b"quit\n")
        self._running.stdin.close()

    def kill(self, seconds: float = 0.0) -> None:
        """Wait up to *seconds* for the program to end, then kill the program and its children."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(seconds)
        kill_group(self._running.pid)
        self._running.wait()
        for pipe in (self._running.stdin, self._running.stdout):
            if pipe is not None:
                pipe.close()


def _fileno(pipe: IO[bytes] | None) -> int:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


async def _ready(readable: int, writable: int | None = None) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(readable, ready.set)
    if writable is not None:
        loop.add_writer(writable, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(readable)
        if writable is not None:
            loop.remove_writer(writable)


def _shown(said: bytes) -> str:
    return repr(said[:SHOWN].decode("ascii", "backslashreplace"))
