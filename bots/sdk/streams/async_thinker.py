"""Run async bots in a thread: seats in parallel, each in order."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.seats.daemons import DaemonThreads
from bots.sdk.seats.session import Answer, Session, Update
from bots.sdk.streams.thinker import Listener, News, fail


class AsyncThinker:
    """A `Thinker` for bots that wait.

    A decision that is open when the stream breaks is thought to its end: the session keeps the answer, and sends it
    when the arena asks the same number again.
    """

    def __init__(self, session: Session) -> None:
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._thoughts = asyncio.new_event_loop()
        self._thoughts.set_default_executor(DaemonThreads())
        self._stream: Listener | None = None
        # By seat: updates to be handled, each with its stream and when it came (`time.monotonic`).
        self._news: dict[int, deque[tuple[Listener, Update | seat_pb2.Verdict, float]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._finishing: asyncio.Event | None = None
        # A daemon, because a bot that thinks for ever must not keep the process alive.
        threading.Thread(target=self._thoughts.run_forever, name="thinker", daemon=True).start()

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the loop that made this."""
        await job

    def soon(self, callback: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(callback)

    def begin(self, stream: Listener) -> None:
        self._stream = stream
        self._thoughts.call_soon_threadsafe(self._session.begin)

    def put(self, stream: Listener, news: News) -> None:
        assert isinstance(news, link_pb2.BatchEnvelope), "columns came for a bot that did not ask for them"
        if self._finishing is None:
            self._thoughts.call_soon_threadsafe(self._take, stream, news, time.monotonic())

    def hear(self, stream: Listener, verdicts: Sequence[seat_pb2.Verdict]) -> None:
        for verdict in verdicts:
            if not self._judge(stream, verdict, False):
                self._thoughts.call_soon_threadsafe(self._judge_later, stream, verdict)

    def _judge_later(self, stream: Listener, verdict: seat_pb2.Verdict) -> None:
        """Tell a verdict behind the news of its seat."""
        if waiting := self._news.get(verdict.seat_id):
            waiting.append((stream, verdict, 0.0))
        else:
            self._judge(stream, verdict, True)

    def _judge(self, stream: Listener, verdict: seat_pb2.Verdict, is_last: bool) -> bool:
        """Tell a verdict; return False where that is for later."""
        try:
            return stream is not self._stream or self._session.judge(verdict, is_last)
        except BaseException as error:
            self._loop.call_soon_threadsafe(fail, self.failed, error)
            return True

    async def finish(self) -> None:
        self._finishing = asyncio.Event()
        self._thoughts.call_soon_threadsafe(self._look_whether_finished)
        await self._finishing.wait()

    def stop(self) -> None:
        self._stream = None
        self._thoughts.call_soon_threadsafe(self._thoughts.stop)

    def _take(self, stream: Listener, batch: link_pb2.BatchEnvelope, heard: float) -> None:
        if stream is not self._stream:  # it has ended, or the loop is about to: a task would never begin
            return
        for update in batch.updates:
            news: tuple[Listener, Update | seat_pb2.Verdict, float] = stream, update, heard
            if update.seat_id in self._news:
                self._news[update.seat_id].append(news)
            else:
                self._news[update.seat_id] = deque([news])
                task = self._thoughts.create_task(self._seat(update.seat_id))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _seat(self, seat_id: int) -> None:
        """Handle all news of one seat, in order, until there is none."""
        waiting = self._news[seat_id]
        try:
            while waiting:
                stream, update, heard = waiting.popleft()
                if isinstance(update, seat_pb2.Verdict):
                    self._judge(stream, update, True)
                    continue
                if stream is not self._stream:
                    continue
                reply = await self._session.handle(update, heard)
                if isinstance(reply, Answer) and reply.wait:
                    began = time.monotonic()
                    await asyncio.sleep(reply.wait)
                    self._session.pace.waited(reply.wait, time.monotonic() - began)
                if reply is not None:
                    stream.post(reply)
        except BaseException as error:
            self._loop.call_soon_threadsafe(fail, self.failed, error)
        del self._news[seat_id]
        self._look_whether_finished()

    def _look_whether_finished(self) -> None:
        if self._finishing is not None and not self._news:
            self._loop.call_soon_threadsafe(self._finishing.set)
