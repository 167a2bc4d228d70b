"""Where bots think: a thread of its own, so that the loop that holds the stream is never busy."""

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeAlias

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.session import Reply, Session
from bots.sdk.waiting import at_once

if TYPE_CHECKING:
    from bots.sdk.vector.session import VectorSession

News: TypeAlias = link_pb2.BatchEnvelope | seat_pb2.Columns


class Listener(Protocol):
    """Where answers go: a stream. It is told from another thread."""

    def post(self, reply: Reply, more: bool = False) -> None:
        """Send a reply when the stream is free; where *more* are likely to follow it may wait a moment for them."""


class Thinker(Protocol):
    """What thinks about a stream's news. *failed* gets the exception that ended it: `BotFailed`, or our own mistake."""

    failed: "asyncio.Future[None]"

    def begin(self, stream: Listener) -> None:
        """A new stream; what older ones brought is not thought about any more."""

    def put(self, stream: Listener, news: News) -> None:
        """News of the stream."""

    async def finish(self) -> None:
        """Until what was brought so far has been answered; what comes later is not thought about."""

    def stop(self) -> None:
        """Think about nothing more; a thought that has begun is not waited for."""


class ThreadThinker:
    """Handles batches one after another; answers go out as they come. For bots that do not wait."""

    def __init__(self, session: "Session | VectorSession") -> None:
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._stream: Listener | None = None
        self._finishing = False
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        # A daemon: a bot that never comes back from thinking must not keep the process alive.
        threading.Thread(target=self._run, name="thinker", daemon=True).start()

    def begin(self, stream: Listener) -> None:
        """As in `Thinker`."""
        self._stream = stream
        self._work.put(self._session.begin)

    def put(self, stream: Listener, news: News) -> None:
        """As in `Thinker`."""
        if not self._finishing:
            self._work.put(partial(self._think, stream, news, time.monotonic()))

    async def finish(self) -> None:
        """As in `Thinker`."""
        self._finishing = True
        finished = asyncio.Event()
        self._work.put(lambda: self._tell(finished))
        await finished.wait()

    def stop(self) -> None:
        """As in `Thinker`."""
        self._stream = None
        self._work.put(None)

    def _run(self) -> None:
        try:
            while (work := self._work.get()) is not None:
                work()
        except BaseException as error:
            self._loop.call_soon_threadsafe(fail, self.failed, error)

    def _tell(self, finished: asyncio.Event) -> None:
        self._loop.call_soon_threadsafe(finished.set)

    def _think(self, stream: Listener, news: News, heard: float) -> None:
        if isinstance(news, seat_pb2.Columns):
            assert not isinstance(self._session, Session), "columns came for a bot that did not ask for them"
            if stream is self._stream:
                stream.post(self._session.answer(news))
            return
        last = len(news.updates) - 1
        for place, update in enumerate(news.updates):
            if stream is not self._stream:
                return
            reply = at_once(self._session.handle(update, heard))
            if reply is not None:
                stream.post(reply, place < last)


def fail(failed: "asyncio.Future[None]", error: BaseException) -> None:
    """Tell who waits for it, once."""
    if not failed.done():
        failed.set_exception(error)
