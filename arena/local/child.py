"""A supervised process as data, and how it is started."""

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
    """A process: its program (a full path), arguments, log and readiness.

    Attributes:
        env: on top of our own environment.
        folder: where it runs.
        stop_signal: asks it to end; it is killed when it has not after *stop_within* seconds.
        death_signal: what Linux sends it when the supervisor dies.
        stubborn_for: seconds after a death in which failing to come up again does not count as another death.
        as_server: whether it drops to nobody when we are root.
    """

    name: str
    argv: tuple[str, ...]
    log: Path
    folder: Path
    ready: Callable[[], bool] = lambda: True
    env: Mapping[str, str] = field(default_factory=dict)
    stop_signal: signal.Signals = signal.SIGTERM
    stop_within: float = 10.0
    death_signal: signal.Signals = signal.SIGKILL
    stubborn_for: float = 0.0
    as_server: bool = False


def spawn(child: Child) -> "subprocess.Popen[bytes]":
    """Start *child* in a session of its own, on a leash.

    Linux sends the death signal when the starting *thread* ends: call this from one that outlives the child.
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
    """Return what is put before a program's full path, so that it ends when this process does."""
    leash = (sys.executable, "-I", "-S", LEASH, os.getpid(), int(death_signal), user)
    return [str(word) for word in leash]


def signal_session(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Signal the child and all it started, if any still run."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)
