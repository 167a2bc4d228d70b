"""The thread in which bots think, so that the loop that holds the stream is never busy."""

import asyncio
import threading
from queue import SimpleQueue
from typing import Protocol

from arena.wire.gen import seat_pb2
from bots.sdk.session import Reply, Session


class Listener(Protocol):
    """Where answers go: a stream. It is told from another thread."""

    def post(self, reply: Reply) -> None:
        """Send a reply when the stream is free."""


class Thinker:
    """Handles batches one after another in a thread of its own; each answer goes out as soon as it is there.

    *failed* gets the exception that ended the thread: `BotFailed` of a strict run, or the kit's own mistake.
    """

    def __init__(self, session: Session) -> None:
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._stream: Listener | None = None
        self._news: SimpleQueue[tuple[Listener, seat_pb2.Batch | None] | None] = SimpleQueue()
        # A daemon: a bot that never comes back from thinking must not keep the process alive.
        threading.Thread(target=self._run, name="thinker", daemon=True).start()

    def begin(self, stream: Listener) -> None:
        """A new stream; what older ones brought is not thought about any more."""
        self._stream = stream
        self._news.put((stream, None))

    def put(self, stream: Listener, batch: seat_pb2.Batch) -> None:
        """News of the stream."""
        self._news.put((stream, batch))

    def stop(self) -> None:
        """Think about nothing more; a thought that has begun is not waited for."""
        self._stream = None
        self._news.put(None)

    def _run(self) -> None:
        try:
            while (news := self._news.get()) is not None:
                self._think(*news)
        except BaseException as error:
            self._loop.call_soon_threadsafe(self._fail, error)

    def _think(self, stream: Listener, batch: seat_pb2.Batch | None) -> None:
        if batch is None:
            self._session.begin()
            return
        for update in batch.updates:
            if stream is not self._stream:
                return
            reply = self._session.handle(update)
            if reply is not None:
                stream.post(reply)

    def _fail(self, error: BaseException) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)
