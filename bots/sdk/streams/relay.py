"""An event loop that is run by the thinking thread, or a second one.

Passing a question to another thread, and its answer back, wakes two sleeping threads, which costs as much as a quick
bot's decision. So the thread that reads a question leaves the loop, thinks, and returns to it. If it is away for long,
a second thread runs the loop meanwhile, so that pings are always answered.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

from arena.wire.loops import new_loop

GLANCE: Final = 0.005  # seconds between two checks of the second thread, and at most without a running loop
SPELL: Final = 0.001  # seconds of thoughts until messages are written and read
QUIET: Final = 200  # checks without a thought until the second thread sleeps
SLEEP: Final = 1.0  # seconds that it sleeps, unless a thought wakes it

Thought: TypeAlias = Callable[[], bool]  # returns whether its answer must go out before the next thought


class Relay:
    """Two threads that run one *loop* in turn."""

    def __init__(self) -> None:
        self.loop = new_loop()
        self._turn = threading.Lock()
        self._thoughts: deque[Thought] = deque()
        self._coming: list[Callable[[], object]] = []  # to call when the thinking thread is back in the loop
        self._spells = 0
        self._away_since = 0.0  # when the thinking thread left the loop; 0 while it runs the loop
        self._is_watched = False
        self._watch = threading.Event()
        self._is_over = False
        # Daemons, because a bot in an endless loop must not keep the process alive.
        self._thinker = threading.Thread(target=self._lead, name="thinker", daemon=True)
        self._thinker.start()
        threading.Thread(target=self._stand_in, name="stand-in", daemon=True).start()

    def think(self, thought: Thought) -> None:
        """Queue a thought. Call it in the loop."""
        self._thoughts.append(thought)
        if threading.current_thread() is self._thinker:
            self.loop.stop()

    def drop(self) -> None:
        """Drop all queued thoughts."""
        self._thoughts.clear()

    def soon(self, callback: Callable[[], object]) -> None:
        """Call *callback* in the loop. May be called from any thread, also in a thought."""
        if self._away_since and threading.current_thread() is self._thinker:
            self._coming.append(callback)
        else:
            self.loop.call_soon_threadsafe(callback)

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the loop; if cancelled, cancel it and wait. Raises what it raises."""
        outside, ended = asyncio.get_running_loop(), asyncio.Event()
        tasks: list[asyncio.Task[None]] = []

        def begin() -> None:
            tasks.append(self.loop.create_task(job))
            tasks[0].add_done_callback(lambda _: outside.call_soon_threadsafe(ended.set))

        self.soon(begin)
        try:
            await ended.wait()
        except asyncio.CancelledError:
            self.soon(lambda: tasks[0].cancel())
            await ended.wait()
            raise
        tasks[0].result()

    def stop(self) -> None:
        """Stop the loop, without waiting for a running thought."""
        self._is_over = True
        self.loop.call_soon_threadsafe(self.loop.stop)

    def _lead(self) -> None:
        while True:
            self._take_turn()
            if self._is_over:
                self.loop.close()  # nobody gets the turn any more
                return
            self._run()
            self._away_since = time.monotonic()
            self._turn.release()
            self._think()
            self._away_since = 0.0

    def _take_turn(self) -> None:
        if not self._turn.acquire(blocking=False):
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._turn.acquire()

    def _run(self) -> None:
        for callback in self._coming:  # nobody else runs the loop now; what these wake goes first
            callback()
        self._coming.clear()
        if self._thoughts:  # run only what is ready now
            self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def _think(self) -> None:
        if self._thoughts:
            self._spells += 1
            if not self._is_watched:
                self._is_watched = True
                self._watch.set()
        until = self._away_since + SPELL
        while self._thoughts and not self._thoughts.popleft()() and time.monotonic() < until:
            pass

    def _stand_in(self) -> None:
        """Run the loop while the thinking thread is away for long."""
        spells = quiet = 0
        while not self._is_over:
            quiet = quiet + 1 if spells == self._spells else 0
            spells, self._is_watched = self._spells, quiet < QUIET
            self._watch.wait(GLANCE if quiet < QUIET else SLEEP)
            self._watch.clear()
            since = self._away_since
            if since and time.monotonic() - since > GLANCE and self._turn.acquire(blocking=False):
                if self._away_since == since and not self._is_over:
                    self.loop.run_forever()
                self._turn.release()
