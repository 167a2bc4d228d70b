"""The state of one seat of one game at its gateway."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from arena.gateway.seats.delivery import Delivery
from arena.gateway.seats.event_log import EventLog
from arena.wire.gen import link_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.instances import Instance
    from arena.gateway.seats.row_delivery import Ask
    from arena.gateway.seats.worker_stream import WorkerStream

FORMS: Final = {link_pb2.SEAT_FORM_UNSPECIFIED: None, link_pb2.SEAT_FORM_ROWS: False, link_pb2.SEAT_FORM_COLUMNS: True}


class Seat:
    """The state of one seat of one game at its gateway.

    *choose_delivery* makes the delivery of a seat; its second argument is whether decisions are rows of batches. Times
    are in microseconds.

    Attributes:
        lease_number: The highest lease number of a worker that opened the seat.
        opening: How often the worker with that lease has opened the seat, here or at other gateways.
        since: The value of *opening* when that worker first opened the seat here.
        is_confined: Whether the bot was submitted: its CPU time is charged, and no absence of its runner.
        has_begun: Whether the game was under way when the seat was first opened here.
        wait_until: The end of the wait for a bot process; the worker then hears that none was found.
        link: The worker's stream; None while no worker has the seat, since *left_at*.
        written: The number of outcomes stored for the next worker; -1 if nothing was stored.
        home: The bot process that has the seat; None until one was found.
        form: Whether decisions are rows of batches; None until a process has had the seat.
        delivery: The open question and the outcomes.
        lost: Why the bot does not answer any more; None while it does.
        over: The serialised GameOver, once the game is over, since *over_at*; otherwise None.
        stored: Whether the whole game is in the journal: a mark came after the close.
        said_over: The GameOver that the bot is known to have read.
        synced: Whether the bot's present stream has the whole game, so that it needs no Resume.
    """

    def __init__(self, opening: link_pb2.SeatOpen, choose_delivery: "Callable[[Seat, bool], Delivery]") -> None:
        self.id = opening.seat_id
        self.version_id = opening.version_id
        self.variant = opening.variant
        self.start = opening.start
        self.is_confined = opening.is_confined
        self.story = EventLog()
        self.has_begun = bool(opening.events or opening.form)
        self.lease_number = self.opening = self.since = 0
        self.link: WorkerStream | None = None
        self.left_at = 0
        self.written = -1
        self.opened = False
        self.wait_until = 0
        self.home: Instance | None = None
        self.form = FORMS[opening.form]
        self._choose_delivery = choose_delivery
        self.delivery = choose_delivery(self, bool(self.form))
        self.synced = False
        self.lost: link_pb2.LostReason.ValueType | None = None
        self.over: bytes | None = None
        self.over_at = 0
        self.stored = False
        self.said_over: bytes | None = None

    @property
    def stream(self) -> "BotStream | None":
        """The stream of the bot that has the seat; None if the bot is away or no bot has the seat."""
        return self.home.stream if self.home else None

    def set_form(self, is_columnar: bool) -> None:
        """Fix the form of the decisions when the first process takes the seat; it never changes in a game."""
        if self.form is None and is_columnar:
            self.delivery = self._choose_delivery(self, is_columnar)
        self.form = is_columnar

    def take(self, link: "WorkerStream", opening: link_pb2.SeatOpen) -> None:
        """Give the seat to the worker of *link*, at any point of the game."""
        self.delivery.release(link, opening.lease_number)
        if opening.lease_number != self.lease_number:
            self.since = opening.opening
        former = self.link
        self.link, self.lease_number, self.opening = link, opening.lease_number, opening.opening
        self.written = -1
        self.delivery.take(former, opening)

    def say_opened(self) -> None:
        """Notify the worker that the seat is open."""
        if self.link:
            opened = self._opened(link_pb2.OPEN_STATUS_OPEN)
            self.delivery.describe(opened)
            self.link.send_opened(opened)
        self.opened = True

    def say_no_instance(self, wait_us: int) -> None:
        """Report to the worker that no bot process was found; it may look elsewhere, for *wait_us* in all."""
        if self.link:
            refused = self._opened(link_pb2.OPEN_STATUS_NO_INSTANCE)
            refused.wait_us = wait_us
            self.link.send_opened(refused)

    def say_away(self) -> None:
        """If the worker waits for the bot, report to it that the bot is away."""
        open_us = self.delivery.open_us
        if self.link and (open_us is not None or self.over is not None):
            away = self._opened(link_pb2.OPEN_STATUS_AWAY)
            away.elapsed_us = open_us or 0
            self.link.send_opened(away)

    def _opened(self, status: link_pb2.OpenStatus.ValueType) -> link_pb2.SeatOpened:
        return link_pb2.SeatOpened(
            seat_id=self.id,
            status=status,
            lease_number=self.lease_number,
            known=self.opened,
            answered=self.delivery.last_answered,
        )

    def tell(self, turn: bytes, ask: "Ask | None" = None) -> None:
        """Add the events of *turn*, which may contain the question *ask*; send them now or when the bot is back."""
        stream = self.stream
        if stream and self.synced:
            news = self.story.tell(turn)
            if news:
                stream.push(self, "turn", news, ask)
            return
        self.story.keep(turn)
        if stream and not self.lost:
            self.resume(stream)

    def begin(self, stream: "BotStream") -> None:
        """Send the bot SeatStart, or Resume for a game under way."""
        if self.opened or self.delivery.open_us is not None or self.has_begun or self.story.events():
            self.resume(stream)
        else:
            self.synced = True
            stream.push(self, "start", self.start)

    def resume(self, stream: "BotStream") -> None:
        """Send the bot the whole game from its beginning."""
        self.synced = True
        self.delivery.resume(stream)
        if self.over is not None:
            stream.push(self, "game_over", self.over)

    def lose(self, reason: link_pb2.LostReason.ValueType) -> None:
        """Note that the bot has lost the seat for *reason*, and notify the worker."""
        self.lost = reason
        self.synced = False
        self.delivery.lose()

    def end(self) -> None:
        """Send the bot GameOver, after the events that it was not sent yet."""
        stream = self.stream
        if stream is None or self.over is None:
            return
        if not self.synced:
            self.resume(stream)
            return
        if rest := self.delivery.rest():
            stream.push(self, "turn", rest)
        stream.push(self, "game_over", self.over)
