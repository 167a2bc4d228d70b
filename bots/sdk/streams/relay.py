"""Run a loop in the thread that thinks, and in another one while a thought takes long.

To hand a question on to a thread that thinks, and its answer back, is to wake two sleeping threads: as much work as a
quick bot's decision. So here the thread that reads a question leaves the loop, thinks, and comes back to it. Where it
is away for long, a second thread runs the loop meanwhile: pings are answered whatever a bot does.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

from arena.wire.loops import new_loop

GLANCE: Final = 0.005  # seconds between two looks of the second thread: longer than that nobody is away from the loop
SPELL: Final = 0.001  # seconds of many thoughts, after which what is ready is written and read
QUIET: Final = 200  # looks without a thought, after which it sleeps for
SLEEP: Final = 1.0  # seconds, unless it is woken by one

Thought: TypeAlias = Callable[[], bool]  # returns whether its answer is to go out before the next one is thought


class Relay:
    """Two threads for one *loop*, which belongs to whoever has the turn."""

    def __init__(self) -> None:
        self.loop = new_loop()
        self._turn = threading.Lock()
        self._thoughts: deque[Thought] = deque()
        self._coming: list[Callable[[], object]] = []  # what the loop is to call when the thinking thread is back in it
        self._spells = 0
        self._away_since = 0.0  # when the thinking thread left the loop; 0 while it has not
        self._is_watched = False
        self._watch = threading.Event()
        self._is_over = False
        # Daemons: a bot that never comes back from thinking must not keep the process alive.
        self._thinker = threading.Thread(target=self._lead, name="thinker", daemon=True)
        self._thinker.start()
        threading.Thread(target=self._stand_in, name="stand-in", daemon=True).start()

    def think(self, thought: Thought) -> None:
        """Queue a thought behind the others; called in the loop."""
        self._thoughts.append(thought)
        if threading.current_thread() is self._thinker:
            self.loop.stop()

    def drop(self) -> None:
        """Drop the thoughts that wait."""
        self._thoughts.clear()

    def soon(self, callback: Callable[[], object]) -> None:
        """Have the loop call *callback*; from any thread, thoughts among them."""
        if self._away_since and threading.current_thread() is self._thinker:
            self._coming.append(callback)
        else:
            self.loop.call_soon_threadsafe(callback)

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the loop, from another one. Raises what it raises; who cancels this waits until it has ended."""
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
        """Run the loop no more; a thought that has begun is not waited for."""
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
        """Run the loop until there is something to think of."""
        for callback in self._coming:  # called here, as nobody else runs the loop: what that wakes goes first
            callback()
        self._coming.clear()
        if self._thoughts:  # a glance: what is awake now, no more
            self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def _think(self) -> None:
        """Think for a spell, out of the loop."""
        if self._thoughts:
            self._spells += 1
            if not self._is_watched:
                self._is_watched = True
                self._watch.set()
        until = self._away_since + SPELL
        while self._thoughts and not self._thoughts.popleft()() and time.monotonic() < until:
            pass

    def _stand_in(self) -> None:
        """Run the loop while the thinking thread is away from it for long."""
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
