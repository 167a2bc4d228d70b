"""A text program: start and greet a process for each game that is played at the same time."""

import shlex
import sys
from typing import Final

from arena.rules import VARIANTS
from bots.sdk.bot.parsing import ERROR
from bots.sdk.text.process import Process, ProgramDiedError, ProgramError
from bots.sdk.text.words import VERSION

MAX_LINES: Final = 5  # number of different lines that are printed
SHOWN: Final = 80  # characters of a line that are printed
MAX_REASON: Final = 400  # characters of the line in which the kit says why it ends
FAILURE: Final = "failure"  # the event of the first answer by the fallback
GREETING: Final = f"hello {VERSION}"
GREETING_TIMEOUT: Final = 10.0  # seconds


class Program:
    """A text program's command, and its processes; each process plays one game at a time."""

    def __init__(self, command: str, file: str = "") -> None:
        """Split *command* into words like a shell. Raises `ProgramError`.

        *file*: the Python file of a bot of the kit that *command* runs; "" for another program.
        """
        if sys.platform == "win32":
            raise ProgramError("text programs do not run on Windows; use Linux or macOS")
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise ProgramError(f"{command!r}: {error}") from None
        if not self.words:
            raise ProgramError("no command is given; give the program's command as one word: './bot.sh --fast'")
        self.command = command
        self.file = file
        self.name = ""  # the program's own name, known after the first greeting
        self.variants: tuple[str, ...] = ()
        self._lines: list[str] = []  # the first `MAX_LINES` different lines that are not answers
        self._passed_over = 0  # number of all such lines
        self._noted: set[str] = set()
        self._idle: list[Process] = []
        self._busy: set[Process] = set()

    async def greet(self) -> None:
        """Start a process once, to learn the program's name and variants. Raises `ProgramError`."""
        try:
            self.give_back(await self.take(GREETING_TIMEOUT))
        except (ProgramDiedError, TimeoutError) as problem:
            why = f"it did not answer for {GREETING_TIMEOUT:g} s" if isinstance(problem, TimeoutError) else problem
            said = f", and said {self._lines[0][:SHOWN]!r}" if self._lines else ""
            reason = f"{self.command!r} is not a text program: {why}{said}; it must answer {GREETING!r}"
            if self._lines and self._lines[-1].startswith(ERROR):  # the kit's own reason
                reason = f"{self.file or self.command}: {self._lines[-1].removeprefix(ERROR)}"
            elif self.file:
                reason = f"{self.file}: {why}{said} before it called run(MyBot); start it with --local VARIANT to test"
            raise ProgramError(reason) from None

    def is_new(self, event: str) -> bool:
        """Return whether *event* is reported for the first time, and not too many others were; `FAILURE` always may."""
        is_new = event not in self._noted and (event == FAILURE or len(self._noted) <= MAX_LINES)
        if is_new:
            self._noted.add(event)
        return is_new

    def log(self, text: str) -> None:
        """Print *text* with the program's name on standard error."""
        print(f"{self.name}: {text}", file=sys.stderr, flush=True)

    def _pass_over(self, line: str) -> None:
        """Count a line that is no answer, and print it if it is new; before the greeting, keep it for later."""
        self._passed_over += bool(line)
        line = line[:MAX_REASON]
        if line and line not in self._lines and len(self._lines) < MAX_LINES:
            self._lines.append(line)
            if self.name:
                self.log(f"passed over {line[:SHOWN]!r}")

    async def take(self, seconds: float) -> Process:
        """Return an idle or new process within *seconds*. Raises `ProgramDiedError`, `TimeoutError`, `ProgramError`."""
        while self._idle:
            process = self._idle.pop()
            if process.runs:
                self._busy.add(process)
                return process
            process.kill()
        process = Process(self.words, self._pass_over)
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
        if self.name and self._passed_over > len(self._lines):
            shown = f"the first {len(self._lines)} different ones are shown"
            self.log(f"{self._passed_over} lines were passed over; {shown}")
            self._passed_over = 0

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
        kept = [] if self.name else self._lines
        self.name, self.variants = words[2][:40], tuple(words[3:]) or tuple(VARIANTS)
        for line in kept:
            self.log(f"passed over {line[:SHOWN]!r}")
