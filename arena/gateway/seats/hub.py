"""Handle each message of bots and workers that names one seat, in one event loop, without waiting."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from arena.gateway.seats.batch_delivery import BatchDelivery, BatchSlotsPool
from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.delivery import Delivery
from arena.gateway.seats.homes import Homes
from arena.gateway.seats.infractions import InfractionCounts, StreamInfraction
from arena.gateway.seats.instances import Instance
from arena.gateway.seats.keeping import SeatKeeper, is_read
from arena.gateway.seats.row_delivery import RowDelivery
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.timekeeper import Timekeeper
from arena.gateway.seats.worker_stream import WorkerStream
from arena.handover import is_fenced
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.seats import duration_of

log = logging.getLogger("arena.gateway")

OPEN_WAIT_US: Final = 500_000  # Time that a seat waits for a bot process; then its worker looks elsewhere.
START_WAIT_US: Final = 3_000_000  # Limit of the wait for the bot of a new game; a running game waits for the grace.
DRAINED_MS: Final = 1000  # Pause before a bot dials a stopping gateway again.


class Hub:
    """All seats of this gateway; `batches` handles the questions to many seats at once.

    *grace*: seconds that a bot has to reconnect. *time* must tick while there are questions. `changed` is called when
    bot processes connect or leave; `Presence` sets it.
    """

    def __init__(self, grace: float, time: Timekeeper) -> None:
        self.time = time
        self.now = time.now
        self.homes = Homes(int(grace * 1e6), time)
        self.seats: dict[int, Seat] = {}
        self.batches = BatchSlotsPool(time, self.seats)
        self._keeper = SeatKeeper(self.seats, self.homes, time)
        self.infractions = InfractionCounts()
        self.changed: Callable[[], None] = lambda: None
        self.draining = False
        self._links: set[WorkerStream] = set()

    @property
    def connected(self) -> list[Instance]:
        """The bot processes that have a stream."""
        return [instance for instance in self.homes.roster if instance.stream]

    # Bots

    def join(self, stream: BotStream, hello: seat_pb2.Hello) -> None:
        """Admit a bot's stream: replace the older stream of its process, and resume its seats."""
        instance = stream.instance
        if instance.stream:
            text = "another stream of this instance took over"
            instance.stream.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_REPLACED, text=text))
            self.homes.leave(instance)
        instance.max_seats = max(1, hello.max_seats)
        instance.variants = frozenset(hello.variants)
        self.batches.equip(instance, bool(hello.columnar))
        resumed = self.homes.welcome(instance, stream)
        grace = duration_of(self.homes.grace_us)
        stream.welcome(seat_pb2.Welcome(bot=stream.bot, grace=grace, resumed=len(resumed)))
        for seat in (*resumed, *instance.unread.values()):
            self.homes.meet(seat, stream)
        if instance.slots:
            instance.slots.show_again(stream)
        log.info("bot %s instance %s connected, %d seats resumed", stream.bot, instance.name, len(resumed))
        self.tend()
        self.changed()

    def leave(self, stream: BotStream) -> None:
        """End a bot's stream; its seats wait for the bot, unless the stream was replaced."""
        instance = stream.instance
        counts = " ".join(f"{kind}={count}" for kind, count in stream.infractions.items()) or "none"
        self.infractions.add(instance.version_id, stream.new_infractions())
        if instance.stream is stream:
            self.homes.leave(instance)
            self.changed()
        waiting = len(instance.seats)
        log.info("bot %s instance %s left, its seats: %d, infractions: %s", stream.bot, instance.name, waiting, counts)

    def answers(self, stream: BotStream, given: Iterable[link_pb2.AnswerEnvelope]) -> int:
        """Take a bot's answers; return how many of them answer open questions."""
        at, asked = self.time.unread_since(), 0
        for answer in given:
            seat = self._own(stream, answer.seat_id)
            if seat:
                asked += seat.delivery.answer(answer, stream, at)
        return asked

    def resign(self, stream: BotStream, seat_id: int) -> bool:
        """Let the bot give up a seat; return whether the bot had that seat."""
        seat = self._own(stream, seat_id)
        if seat is None:
            return False
        if seat.lost:
            stream.infractions[StreamInfraction.REPEATED] += 1
            return False
        seat.lose(link_pb2.LOST_REASON_RESIGNED)
        return True

    def pong(self, stream: BotStream, nonce: int) -> bool:
        """Take the pong to ping *nonce*; return whether that ping was open."""
        read = stream.pong(nonce)
        for seat, game_over in read or ():
            self._keeper.note_read(seat, game_over)
        return read is not None

    def take_infractions(self) -> Counter[tuple[int, str]]:
        """Return and reset the counts of infractions by (version id, kind), for the store."""
        for instance in self.connected:
            if instance.stream:
                self.infractions.add(instance.version_id, instance.stream.new_infractions())
        return self.infractions.take()

    def _own(self, stream: BotStream, seat_id: int) -> Seat | None:
        """Return the bot's seat in a running game; otherwise count an infraction and return None."""
        seat, instance = self.seats.get(seat_id), stream.instance
        if seat is not None and seat.home is instance and seat.over is None:
            return seat
        is_over = seat_id in instance.ended or seat_id in instance.unread
        stream.infractions[StreamInfraction.AFTER_END if is_over else StreamInfraction.FOREIGN] += 1
        return None

    # Workers

    def open(self, link: WorkerStream, opening: link_pb2.SeatOpen) -> None:
        """Open a seat for the worker of *link*, and find a bot process for it."""
        seat = self.seats.get(opening.seat_id)
        if seat and is_fenced(seat.lease_number, opening.lease_number):
            fenced = link_pb2.OPEN_STATUS_FENCED
            link.send_opened(
                link_pb2.SeatOpened(seat_id=seat.id, status=fenced, lease_number=opening.lease_number, known=True)
            )
            return
        is_new = seat is None
        if seat is None:
            if opening.must_be_known:
                unknown = link_pb2.OPEN_STATUS_NO_INSTANCE
                link.send_opened(
                    link_pb2.SeatOpened(seat_id=opening.seat_id, status=unknown, lease_number=opening.lease_number)
                )
                return
            seat = self.seats[opening.seat_id] = Seat(opening, self._delivery_of)
        seat.take(link, opening)
        self._keeper.adopt(seat)
        if is_new:
            self.homes.find(seat, min(OPEN_WAIT_US, self.homes.grace_us))
        elif seat.over is not None:
            self._keeper.reopen(seat)
        elif not self.homes.is_waiting(seat):
            seat.say_opened()

    def tell(self, link: WorkerStream, message: link_pb2.Tell) -> None:
        """Pass a worker's events on to the bot of the seat."""
        seat = self._leased_seat(link, message.seat_id, message.lease_number)
        if seat:
            seat.tell(message.turn)

    def ask(self, link: WorkerStream, message: link_pb2.Ask) -> None:
        """Take a worker's question to one seat."""
        seat = self._leased_seat(link, message.seat_id, message.lease_number)
        if seat:
            seat.delivery.ask(message)

    def judge(self, message: link_pb2.Judged) -> None:
        """Pass a verdict on to the bot of the seat, if it has a stream."""
        seat = self.seats.get(message.seat_id)
        if seat and seat.lease_number == message.lease_number and seat.stream:
            seat.stream.push_verdict(message.verdict)

    def mark(self, message: link_pb2.Mark) -> None:
        """Forget the seat's answers that a worker has journalled."""
        seat = self.seats.get(message.seat_id)
        if seat and not is_fenced(seat.lease_number, message.lease_number):
            self._keeper.mark(seat, message.number)

    def close(self, message: link_pb2.SeatClose) -> None:
        """Close a worker's seat, because its game is over or continues at another gateway."""
        seat = self.seats.get(message.seat_id)
        if seat is None or is_fenced(seat.lease_number, message.lease_number):
            return
        if not message.game_over:
            self._keeper.remove(seat)
        elif seat.over is None:
            seat.lease_number = message.lease_number
            self._keeper.end(seat, message.game_over)

    def resend_game_over(self, link: WorkerStream, message: link_pb2.PendingGameOver) -> None:
        """Take a GameOver that a worker sends again; its seat may be unknown here."""
        opening = message.open
        seat = self.seats.get(opening.seat_id)
        if seat is None:
            seat = Seat(opening, self._delivery_of)
            instance = self.homes.roster.connected(seat)
            if instance is None:
                status = link_pb2.OPEN_STATUS_AWAY
                link.send_opened(link_pb2.SeatOpened(seat_id=seat.id, status=status, lease_number=opening.lease_number))
                return
            seat.take(link, opening)
            seat.stored = True
            self.seats[seat.id] = seat
            instance.adopt(seat)
            self._keeper.end(seat, message.game_over)
        elif not is_fenced(seat.lease_number, opening.lease_number):
            seat.link = link
            if seat.over is None:
                self._keeper.end(seat, message.game_over)
            elif is_read(seat):
                link.send_read(seat.id)

    def link(self, link: WorkerStream) -> None:
        """Add the stream of a worker."""
        self._links.add(link)

    def unlink(self, link: WorkerStream) -> None:
        """Remove the stream of a worker; the worker's seats stay open."""
        self._links.discard(link)
        self.batches.unlink(link)
        self._keeper.leave(link)

    def orphans(self) -> list[Seat]:
        """Return the seats of killed workers that no worker has; their answers may be in no journal."""
        return self._keeper.orphans()

    def unstored_orphans(self) -> list[Seat]:
        """Return the seats of `orphans` whose answers are not yet stored for the next worker."""
        return [seat for seat in self.orphans() if seat.written != seat.delivery.outcome_count]

    def has_unmarked(self, link: WorkerStream) -> bool:
        """Return whether the worker was sent answers that it has not marked as journalled."""
        return link.kept.has_any or any(
            seat.link is link and seat.delivery.outcome_count for seat in self.seats.values()
        )

    # Time

    def beat(self) -> None:
        """Ping every connected bot; call this every 2 s."""
        for instance in self.connected:
            if instance.stream:
                instance.stream.beat()

    def tend(self) -> None:
        """Move, lose and remove the seats whose time has come; must be called several times a second."""
        for seat in self.homes.expire_waits():
            seat.say_no_instance(self.homes.grace_us if seat.has_begun else START_WAIT_US)
            self._keeper.remove(seat)
        for seat in self.homes.move_seats_of_absent():
            seat.lose(link_pb2.LOST_REASON_DISCONNECTED)
            log.info("seat %x lost: its bot did not come back in time", seat.id)
        self._keeper.tend()

    def drain(self) -> None:
        """End all streams of bots and workers, so that they use other gateways: this one stops."""
        self.draining = True
        closing = seat_pb2.Closing(
            reason=seat_pb2.CLOSE_REASON_DRAINING, text="this gateway stops", retry_after=duration_of(DRAINED_MS * 1000)
        )
        for instance in self.connected:
            if instance.stream:
                instance.stream.close(closing)
        self.unlink_all()

    def unlink_all(self) -> None:
        """Notify all connected workers that this gateway stops."""
        for link in self._links:
            link.finish()

    def _leased_seat(self, link: WorkerStream, seat_id: int, lease_number: int) -> Seat | None:
        """Return the seat if the lease has it; otherwise report it as closed and return None."""
        seat = self.seats.get(seat_id)
        if seat and seat.lease_number == lease_number and seat.over is None:
            return seat
        closed = link_pb2.OPEN_STATUS_CLOSED
        link.send_opened(
            link_pb2.SeatOpened(seat_id=seat_id, status=closed, lease_number=lease_number, known=seat is not None)
        )
        return None

    def _delivery_of(self, seat: Seat, is_columnar: bool) -> Delivery:
        return BatchDelivery(seat, self.batches) if is_columnar else RowDelivery(seat, self.time)
