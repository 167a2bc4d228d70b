"""The bot under check: a process started here, or by somebody else."""

import asyncio
import os
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bots.sdk.bot.parsing import UserError
from bots.sdk.text.groups import guard_group, kill_group

LAST_LINES: Final = 40  # of what the bot printed in a case that failed
SIGNALS: Final = hasattr(os, "killpg")  # POSIX; elsewhere a process is ended at once, and cannot be asked to leave


class Target:
    """A command, started whenever a case needs it; without one a person starts the bot."""

    def __init__(self, command: Sequence[str], address: str, token: str) -> None:
        self.command = list(command)
        self.token = token
        self._environment = {**os.environ, "ARENA_SERVER": address, "ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
        self._process: asyncio.subprocess.Process | None = None
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # it lives as long as the target
        self._output = Path(self._folder.name, "output")
        self._output.touch()

    @property
    def ours(self) -> bool:
        """Whether this check starts and ends the process."""
        return bool(self.command)

    async def start(self) -> None:
        """Start the process, unless it runs. Raises `OSError`."""
        if self.ours and not self.running:
            await self.kill()  # what it left behind
            with self._output.open("ab") as output:
                self._process = await asyncio.create_subprocess_exec(
                    *self.command,
                    env=self._environment,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    start_new_session=SIGNALS,
                )
            if SIGNALS:
                guard_group(self._process.pid)

    @property
    def running(self) -> bool:
        """Whether the process was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    def mark(self) -> int:
        """Return how much it has printed so far, for `printed`."""
        return self._output.stat().st_size

    def printed(self, since: int) -> list[str]:
        """Return the last lines it has printed since a `mark`."""
        return self._output.read_bytes()[since:].decode(errors="replace").splitlines()[-LAST_LINES:]

    async def terminated(self, within: float) -> int | None:
        """Send TERM, where there are `SIGNALS`; return the exit code, None if still running *within* seconds."""
        if self.running:
            assert self._process is not None
            os.killpg(self._process.pid, signal.SIGTERM)
        return await self.exited(within)

    async def exited(self, within: float) -> int | None:
        """Wait for the exit code; None if still running *within* seconds."""
        if self._process is None:
            return None
        try:
            return await asyncio.wait_for(self._process.wait(), within)
        except TimeoutError:
            return None

    async def kill(self) -> None:
        """Kill the process and its children; its children only where there are `SIGNALS`."""
        if self._process is not None:
            if SIGNALS:
                kill_group(self._process.pid)
            elif self.running:
                self._process.kill()
            await self._process.wait()
            self._process = None


def command_of(words: Sequence[str]) -> list[str]:
    """Return the command for *words*; a Python file runs under this Python.

    It runs with `--strict`, or the kit would answer for a bot that raises. Raises `UserError` if it does not exist.
    """
    if len(words) == 1 and words[0].endswith(".py"):
        if not os.path.isfile(words[0]):
            raise UserError(f"{words[0]}: accepted is a Python file that ends in run(MyBot), or -- and a command")
        return [sys.executable, words[0], "--strict"]
    command = shlex.split(words[0]) if len(words) == 1 else list(words)
    # Looked for here: a folder of the PATH that may not be read would be told instead of what is missing.
    if command and os.sep not in command[0] and shutil.which(command[0]) is None:
        raise UserError(f"{command[0]}: No such file or directory")
    return command
