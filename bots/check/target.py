"""The bot under check: a process that is started here, or one that somebody else starts."""

import asyncio
import os
import shlex
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

LAST_LINES: Final = 3  # of what the bot printed, in a reason
KILLED_AFTER: Final = 5.0  # seconds


class Target:
    """A command that is started anew whenever a case needs it; the arena's address and token are in its environment.

    No command: the bot is started by a person, and can be waited for only.
    """

    def __init__(self, command: Sequence[str], address: str, token: str) -> None:
        self.command = list(command)
        self.token = token
        self._environment = {**os.environ, "ARENA_SERVER": address, "ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
        self._process: asyncio.subprocess.Process | None = None
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the target

    @property
    def ours(self) -> bool:
        """Whether this check starts and ends the process."""
        return bool(self.command)

    async def start(self) -> None:
        """Start the process, unless it runs. OSError: there is no such command."""
        if self.ours and not self.running:
            self._output.seek(0)
            self._output.truncate()
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._output,
                start_new_session=True,
            )

    @property
    def running(self) -> bool:
        """Whether the process was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    def told(self) -> str:
        """How the process stands and what it printed last, for a reason."""
        if self._process is None:
            return ""
        self._output.seek(0)
        lines = self._output.read().decode(errors="replace").split("\n")
        last = " | ".join([line.strip() for line in lines if line.strip()][-LAST_LINES:])
        ended = "" if self.running else f"it ended with exit code {self._process.returncode}"
        return "; ".join(part for part in (ended, f"it printed: {last[-400:]}" if last else "") if part)

    async def terminated(self, within: float) -> int | None:
        """The exit code after TERM; None when the process is still there *within* that many seconds."""
        self._signal(signal.SIGTERM)
        return await self.exited(within)

    async def exited(self, within: float) -> int | None:
        """The exit code; None when the process is still there *within* that many seconds."""
        if self._process is None:
            return None
        try:
            return await asyncio.wait_for(self._process.wait(), within)
        except TimeoutError:
            return None

    async def kill(self) -> None:
        """End the process and what it has started, at once."""
        if self._process is not None:
            self._signal(signal.SIGKILL)
            await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        """To the process and its children: a command may be a shell or a package runner."""
        assert self._process is not None
        if self.running:
            os.killpg(self._process.pid, number)


def command_of(words: Sequence[str]) -> list[str]:
    """What to start: a Python file by this Python, anything else as it stands."""
    if len(words) == 1 and words[0].endswith(".py"):
        return [sys.executable, str(Path(words[0]))]
    if len(words) == 1:
        return shlex.split(words[0])
    return list(words)
