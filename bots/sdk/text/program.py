"""A text program: started as often as games need it, and greeted."""

import shlex
import sys
from typing import Final

from arena.rules import VARIANTS
from bots.sdk.text.process import Process, ProgramDiedError, ProgramError
from bots.sdk.text.words import VERSION

MOST_LINES: Final = 5  # different lines that are logged
SHOWN: Final = 80  # characters of a line


class PassedOver:
    """The lines that all processes of one program wrote without being asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []  # the first `MOST_LINES` different ones, cut
        self._count = 0
        self._name = ""

    def add(self, line: str) -> None:
        """Count a line, and log it if it is new; before `show` it waits."""
        self._count += bool(line)
        line = line[:SHOWN]
        if line and line not in self.lines and len(self.lines) < MOST_LINES:
            self.lines.append(line)
            if self._name:
                self._log(f"passed over {line!r}")

    def show(self, name: str) -> None:
        """Log the lines that have waited for the program's *name*."""
        if not self._name:
            self._name = name
            for line in self.lines:
                self._log(f"passed over {line!r}")

    def end(self) -> None:
        """Log how many lines there were, if not each of them was shown."""
        if self._name and self._count > len(self.lines):
            self._log(f"{self._count} lines were passed over; the first {len(self.lines)} different ones are shown")
            self._count = 0

    def _log(self, text: str) -> None:
        print(f"{self._name}: {text}", file=sys.stderr, flush=True)


GREETING: Final = f"hello {VERSION}"
START: Final = 10.0  # seconds until it has answered the greeting


class Program:
    """A command whose processes play one game at a time each."""

    def __init__(self, command: str) -> None:
        """Raise `ProgramError` unless *command* can be split into words, as a shell does."""
        if sys.platform == "win32":
            raise ProgramError("text programs need Linux or macOS: Windows has no pipes that can be waited for")
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ProgramError(f"{command!r}: {error}") from None
        if not self.words:
            raise ProgramError("no command: give what starts the program, as one word: './bot.sh --fast'")
        self.command = command
        self.name = ""  # its own, known from the first greeting on
        self.variants: tuple[str, ...] = ()
        self._passed_over = PassedOver()
        self._idle: list[Process] = []
        self._busy: set[Process] = set()

    async def greet(self) -> None:
        """Start it a first time, to learn its name. Raises `ProgramError`."""
        try:
            self.give_back(await self.take(START))
        except (ProgramDiedError, TimeoutError) as problem:
            why = f"it did not answer for {START:g} s" if isinstance(problem, TimeoutError) else problem
            said = f", and said {self._passed_over.lines[0]!r}" if self._passed_over.lines else ""
            raise ProgramError(
                f"{self.command!r} is no text program: {why}{said}; it is to answer {GREETING!r}"
            ) from None

    async def take(self, seconds: float) -> Process:
        """Return a process that plays no game. Raises `ProgramDiedError`, `TimeoutError`, `ProgramError`."""
        while self._idle:
            process = self._idle.pop()
            if process.runs:
                self._busy.add(process)
                return process
            process.kill()
        process = Process(self.words, self._passed_over.add)
        self._busy.add(process)
        try:
            self._read_greeting(await process.ask([GREETING], min(seconds, START)))
        except BaseException:
            self.drop(process)
            raise
        return process

    def give_back(self, process: Process) -> None:
        """Keep a process whose game has ended for the next one."""
        self._busy.discard(process)
        self._idle.append(process)

    def drop(self, process: Process) -> None:
        """Kill a process."""
        self._busy.discard(process)
        process.kill()

    def close(self) -> None:
        """End all processes: idle ones may leave by themselves."""
        for process in self._idle:
            process.quit()
        for process in self._idle:
            process.kill(1.0)
        for process in self._busy:
            process.kill()
        self._idle, self._busy = [], set()
        self._passed_over.end()

    def _read_greeting(self, answer: str) -> None:
        """Read `hello VERSION NAME [VARIANT ...]`. Raises `ProgramDiedError`, `ProgramError`."""
        words = answer.split()
        if len(words) < 3 or words[:2] != GREETING.split():
            raise ProgramDiedError(
                f"it answered {answer[:80]!r}; accepted is '{GREETING} NAME', and the variants that it plays"
            )
        for name in words[3:]:
            if name not in VARIANTS:
                raise ProgramError(f"{self.command!r} plays {name[:80]!r}: accepted is one of {', '.join(VARIANTS)}")
        self.name, self.variants = words[2][:40], tuple(words[3:]) or tuple(VARIANTS)
        self._passed_over.show(self.name)
