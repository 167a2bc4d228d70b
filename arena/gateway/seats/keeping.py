"""Keep a seat after its game or its worker has ended, until nobody needs it."""

from typing import Final

from arena.gateway.seats.homes import Homes
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.timekeeper import Timekeeper
from arena.gateway.seats.worker_stream import WorkerStream
from arena.wire.gen import seat_pb2

KEEP_US: Final = 600_000_000  # Lifetime of a seat without worker, and of an unread GameOver.
KEEP_CLOSED_US: Final = 60_000_000  # Lifetime of answers after the game, for a worker that plays its end again.


class SeatKeeper:
    """Ends the games of *seats* (by id) and removes the seats.

    A seat waits for a pong, which confirms that its bot has read GameOver. It also waits for a mark, which confirms
    that its whole game is in the journal.
    """

    def __init__(self, seats: dict[int, Seat], homes: Homes, time: Timekeeper) -> None:
        self._seats = seats
        self._homes = homes
        self._now = time.now
        self._orphans: dict[int, Seat] = {}

    def end(self, seat: Seat, game_over: bytes) -> None:
        """End the game of *seat*. *game_over*: the serialised GameOver."""
        seat.delivery.stop()
        seat.over, seat.over_at = game_over, self._now()
        home = seat.home
        self._homes.forget(seat)
        if home:
            home.remember_end(seat.id)
        if home and seat.said_over != game_over:
            home.unread[seat.id] = seat
            seat.end()
        self._remove_if_done(seat)

    def reopen(self, seat: Seat) -> None:
        """Reopen *seat* for a worker that plays the end of the game again, because it was not stored."""
        seat.over, seat.stored, seat.synced = None, False, False
        home = seat.home
        self._homes.forget(seat)
        if home and home.stream:
            home.seats[seat.id] = seat
            if seat.delivery.resumes_at_once:
                self._homes.meet(seat, home.stream)
            seat.say_opened()
        else:
            self._homes.find(seat, self._homes.grace_us)

    def note_read(self, seat: Seat, game_over: bytes) -> None:
        """Note that the bot of *seat* has read *game_over*, a serialised GameOver."""
        if seat.over == game_over:  # otherwise the game's end was played again, with another result
            seat.said_over = game_over
            self._homes.forget(seat)
            if seat.link:
                seat.link.send_read(seat.id)
            self._remove_if_done(seat)

    def mark(self, seat: Seat, number: int) -> None:
        """Note that the worker of *seat* has journalled its decisions up to *number*."""
        seat.delivery.forget(number)
        seat.stored = seat.over is not None
        self._remove_if_done(seat)

    def remove(self, seat: Seat) -> None:
        """Drop the open question of *seat*, and forget the seat."""
        seat.delivery.stop()
        self._seats.pop(seat.id, None)
        self._orphans.pop(seat.id, None)
        self._homes.forget(seat)

    def adopt(self, seat: Seat) -> None:
        """Note that a worker has *seat*."""
        self._orphans.pop(seat.id, None)

    def leave(self, link: WorkerStream) -> None:
        """Note that the stream *link* of a worker has ended."""
        was_killed = not (link.has_stopped or link.is_last)
        for seat in self._seats.values():
            if seat.link is link:
                seat.link, seat.left_at = None, self._now()
                if was_killed:
                    self._orphans[seat.id] = seat

    def orphans(self) -> list[Seat]:
        """Return the seats of killed workers that no worker has; their answers may be in no journal."""
        return [seat for seat in self._orphans.values() if seat.link is None and not seat.stored]

    def tend(self) -> None:
        """Remove the seats whose lifetime is over, and end games that no worker plays."""
        now = self._now()
        for seat in list(self._seats.values()):
            if seat.over is not None:
                if now - seat.over_at > (KEEP_CLOSED_US if is_read(seat) else KEEP_US):
                    self.remove(seat)
            elif seat.link is None and now - seat.left_at > KEEP_US:
                seat.delivery.forget()
                seat.opened = False  # a later worker must know that answers are gone
                self.end(seat, seat_pb2.GameOver(ended="void").SerializeToString())

    def _remove_if_done(self, seat: Seat) -> None:
        if seat.over is not None and seat.stored and is_read(seat):
            self.remove(seat)


def is_read(seat: Seat) -> bool:
    """Return whether the bot has read the GameOver of *seat*, or no bot has to read it."""
    return seat.home is None or seat.id not in seat.home.unread
