"""Start children in order, restart the dead, stop all in reverse.

One thread does it all, and it alone starts children: Linux kills a child when the thread that started it ends.
"""

import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from arena.local.child import Child, signal_session, spawn
from arena.local.problems import CrashLoopError

TURN = 0.05  # seconds between two looks at the children
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
MOST_DEATHS, WITHIN = 5, 60.0
LAST_WORDS = 1000  # bytes of a log looked at for its last line


class Watched:
    """A child, its current process, and its deaths of the last minute."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.process = spawn(child)
        self.deaths: deque[float] = deque()
        self.due: float | None = None  # when to start it again

    def died(self, now: float) -> bool:
        """Record a death, schedule the restart; return whether the death counts."""
        while self.deaths and now - self.deaths[0] > WITHIN:
            self.deaths.popleft()
        counts = not self.deaths or now - self.deaths[-1] >= self.child.stubborn_for
        if counts:
            self.deaths.append(now)
        self.due = now + min(FIRST_PAUSE * 2.0 ** (len(self.deaths) - 1), LONGEST_PAUSE)
        return counts

    def start_again(self) -> None:
        """Start the child again, with the same arguments and port."""
        self.due = None
        self.process = spawn(self.child)


class Supervisor:
    """Children in steps; *say* gets a line about every death.

    Call `start` once per step and `stop` at the end. When a child has died five times within a minute everything is
    stopped, `failure` says so in one line, and `ended` is set.
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
        """Start one step together and wait until ready; raises `CrashLoopError`."""
        started: Future[None] = Future()
        self._orders.put((children, started))
        while not started.done() and not self.ended.wait(TURN):
            pass
        self._check()
        started.result(timeout=0)
        deadline = time.monotonic() + within
        for child in children:
            while not child.ready():
                self._check()
                if time.monotonic() > deadline:
                    raise CrashLoopError(f"{child.name} was not ready within {within:.0f} s; its log is {_told(child)}")
                time.sleep(TURN)

    def pid_of(self, name: str) -> int:
        """Return the id of *name*'s process, alive or dead; raises `KeyError`."""
        for watched in self._watched():
            if watched.child.name == name:
                return watched.process.pid
        raise KeyError(name)

    def stop(self) -> None:
        """Stop all children, the last step first, and wait; safe to repeat."""
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
        """Carry out the next order within a turn; False means stop."""
        try:
            order = self._orders.get(timeout=TURN)
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
                watched.start_again()
            return
        code = watched.process.poll()
        if code is None:
            return
        signal_session(watched.process, signal.SIGKILL)
        child = watched.child
        if not watched.died(now):
            return
        if len(watched.deaths) >= MOST_DEATHS:
            self.failure = f"{child.name} died {MOST_DEATHS} times within a minute; its log is {_told(child)}"
        else:
            self._say(f"{child.name} {_how(code)}: starting it again")


def _how(code: int) -> str:
    return f"ended with exit code {code}" if code >= 0 else f"was killed by {signal.Signals(-code).name}"


def _told(child: Child) -> str:
    """Name the child's log, with its last line, often the reason."""
    with open(child.log, "rb") as log:
        log.seek(0, os.SEEK_END)
        log.seek(max(0, log.tell() - LAST_WORDS))
        lines = log.read().decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{child.log}, which ends: {last}" if last else str(child.log)


def _end(step: Sequence[Watched]) -> None:
    """Stop a step's children together; kill the slow and all they started."""
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
