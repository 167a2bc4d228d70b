"""A terminal: a shell that types what a page says, and keeps what it printed."""

import os
import re
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

DONE: Final = "<the block is done>"
ENDED: Final = "<the shell has ended>"


class Terminal:
    """A shell in *folder* with just that *environment*. What fails in it ends it."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._shell = subprocess.Popen(
            ["bash", "-e"],
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # Ctrl-C reaches all that it has started, and nobody else
        )
        self.type(f"trap \"echo '{ENDED}'\" EXIT")  # what it left in the background may print for ever

    def type(self, commands: str, until: str = re.escape(DONE)) -> str:
        """Type *commands*; return what was printed until a line matched *until*.

        Raises `AssertionError` with all of it where the shell ended before that.
        """
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        # A command that reads would take what is typed next.
        self._shell.stdin.write(f"{{\n{commands.rstrip()}\n}} < /dev/null\necho '{DONE}'\n")
        self._shell.stdin.flush()
        printed: list[str] = []
        for line in self._shell.stdout:
            if re.search(until, line):
                return "".join([*printed, "" if DONE in line else line])
            if ENDED in line:
                break
            printed.append(line)
        raise AssertionError(f"the shell ended with {self._shell.wait()}:\n{commands}\n{''.join(printed)}")

    def close(self) -> None:
        """Press Ctrl-C, and end what is left in the background."""
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.close()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(ProcessLookupError):
                os.killpg(self._shell.pid, number)
            self._shell.wait()
        with self._shell.stdout as rest:
            rest.read()  # until everybody has ended
