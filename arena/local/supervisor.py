"""Supervise child processes: start them in order, restart dead ones, and stop all in reverse order.

A single thread starts all children, because Linux kills a child when the thread that started it ends.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from arena.local.problems import CrashLoopError
from arena.local.state import servers_user

POLL_INTERVAL = 0.05  # seconds
FIRST_PAUSE, MAX_PAUSE = 0.1, 5.0  # seconds before a restart; the pause doubles with each death
MAX_DEATHS, DEATHS_PERIOD = 5, 60.0  # number of deaths, and seconds, after which the supervisor gives up
LOG_TAIL = 1000  # bytes at the end of a log in which its last line is searched
DIE_WITH_PARENT = Path(__file__).with_name("die_with_parent.py")


@dataclass(frozen=True)
class Child:
    """How to start, check and stop a child process."""

    name: str
    argv: tuple[str, ...]  # the full path of the program, then its arguments
    log: Path  # file to which standard output and standard error are appended
    folder: Path  # working folder
    ready: Callable[[], bool] = lambda: True  # returns whether the process is usable
    env: Mapping[str, str] = field(default_factory=dict)  # variables added to the supervisor's environment
    stop_signal: signal.Signals = signal.SIGTERM
    stop_within: float = 10.0  # seconds after `stop_signal` until the process is killed
    death_signal: signal.Signals = signal.SIGKILL  # Linux sends it to the process when the supervisor dies
    stubborn_for: float = 0.0  # seconds after a death in which further deaths do not count
    as_server: bool = False  # whether the user nobody runs it if the supervisor is root


def spawn(child: Child) -> "subprocess.Popen[bytes]":
    """Start *child* in a new session; the calling thread must outlive it, or Linux sends the death signal."""
    user = (servers_user() or 0) if child.as_server else 0
    with open(child.log, "ab") as log:
        return subprocess.Popen(
            [*die_with_parent_command(child.death_signal, user), *child.argv],
            cwd=child.folder,
            env={**os.environ, **child.env},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def die_with_parent_command(death_signal: signal.Signals, user: int = 0) -> list[str]:
    """Return the beginning of a command that makes a program die with this process.

    Append the program's full path and its arguments. *death_signal*: the signal that the program gets when this process
    dies. *user*: id of the user who runs the program; 0: the user of this process.
    """
    words = (sys.executable, "-I", "-S", DIE_WITH_PARENT, os.getpid(), int(death_signal), user)
    return [str(word) for word in words]


def signal_session(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Send signal *number* to all running processes of the session that *process* began."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


class Watched:
    """A child that is started at once and watched: its current process and its recent deaths."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.process = spawn(child)
        self.deaths: deque[float] = deque()  # monotonic times of the deaths within the last minute
        self.due: float | None = None  # monotonic time of the restart; None while the process runs

    def record_death(self, now: float) -> bool:
        """Record a death, schedule the restart, and return whether the death counts (see `Child.stubborn_for`)."""
        while self.deaths and now - self.deaths[0] > DEATHS_PERIOD:
            self.deaths.popleft()
        counts = not self.deaths or now - self.deaths[-1] >= self.child.stubborn_for
        if counts:
            self.deaths.append(now)
        self.due = now + min(FIRST_PAUSE * 2.0 ** (len(self.deaths) - 1), MAX_PAUSE)
        return counts


class Supervisor:
    """Start, watch and stop groups of child processes.

    Call `start` for each group, called a step, and `stop` at the end. *say* is called with a line about each restart.
    If a child dies five times within a minute, the supervisor stops all children, describes the `failure` in one line,
    and sets the event `ended`.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.failure: str | None = None
        self.ended = threading.Event()
        self._say = say
        self._steps: list[list[Watched]] = []
        self._orders: queue.SimpleQueue[tuple[Sequence[Child], Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="supervisor", daemon=True)
        self._thread.start()

    def start(self, children: Sequence[Child], within: float = 60.0) -> None:
        """Start *children*, and wait until all are ready, *within* so many seconds. Raises `CrashLoopError`."""
        started: Future[None] = Future()
        self._orders.put((children, started))
        while not started.done() and not self.ended.wait(POLL_INTERVAL):
            pass
        self._check()
        started.result(timeout=0)
        deadline = time.monotonic() + within
        for child in children:
            while not child.ready():
                self._check()
                if time.monotonic() > deadline:
                    raise CrashLoopError(
                        f"{child.name} was not ready within {within:.0f} s; see its log, {_describe_log(child)}"
                    )
                time.sleep(POLL_INTERVAL)

    def pid_of(self, name: str) -> int:
        """Return the id of the last process of the child *name*, alive or dead. Raises `KeyError`."""
        for watched in self._watched():
            if watched.child.name == name:
                return watched.process.pid
        raise KeyError(name)

    def stop(self) -> None:
        """Stop all children, those started last first, and wait until they have ended; safe to repeat."""
        self._orders.put(None)
        self._thread.join()

    def _check(self) -> None:
        if self.failure is not None:
            raise CrashLoopError(self.failure)

    def _watched(self) -> list[Watched]:
        return [watched for step in list(self._steps) for watched in list(step)]

    def _run(self) -> None:
        try:
            while self.failure is None and self._obey():
                for watched in self._watched():
                    self._tend(watched)
        except BaseException as error:
            self.failure = f"the supervisor itself failed: {error!r}"
            raise
        finally:
            for step in reversed(self._steps):
                _end(step)
            self.ended.set()

    def _obey(self) -> bool:
        """Wait for an order for `POLL_INTERVAL` and carry it out; return False for the order to stop."""
        try:
            order = self._orders.get(timeout=POLL_INTERVAL)
        except queue.Empty:
            return True
        if order is None:
            return False
        children, started = order
        step: list[Watched] = []
        self._steps.append(step)
        try:
            step.extend(Watched(child) for child in children)
        except OSError as error:
            started.set_exception(error)
        else:
            started.set_result(None)
        return True

    def _tend(self, watched: Watched) -> None:
        now = time.monotonic()
        if watched.due is not None:
            if now >= watched.due:
                watched.due, watched.process = None, spawn(watched.child)
            return
        code = watched.process.poll()
        if code is None:
            return
        signal_session(watched.process, signal.SIGKILL)
        child = watched.child
        if not watched.record_death(now):
            return
        if len(watched.deaths) >= MAX_DEATHS:
            self.failure = f"{child.name} died {MAX_DEATHS} times within a minute; see its log, {_describe_log(child)}"
        else:
            how = f"ended with exit code {code}" if code >= 0 else f"was killed by {signal.Signals(-code).name}"
            self._say(f"{child.name} {how}: starting it again")


def _describe_log(child: Child) -> str:
    with open(child.log, "rb") as log:
        log.seek(0, os.SEEK_END)
        log.seek(max(0, log.tell() - LOG_TAIL))
        lines = log.read().decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{child.log}, which ends: {last}" if last else str(child.log)


def _end(step: Sequence[Watched]) -> None:
    """Stop the children of a step together; kill slow children, and processes that children left behind."""
    for watched in step:
        if watched.process.poll() is None:
            watched.process.send_signal(watched.child.stop_signal)
    now = time.monotonic()
    for watched in step:
        try:
            watched.process.wait(max(0.0, now + watched.child.stop_within - time.monotonic()))
        except subprocess.TimeoutExpired:
            signal_session(watched.process, signal.SIGKILL)
            watched.process.wait()
        signal_session(watched.process, signal.SIGKILL)
