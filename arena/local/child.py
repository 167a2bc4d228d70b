"""Describe and start a supervised process."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from arena.local.state import servers_user

LEASH = Path(__file__).with_name("leash.py")


@dataclass(frozen=True)
class Child:
    """A process: its program (a full path), arguments, working folder and log."""

    name: str
    argv: tuple[str, ...]
    log: Path
    folder: Path
    ready: Callable[[], bool] = lambda: True
    env: Mapping[str, str] = field(default_factory=dict)  # added to our environment
    stop_signal: signal.Signals = signal.SIGTERM
    stop_within: float = 10.0  # seconds; then it is killed
    death_signal: signal.Signals = signal.SIGKILL  # sent by Linux when the supervisor dies
    stubborn_for: float = 0.0  # seconds after a death in which further deaths do not count
    as_server: bool = False  # whether root runs it as nobody


def spawn(child: Child) -> "subprocess.Popen[bytes]":
    """Start *child* in a session of its own.

    Linux sends the death signal when the starting *thread* ends; call this from one that outlives the child.
    """
    user = (servers_user() or 0) if child.as_server else 0
    with open(child.log, "ab") as log:
        return subprocess.Popen(
            [*leashed(child.death_signal, user), *child.argv],
            cwd=child.folder,
            env={**os.environ, **child.env},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def leashed(death_signal: signal.Signals, user: int = 0) -> list[str]:
    """Return the words before a program's full path that make it end when this process ends."""
    leash = (sys.executable, "-I", "-S", LEASH, os.getpid(), int(death_signal), user)
    return [str(word) for word in leash]


def signal_session(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Signal the child and its descendants, if any still run."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
