"""One seat of one game, as its gateway knows it."""

import asyncio
from typing import TYPE_CHECKING, Final

from arena.gateway.seats.answered_batches import KeptRow
from arena.gateway.seats.clock import Stopwatch, left_us, limit_us
from arena.gateway.seats.event_log import EventLog
from arena.handover import Key, unmarked
from arena.wire.gen import link_pb2, seat_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.instances import Instance
    from arena.gateway.seats.worker_stream import WorkerStream

FORMS: Final = {
    link_pb2.SEAT_FORM_UNSPECIFIED: None,
    link_pb2.SEAT_FORM_ROWS: False,
    link_pb2.SEAT_FORM_COLUMNS: True,
}


class Ask:
    """A question that is open at a seat.

    Attributes:
        refused: the rejected answer to the attempt before, if a bot that was resumed before it read Rejected may send
            it again.
        held_us: `Timekeeper.held_us` when it was put.
        cpu_us: CPU time over all attempts, of a confined seat; None where time on the wall counts.
        slept_us: how long a confined seat took on the wall, where its runner says that this was too long.
    """

    __slots__ = ("cpu_us", "held_us", "key", "message", "refused", "slept_us", "watch")

    def __init__(self, message: link_pb2.Ask, watch: Stopwatch, held_us: int, cpu_us: int | None = None) -> None:
        self.message = message
        self.held_us = held_us
        self.cpu_us = cpu_us
        self.slept_us = 0
        self.key: Key = (message.number, message.attempt)
        self.watch = watch
        self.refused: bytes | None = None

    def overdue_us(self, now: int) -> int:
        """Return how long ago time was up on the wall; negative while it is not."""
        return self.watch.elapsed_us(now) - limit_us(self.message.move_us, self.message.bank_us)

    def is_up(self, now: int) -> bool:
        """Return whether time is up: of a confined seat its CPU time, or what its runner says."""
        if self.cpu_us is None:
            return self.overdue_us(now) > 0
        return bool(self.slept_us) or self.cpu_us > self.message.move_us + self.message.bank_us

    def evident_us(self, now: int) -> int:
        """Return the time that is shown as evidence."""
        return self.watch.elapsed_us(now) if self.cpu_us is None else self.slept_us or self.cpu_us

    def put_clock(self, clock: seat_pb2.Clock, now: int, lag_us: int) -> None:
        """Fill in *clock*: its question is being written, *lag_us* late."""
        self.watch.show(now, lag_us)
        message = self.message
        spent_us = self.watch.elapsed_us(now) if self.cpu_us is None else self.cpu_us
        clock.move_us, clock.bank_us = left_us(spent_us, message.move_us, message.bank_us)
        clock.last_think_us, clock.last_net_us = message.last_think_us, message.last_net_us


class Seat:
    """The state of one seat of one game.

    Attributes:
        token: the highest fencing token seen; *opening*: how often its worker has opened the seat, *since*: how often
            when this gateway got it.
        is_confined: whether its bot was handed in: its CPU time is charged, and no absence of a runner.
        has_begun: whether its game was under way when it was first opened here.
        wait_until: when the worker is told that no instance was found.
        link: the worker's stream; None while no worker has the seat, since *left_at*.
        written: how many outcomes were written down for the next worker; -1 where nothing was.
        home: the instance that has the seat; None until one was found.
        is_columnar: whether its decisions are rows of batches; None until it has had a home.
        lost: why the bot does not answer any more.
        over: the serialised GameOver, once the game is over, since *over_at*.
        stored: whether the whole game is in the journal: a mark came after the close.
        said_over: the GameOver that the bot is known to have read.
        synced: whether the bot's present stream knows the whole game, so that it needs no Resume.
        asked: the number of the last question that was put.
        answers: (number, attempt) -> outcome and elapsed time (us), since the last mark.
        kept: outcomes of a columnar seat that no worker's stream keeps any more.
    """

    def __init__(self, opening: link_pb2.SeatOpen) -> None:
        self.id = opening.seat_id
        self.version_id = opening.version_id
        self.variant = opening.variant
        self.start = opening.start
        self.is_confined = opening.is_confined
        self.story = EventLog()
        self.has_begun = bool(opening.events or opening.form)
        self.token = self.opening = self.since = 0
        self.link: WorkerStream | None = None
        self.left_at = 0
        self.written = -1
        self.opened = False
        self.wait_until = 0
        self.home: Instance | None = None
        self.is_columnar = FORMS[opening.form]
        self.synced = False
        self.ask: Ask | None = None
        self.asked = 0
        self.timer: asyncio.TimerHandle | None = None
        self.lost: link_pb2.LostReason.ValueType | None = None
        self.answers: dict[Key, tuple[link_pb2.Answered, int]] = {}
        self.kept: list[KeptRow] = []
        self.over: bytes | None = None
        self.over_at = 0
        self.stored = False
        self.said_over: bytes | None = None

    @property
    def stream(self) -> "BotStream | None":
        """The stream of the bot that has the seat, if any."""
        return self.home.stream if self.home else None

    def take(self, link: "WorkerStream", opening: link_pb2.SeatOpen) -> None:
        """Give the seat to a worker, at whatever point of the game."""
        if opening.token != self.token:
            self.since = opening.opening
        self.link, self.token, self.opening = link, opening.token, opening.opening
        self.written = -1
        if not self.is_columnar:
            self.story.open(opening.events)

    @property
    def outcomes(self) -> int:
        """How many outcomes it keeps since the last mark."""
        return len(self.kept) if self.is_columnar else len(self.answers)

    def held(self) -> list[link_pb2.Answered]:
        """Return every outcome since the last mark."""
        if self.is_columnar:
            return [row.answered(self.id) for row in self.kept]
        return [answered for answered, _ in self.answers.values()]

    def say_opened(self) -> None:
        """Tell the worker that the seat is open."""
        if self.link:
            opened = self._opened(link_pb2.OPEN_STATUS_OPEN)
            if self.is_columnar:
                self._say_columnar(opened)
            self.link.opened(opened)
        self.opened = True

    def say_no_instance(self, wait_us: int) -> None:
        """Tell the worker to look elsewhere, for *wait_us* in all."""
        if self.link:
            refused = self._opened(link_pb2.OPEN_STATUS_NO_INSTANCE)
            refused.wait_us = wait_us
            self.link.opened(refused)

    def say_away(self, now: int) -> None:
        """Tell a worker that waits for the bot that it is away."""
        if self.link and (self.ask or self.over is not None):
            away = self._opened(link_pb2.OPEN_STATUS_AWAY)
            away.elapsed_us = self.ask.watch.elapsed_us(now) if self.ask else 0
            self.link.opened(away)

    def _opened(self, status: link_pb2.OpenStatus.ValueType) -> link_pb2.SeatOpened:
        answered = max((number for number, _ in self.answers), default=0)
        return link_pb2.SeatOpened(
            seat_id=self.id, status=status, token=self.token, known=self.opened, answered=answered
        )

    def _say_columnar(self, opened: link_pb2.SeatOpened) -> None:
        """Add to *opened* where rows go, and the outcomes not yet marked."""
        if self.lost:
            opened.lost.reason = self.lost
        elif self.home and self.home.tray:
            opened.instance = self.home.tray.handle()
        opened.kept.extend(row.answered(self.id) for row in self.kept)

    def tell(self, turn: bytes, ask: Ask | None = None) -> None:
        """Continue with *turn*, which may put *ask*. Tell the bot now, or when it is back."""
        stream = self.stream
        if stream and self.synced:
            news = self.story.tell(turn)
            if news:
                stream.push(self, "turn", news, ask)
            return
        self.story.keep(turn)
        if stream and not self.lost:
            self.resume(stream)

    def reject(self, ask: Ask) -> None:
        """Tell the bot that its answer was illegal; the question stays open."""
        stream = self.stream
        if stream and self.synced:
            stream.push(self, "rejected", ask.message.rejected, ask)
        elif stream:
            self.resume(stream)

    def begin(self, stream: "BotStream") -> None:
        """Send the bot Start, or Resume for a game under way."""
        if self.opened or self.ask or self.has_begun or self.story.events():
            self.resume(stream)
        else:
            self.synced = True
            stream.push(self, "start", self.start)

    def resume(self, stream: "BotStream") -> None:
        """Send the bot everything from the beginning."""
        self.synced = True
        if self.is_columnar:
            stream.push(self, "resume", link_pb2.ResumeEnvelope(start=self.start).SerializeToString())
            if self.over is not None:
                stream.push(self, "game_over", self.over)
            return
        ask = self.ask
        decision = link_pb2.TurnEnvelope.FromString(ask.message.turn).decision if ask else b""
        body = link_pb2.ResumeEnvelope(start=self.start, events=self.story.full_history(), decision=decision)
        stream.push(self, "resume", body.SerializeToString(), ask)
        if ask and ask.message.attempt:
            before = self.answers.get((ask.message.number, ask.message.attempt - 1))
            ask.refused = before[0].action if before else None
            stream.push(self, "rejected", ask.message.rejected, ask)
        if self.over is not None:
            stream.push(self, "game_over", self.over)

    def end(self) -> None:
        """Send the bot GameOver, after everything it has not been told."""
        stream = self.stream
        if stream is None or self.over is None:
            return
        if not self.synced:
            self.resume(stream)
            return
        if not self.is_columnar and (rest := self.story.rest()):
            stream.push(self, "turn", rest)
        stream.push(self, "game_over", self.over)

    def forget_answers(self, number: int) -> None:
        """Forget the answers up to *number*, which are journalled."""
        self.answers = unmarked(self.answers, number)
        self.kept = [row for row in self.kept if row.number > number]

    def stop_timer(self) -> None:
        """Stop looking at the clock: no question is open."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
