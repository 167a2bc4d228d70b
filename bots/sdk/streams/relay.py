"""An event loop that two threads run in turn: the thinking thread, which also runs the bot, and a stand-in.

Passing a question to another thread, and its answer back, wakes two sleeping threads. That costs as much as the
decision of a quick bot. So the thread that reads a question leaves the loop, runs the bot, and returns to the loop. If
it is away for long, the stand-in thread runs the loop meanwhile, so that pings are always answered.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

from arena.wire.loops import new_loop

GLANCE: Final = 0.005  # seconds between two checks of the stand-in, and the longest time without a running loop
SPELL: Final = 0.001  # seconds of thinking after which the loop writes and reads messages
QUIET: Final = 200  # checks without a thought after which the stand-in sleeps
SLEEP: Final = 1.0  # seconds that the stand-in sleeps, unless a thought wakes it

Thought: TypeAlias = Callable[[], bool]  # returns whether its answer must be sent before the next thought


class Relay:
    """Two threads that run the event loop *loop* in turn, and a queue of thoughts (calls of the bot)."""

    def __init__(self) -> None:
        self.loop = new_loop()
        self._turn = threading.Lock()
        self._thoughts: deque[Thought] = deque()
        self._coming: list[Callable[[], object]] = []  # functions to call when the thinking thread is back in the loop
        self._spells = 0
        self._away_since = 0.0  # monotonic time at which the thinking thread left the loop; 0 while it runs the loop
        self._is_watched = False
        self._watch = threading.Event()
        self._is_over = False
        # Daemons, because a bot in an endless loop must not keep the process alive.
        self._thinker = threading.Thread(target=self._lead, name="thinker", daemon=True)
        self._thinker.start()
        threading.Thread(target=self._stand_in, name="stand-in", daemon=True).start()

    def think(self, thought: Thought) -> None:
        """Queue *thought*, a call of the bot, for the thinking thread. Call this method only in the loop."""
        self._thoughts.append(thought)
        if threading.current_thread() is self._thinker:
            self.loop.stop()

    def drop(self) -> None:
        """Remove all queued thoughts, which are calls of the bot."""
        self._thoughts.clear()

    def soon(self, callback: Callable[[], object]) -> None:
        """Call *callback* in the event loop. May be called from any thread, also from a thought."""
        if self._away_since and threading.current_thread() is self._thinker:
            self._coming.append(callback)
        else:
            self.loop.call_soon_threadsafe(callback)

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the event loop, and raise its exception. If this is cancelled, cancel *job* and wait for it."""
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
        """Stop the event loop, without waiting for a running call of the bot."""
        self._is_over = True
        self.loop.call_soon_threadsafe(self.loop.stop)

    def _lead(self) -> None:
        while True:
            if not self._turn.acquire(blocking=False):
                self.loop.call_soon_threadsafe(self.loop.stop)
                self._turn.acquire()
            if self._is_over:
                self.loop.close()  # this thread keeps the turn, so no other thread runs the loop
                return
            self._run()
            self._away_since = time.monotonic()
            self._turn.release()
            self._think()
            self._away_since = 0.0

    def _run(self) -> None:
        for callback in self._coming:  # no other thread runs the loop now; tasks that these wake run first
            callback()
        self._coming.clear()
        if self._thoughts:  # run only the callbacks that are ready now
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
        """Run the loop whenever the thinking thread is away for long."""
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
