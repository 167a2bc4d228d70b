"""Run bots outside the event loop of the stream, so that the loop is never blocked."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.seats.pace import at_once
from bots.sdk.seats.session import Answer, Reply, Session, Update
from bots.sdk.streams.relay import Relay

if TYPE_CHECKING:
    from bots.sdk.vector.session import VectorSession

POLL_INTERVAL: Final = 0.005  # seconds between checks for delayed answers
News: TypeAlias = link_pb2.BatchEnvelope | seat_pb2.Columns


class Listener(Protocol):
    """The stream that gets the answers; called from another thread."""

    def post(self, reply: Reply) -> None:
        """Queue a reply for sending."""


class Thinker(Protocol):
    """Runs a bot, and answers the updates of a stream."""

    failed: "asyncio.Future[None]"  # gets the exception that ended the thinker: `BotFailedError`, or the kit's

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job*, which holds streams, in the thinker's event loop. Raises the exceptions of *job*."""

    def soon(self, callback: Callable[[], object]) -> None:
        """Call *callback* in the loop of `run`. May be called from any thread."""

    def begin(self, stream: Listener) -> None:
        """Begin a new stream, and drop the updates of older streams."""

    def put(self, stream: Listener, news: News) -> None:
        """Queue updates that arrived on *stream*."""

    def hear(self, stream: Listener, verdicts: Sequence[seat_pb2.Verdict]) -> None:
        """Report verdicts that arrived on *stream*. A verdict about an unknown decision waits for queued updates."""

    async def finish(self) -> None:
        """Answer the updates that have arrived, and ignore later ones."""

    def stop(self) -> None:
        """Stop, without waiting for a running call of the bot."""


class VerdictReporter:
    """Base class of thinkers: it reports verdicts, and the thinker's own failure."""

    def __init__(self, session: "Session | VectorSession") -> None:
        self._outside = asyncio.get_running_loop()
        self.failed: asyncio.Future[None] = self._outside.create_future()
        self._judged = session
        self._stream: Listener | None = None

    def hear(self, stream: Listener, verdicts: Sequence[seat_pb2.Verdict]) -> None:
        for verdict in verdicts:
            if not self.judge(stream, verdict, False):
                self.judge_later(stream, verdict)

    def judge(self, stream: Listener, verdict: seat_pb2.Verdict, is_last: bool) -> bool:
        """Report a verdict; return False if its decision may still arrive. *is_last*: report it in any case."""
        try:
            return stream is not self._stream or self._judged.judge(verdict, is_last)
        except BaseException as error:
            self.fail(error)
            return True

    def judge_later(self, stream: Listener, verdict: seat_pb2.Verdict) -> None:
        """Report a verdict after the queued updates."""
        raise NotImplementedError

    def fail(self, error: BaseException) -> None:
        """Set the exception of `failed`, once. May be called from any thread."""
        self._outside.call_soon_threadsafe(self._fail, error)

    def _fail(self, error: BaseException) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)


class ThreadThinker(VerdictReporter):
    """A `Thinker` for bots that do not wait: it handles updates one after another."""

    def __init__(self, session: "Session | VectorSession") -> None:
        super().__init__(session)
        self._session = session
        self._finishing = False
        self._waiting: set[Reply] = set()  # answers to send after their waits
        self._relay = Relay()
        self.run = self._relay.run
        self.soon = self._relay.soon

    def begin(self, stream: Listener) -> None:
        self._stream = stream
        self._relay.think(self._begin)

    def put(self, stream: Listener, news: News) -> None:
        if self._finishing:
            return
        heard = time.monotonic()
        if isinstance(news, seat_pb2.Columns):
            self._relay.think(partial(self._answer, stream, news))
        else:
            for update in news.updates:
                self._relay.think(partial(self._handle, stream, update, heard))

    def judge_later(self, stream: Listener, verdict: seat_pb2.Verdict) -> None:
        self._relay.think(lambda: not self.judge(stream, verdict, True))

    async def finish(self) -> None:
        self._finishing = True
        finished = asyncio.Event()
        self._relay.soon(lambda: self._relay.think(lambda: self._tell(finished)))
        await finished.wait()
        while self._waiting:  # noqa: ASYNC110  # other threads remove the answers
            await asyncio.sleep(POLL_INTERVAL)

    def stop(self) -> None:
        self._stream = None
        self._relay.stop()

    def _begin(self) -> bool:
        self._session.begin()
        return False

    def _tell(self, finished: asyncio.Event) -> bool:
        self._outside.call_soon_threadsafe(finished.set)
        return True

    def _answer(self, stream: Listener, columns: seat_pb2.Columns) -> bool:
        """Answer a batch. Return True, so that the relay sends the answer before the next call of the bot."""
        assert not isinstance(self._session, Session), "columns came for a bot that did not ask for them"
        if stream is self._stream:
            try:
                stream.post(self._session.answer(columns))
            except BaseException as error:
                self.fail(error)
        return True

    def _handle(self, stream: Listener, update: Update, heard: float) -> bool:
        if stream is self._stream:
            try:
                reply = at_once(self._session.handle(update, heard))
                if isinstance(reply, Answer) and reply.wait:
                    self._waiting.add(reply)
                    later = partial(self._post, stream, reply, time.monotonic())
                    self._relay.soon(partial(self._relay.loop.call_later, reply.wait, later))
                elif reply is not None:
                    stream.post(reply)
            except BaseException as error:
                self.fail(error)
        return False

    def _post(self, stream: Listener, reply: Answer, since: float) -> None:
        self._waiting.discard(reply)
        if isinstance(self._session, Session):
            self._session.pace.note_wait(reply.wait, time.monotonic() - since)
        if stream is self._stream:
            stream.post(reply)

    def fail(self, error: BaseException) -> None:
        """Set the exception of `failed`, and drop the queued calls of the bot."""
        self._finishing = True
        self._relay.drop()
        super().fail(error)
