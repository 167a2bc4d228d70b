"""The bot under test: a process that the check, or a person, starts."""

import asyncio
import os
import shlex
import shutil
import signal
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bots.sdk.bot.parsing import UserError
from bots.sdk.text.groups import guard_group, kill_group

LAST_LINES: Final = 40  # number of printed lines that are reported for a failed case
SIGNALS: Final = hasattr(os, "killpg")  # whether this system has POSIX signals; elsewhere a process can only be killed


class Target:
    """The bot's command, which is started whenever a case needs it. Without a command, a person starts the bot.

    *captures*: keep what the process prints, for `read_output`; otherwise it goes to standard error.
    """

    def __init__(self, command: Sequence[str], address: str, token: str, captures: bool = True) -> None:
        self.command = list(command)
        self.token = token
        self._captures = captures
        self._environment = {**os.environ, "ARENA_SERVER": address, "ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
        self._process: asyncio.subprocess.Process | None = None
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # removed with the target
        self._output = Path(self._folder.name, "output")
        self._output.touch()

    @property
    def ours(self) -> bool:
        """Whether this check starts and ends the process."""
        return bool(self.command)

    async def start(self) -> None:
        """Start the process, unless it is running. Raises `OSError`."""
        if self.ours and not self.running:
            await self.kill()  # ends children of the last process
            with self._output.open("ab") as output:
                self._process = await asyncio.create_subprocess_exec(
                    *self.command,
                    env=self._environment,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output if self._captures else sys.stderr,
                    stderr=output if self._captures else None,
                    start_new_session=SIGNALS,
                )
            if SIGNALS:
                guard_group(self._process.pid)

    @property
    def running(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.returncode is None

    def mark(self) -> int:
        """Return the number of bytes that the process has printed, for `read_output`."""
        return self._output.stat().st_size

    def read_output(self, since: int) -> list[str]:
        """Return the last lines that the process has printed after its first *since* bytes (see `mark`)."""
        return self._output.read_bytes()[since:].decode(errors="replace").splitlines()[-LAST_LINES:]

    async def terminate(self, within: float) -> int | None:
        """Send TERM; return the exit code, or None if the process runs on after *within* seconds. Needs `SIGNALS`."""
        if self.running:
            assert self._process is not None
            os.killpg(self._process.pid, signal.SIGTERM)
        return await self.wait_for_exit(within)

    async def wait_for_exit(self, within: float) -> int | None:
        """Wait up to *within* seconds for the exit code; None if the process still runs or was not started."""
        if self._process is None:
            return None
        try:
            return await asyncio.wait_for(self._process.wait(), within)
        except TimeoutError:
            return None

    async def kill(self) -> None:
        """Kill the process, and its children where the system has POSIX signals."""
        if self._process is not None:
            if SIGNALS:
                kill_group(self._process.pid)
            elif self.running:
                self._process.kill()
            await self._process.wait()
            self._process = None


def file_of(word: str) -> str:
    """Return the file that the manifest of the folder *word* names; another word as it is. Raises `UserError`."""
    manifest = Path(word, "bot.toml")
    if not manifest.is_file():
        return word
    try:
        module, colon, _ = str(tomllib.loads(manifest.read_text(encoding="utf-8"))["entry"]).partition(":")
    except (ValueError, KeyError, OSError) as problem:
        raise UserError(f'{manifest}: {problem}; it needs TOML with entry = "MODULE:CLASS"') from None
    return os.path.join(word, f"{module.replace('.', os.sep)}.py" if colon else module)


def command_of(words: Sequence[str]) -> list[str]:
    """Return the command for *words*, TARGET on the command line. Raises `UserError`.

    A Python file runs under this Python, with `--strict`, so that the kit does not answer for a bot that raises.
    """
    if len(words) == 1 and words[0].endswith(".py"):
        if not os.path.isfile(words[0]):
            raise UserError(f"{words[0]} is not a file; give a Python file that ends in run(MyBot), or -- COMMAND")
        return [sys.executable, words[0], "--strict"]
    if len(words) == 1 and os.path.isdir(words[0]):
        raise UserError(f"{words[0]} has no bot.toml; give its Python file that ends in run(MyBot), or -- COMMAND")
    command = shlex.split(words[0]) if len(words) == 1 else list(words)
    # Popen would name an unreadable folder of the PATH instead of the missing program.
    if command and os.sep not in command[0] and shutil.which(command[0]) is None:
        raise UserError(f"{command[0]} is not a program on the PATH; give its path, or install it")
    return command
