"""A text program: start and greet a process for each game that is played at the same time."""

import shlex
import sys
from typing import Final

from arena.rules import VARIANTS
from bots.sdk.text.process import Process, ProgramDiedError, ProgramError
from bots.sdk.text.words import VERSION

MAX_LINES: Final = 5  # number of different lines that are printed
SHOWN: Final = 80  # characters of a line that are printed


class UnaskedLines:
    """Lines that the processes of one program wrote without being asked."""

    def __init__(self) -> None:
        self.lines: list[str] = []  # the first `MAX_LINES` different lines, shortened
        self._count = 0
        self._name = ""

    def add(self, line: str) -> None:
        """Count a line, and print it if it is new; before `show` is called, keep it for later."""
        self._count += bool(line)
        line = line[:SHOWN]
        if line and line not in self.lines and len(self.lines) < MAX_LINES:
            self.lines.append(line)
            if self._name:
                self._log(f"passed over {line!r}")

    def show(self, name: str) -> None:
        """Set the program's *name*, and print the lines that were kept."""
        if not self._name:
            self._name = name
            for line in self.lines:
                self._log(f"passed over {line!r}")

    def end(self) -> None:
        """Print the total number of lines, if not all of them were printed."""
        if self._name and self._count > len(self.lines):
            self._log(f"{self._count} lines were passed over; the first {len(self.lines)} different ones are shown")
            self._count = 0

    def _log(self, text: str) -> None:
        print(f"{self._name}: {text}", file=sys.stderr, flush=True)


GREETING: Final = f"hello {VERSION}"
GREETING_TIMEOUT: Final = 10.0  # seconds


class Program:
    """A text program's command, and its processes; each process plays one game at a time."""

    def __init__(self, command: str) -> None:
        """Split *command* into words like a shell. Raises `ProgramError`."""
        if sys.platform == "win32":
            raise ProgramError("text programs do not run on Windows; use Linux or macOS")
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ProgramError(f"{command!r}: {error}") from None
        if not self.words:
            raise ProgramError("no command is given; give the program's command as one word: './bot.sh --fast'")
        self.command = command
        self.name = ""  # the program's own name, known after the first greeting
        self.variants: tuple[str, ...] = ()
        self._passed_over = UnaskedLines()
        self._idle: list[Process] = []
        self._busy: set[Process] = set()

    async def greet(self) -> None:
        """Start a process once, to learn the program's name and variants. Raises `ProgramError`."""
        try:
            self.give_back(await self.take(GREETING_TIMEOUT))
        except (ProgramDiedError, TimeoutError) as problem:
            why = f"it did not answer for {GREETING_TIMEOUT:g} s" if isinstance(problem, TimeoutError) else problem
            said = f", and said {self._passed_over.lines[0]!r}" if self._passed_over.lines else ""
            raise ProgramError(
                f"{self.command!r} is not a text program: {why}{said}; it must answer {GREETING!r}"
            ) from None

    async def take(self, seconds: float) -> Process:
        """Return an idle or new process within *seconds*. Raises `ProgramDiedError`, `TimeoutError`, `ProgramError`."""
        while self._idle:
            process = self._idle.pop()
            if process.runs:
                self._busy.add(process)
                return process
            process.kill()
        process = Process(self.words, self._passed_over.add)
        self._busy.add(process)
        try:
            self._read_greeting(await process.ask([GREETING], min(seconds, GREETING_TIMEOUT)))
        except BaseException:
            self.drop(process)
            raise
        return process

    def give_back(self, process: Process) -> None:
        """Make a process idle after its game, for the next game."""
        self._busy.discard(process)
        self._idle.append(process)

    def drop(self, process: Process) -> None:
        """Kill a process."""
        self._busy.discard(process)
        process.kill()

    def close(self) -> None:
        """End all processes. Idle processes get a second to quit by themselves."""
        for process in self._idle:
            process.quit()
        for process in self._idle:
            process.kill(1.0)
        for process in self._busy:
            process.kill()
        self._idle, self._busy = [], set()
        self._passed_over.end()

    def _read_greeting(self, answer: str) -> None:
        """Read the answer `hello VERSION NAME [VARIANT ...]`. Raises `ProgramDiedError`, `ProgramError`."""
        words = answer.split()
        if len(words) < 3 or words[:2] != GREETING.split():
            raise ProgramDiedError(f"it answered {answer[:80]!r}; it must answer '{GREETING} NAME', then its variants")
        for name in words[3:]:
            if name not in VARIANTS:
                raise ProgramError(
                    f"{self.command!r} plays {name[:80]!r}, which is not a variant; use {', '.join(VARIANTS)}"
                )
        self.name, self.variants = words[2][:40], tuple(words[3:]) or tuple(VARIANTS)
        self._passed_over.show(self.name)
