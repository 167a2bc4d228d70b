"""Run async bots in a separate thread: all seats concurrently, each seat's updates in order."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.seats.daemons import DaemonThreads
from bots.sdk.seats.session import Answer, Session, Update
from bots.sdk.streams.thinker import Listener, News, VerdictReporter


class AsyncThinker(VerdictReporter):
    """A `Thinker` for bots that wait.

    A decision that is open when the stream breaks is still completed. The session keeps the answer, and sends it when
    the arena asks for the same decision number again.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._thoughts = asyncio.new_event_loop()
        self._thoughts.set_default_executor(DaemonThreads())
        # By seat id: updates to handle, each with its stream and its time of arrival (`time.monotonic`).
        self._news: dict[int, deque[tuple[Listener, Update | seat_pb2.Verdict, float]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._finishing: asyncio.Event | None = None
        # A daemon, because a bot in an endless loop must not keep the process alive.
        threading.Thread(target=self._thoughts.run_forever, name="thinker", daemon=True).start()

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the event loop that created this object."""
        await job

    def soon(self, callback: Callable[[], object]) -> None:
        self._outside.call_soon_threadsafe(callback)

    def begin(self, stream: Listener) -> None:
        self._stream = stream
        self._thoughts.call_soon_threadsafe(self._session.begin)

    def put(self, stream: Listener, news: News) -> None:
        assert isinstance(news, link_pb2.BatchEnvelope), "columns came for a bot that did not ask for them"
        if self._finishing is None:
            self._thoughts.call_soon_threadsafe(self._take, stream, news, time.monotonic())

    def judge_later(self, stream: Listener, verdict: seat_pb2.Verdict) -> None:
        self._thoughts.call_soon_threadsafe(self._judge_in_turn, stream, verdict)

    def _judge_in_turn(self, stream: Listener, verdict: seat_pb2.Verdict) -> None:
        if waiting := self._news.get(verdict.seat_id):
            waiting.append((stream, verdict, 0.0))
        else:
            self.judge(stream, verdict, True)

    async def finish(self) -> None:
        self._finishing = asyncio.Event()
        self._thoughts.call_soon_threadsafe(self._check_finished)
        await self._finishing.wait()

    def stop(self) -> None:
        self._stream = None
        self._thoughts.call_soon_threadsafe(self._thoughts.stop)

    def _take(self, stream: Listener, batch: link_pb2.BatchEnvelope, heard: float) -> None:
        if stream is not self._stream:  # this stream has ended, or the event loop is about to stop
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
        waiting = self._news[seat_id]
        try:
            while waiting:
                stream, update, heard = waiting.popleft()
                if isinstance(update, seat_pb2.Verdict):
                    self.judge(stream, update, True)
                    continue
                if stream is not self._stream:
                    continue
                reply = await self._session.handle(update, heard)
                if isinstance(reply, Answer) and reply.wait:
                    began = time.monotonic()
                    await asyncio.sleep(reply.wait)
                    self._session.pace.note_wait(reply.wait, time.monotonic() - began)
                if reply is not None:
                    stream.post(reply)
        except BaseException as error:
            self.fail(error)
        del self._news[seat_id]
        self._check_finished()

    def _check_finished(self) -> None:
        if self._finishing is not None and not self._news:
            self._outside.call_soon_threadsafe(self._finishing.set)
