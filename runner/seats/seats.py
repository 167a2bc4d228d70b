"""Pass the updates of a stream to the processes of one version's seats."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.gen.bundles_pb2 import SeatLog
from bots.sdk.seats.session import Reply, Update
from bots.sdk.streams.thinker import Listener, News
from runner.seats.process import Ending, Starter
from runner.seats.seat import Seat

FORGOTTEN: Final = 45.0  # seconds after which seats that were not resumed are ended; longer than the grace
log = logging.getLogger("arena.runner")


class Seats:
    """The seats of one bot version, with a process for each seat (implements `Thinker`).

    A broken stream ends no process: the process gets Resume from the next stream, and repeats its answer.
    """

    def __init__(self, starter: Starter, keep: Callable[[SeatLog], None]) -> None:
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._starter = starter
        self._keep = keep
        self._stream: Listener | None = None
        self._seats: dict[int, Seat] = {}
        self._playing: dict[int, asyncio.Task[None]] = {}
        self._is_finishing = False
        self._awaited: set[int] = set()  # ids of the seats that the present stream has not resumed yet

    def __len__(self) -> int:
        return len(self._playing)

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the event loop that made this object."""
        await job

    def soon(self, callback: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(callback)

    def begin(self, stream: Listener) -> None:
        self._stream = stream
        self._awaited = set(self._seats)
        self._loop.call_later(FORGOTTEN, self._forget, stream)

    def put(self, stream: Listener, news: News) -> None:
        assert isinstance(news, link_pb2.BatchEnvelope), "columns came for seats that did not ask for them"
        if stream is self._stream and not self._is_finishing:
            for update in news.updates:
                self._take(update)

    def hear(self, stream: Listener, verdicts: Sequence[seat_pb2.Verdict]) -> None:
        for verdict in verdicts if stream is self._stream else ():
            if seat := self._seats.get(verdict.seat_id):
                seat.judge(verdict)

    async def finish(self) -> None:
        self._is_finishing = True
        await asyncio.gather(*(seat.wait_until_answered() for seat in self._seats.values()))

    def stop(self) -> None:
        self._stream = None
        for task in self._playing.values():
            task.cancel()

    async def end(self) -> None:
        """End every seat, and wait until the logs of all seats are stored."""
        self.stop()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)

    def _take(self, update: Update) -> None:
        body = update.WhichOneof("body")
        self._awaited.discard(update.seat_id)
        seat = self._seats.get(update.seat_id)
        if seat is None:
            if body not in ("start", "resume"):
                return  # the process has ended, or the game did not begin here
            seat = self._begin(update.seat_id)
            if body == "resume":
                seat.begin_late()
        if seat.ending is not None and body != "game_over":
            self._post(seat_pb2.Resign(seat_id=update.seat_id))  # an earlier Resign may have been lost with a stream
        else:
            seat.tell(update)
        if body == "game_over":
            del self._seats[update.seat_id]

    def _forget(self, stream: Listener) -> None:
        """End the seats that *stream* has not resumed: their games are over, or played elsewhere."""
        if stream is self._stream:
            for seat_id in self._awaited:
                self._seats.pop(seat_id, None)
                if task := self._playing.get(seat_id):
                    task.cancel()
            self._awaited.clear()

    def _begin(self, seat_id: int) -> Seat:
        seat = self._seats[seat_id] = Seat(seat_id, self._starter, self._post, self._fail, self._keep)
        task = self._playing[seat_id] = self._loop.create_task(seat.run())
        task.add_done_callback(lambda done: self._drop(seat_id, done))
        return seat

    def _drop(self, seat_id: int, task: "asyncio.Task[None]") -> None:
        del self._playing[seat_id]
        if not task.cancelled() and (error := task.exception()):
            log.error("seat %x: the runner failed", seat_id, exc_info=error)
            self._fail(Ending(f"{type(error).__name__}: {error}", is_ours=True))

    def _post(self, reply: Reply) -> None:
        if self._stream is not None:
            self._stream.post(reply)

    def _fail(self, ending: Ending) -> None:
        """Fail the version: its streams break, and other runners resume its seats."""
        if not self.failed.done():
            self.failed.set_exception(RunnerFailedError(ending.why))


class RunnerFailedError(Exception):
    """Raised if the runner cannot continue with a version, through no fault of the bot."""
