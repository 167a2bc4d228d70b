"""Assign seats to bot processes (instances), and keep the seats that wait for one."""

from collections.abc import Iterable
from typing import Final

from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.instances import Instance, Roster
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.timekeeper import Timekeeper

SAY_AWAY_US: Final = 1_000_000  # Time between two notices to a worker that a bot is away.
LOOK_US: Final = 2_500_000  # A worker's time to look for the bot at other gateways.
REHOME_US: Final = 2_000_000  # Time for which the seats of a broken stream are reserved for its process.


class Homes:
    """The bot processes of a gateway, and their seats. *grace_us*: how long seats wait for an absent process."""

    def __init__(self, grace_us: int, time: Timekeeper) -> None:
        self.roster = Roster()
        self.grace_us = grace_us
        self._time = time
        self._waiting: dict[int, Seat] = {}

    def welcome(self, instance: Instance, stream: BotStream) -> list[Seat]:
        """Connect the process *instance*, new or returning, on *stream*; return its seats to resume."""
        is_new = not instance.seats and not instance.unread
        instance.stream = stream
        if is_new:
            for other in self.roster.of(instance.version_id):
                if other.stream is None:
                    self._take_over(other, instance)
        return [seat for seat in instance.seats.values() if not seat.lost]

    def meet(self, seat: Seat, stream: BotStream) -> None:
        """Begin or resume *seat* for the bot on *stream*."""
        seat.begin(stream)
        seat.delivery.watch_time()

    def leave(self, instance: Instance) -> None:
        """Note that the stream of *instance* has ended; its seats wait for it."""
        instance.stream, instance.away_at = None, self._time.now()
        if instance.slots:
            instance.slots.stream = None
        for seat in (*instance.seats.values(), *instance.unread.values()):
            seat.synced = False

    def find(self, seat: Seat, wait_us: int) -> None:
        """Find a process for *seat*, or let the seat wait for one for up to *wait_us*; its worker is notified."""
        seat.home = None
        seat.wait_until = self._time.now() + wait_us
        self._waiting[seat.id] = seat
        self._settle_down([seat])

    def is_waiting(self, seat: Seat) -> bool:
        """Return whether *seat* still waits for a process."""
        return seat.id in self._waiting

    def forget(self, seat: Seat) -> None:
        """Stop looking for a process for *seat*, and take the seat from its process."""
        self._waiting.pop(seat.id, None)
        if seat.home:
            seat.home.drop(seat)
        if self._waiting:
            self._settle_down(list(self._waiting.values()))

    def expire_waits(self) -> list[Seat]:
        """Place the waiting seats that find a process now; return those whose wait is over."""
        self._settle_down(list(self._waiting.values()))
        now = self._time.unread_since()
        return [seat for seat in self._waiting.values() if now > seat.wait_until]

    def move_seats_of_absent(self) -> list[Seat]:
        """Move seats of absent processes to other processes; return the seats that are lost for good."""
        lost: list[Seat] = []
        for instance in [instance for instance in self.roster if instance.stream is None]:
            away_us = self._time.unread_since() - instance.away_at
            if away_us > REHOME_US:
                self._hand_over(instance)
                now = self._time.now()
                if now - instance.said_away_at > SAY_AWAY_US:
                    instance.said_away_at = now
                    for seat in (*instance.seats.values(), *instance.unread.values()):
                        seat.say_away()
                    if instance.slots:
                        instance.slots.say_away()
            if away_us > self.grace_us:
                look_us = min(LOOK_US, self.grace_us)
                away = [seat for seat in instance.seats.values() if not seat.is_confined and not seat.lost]
                lost += [seat for seat in away if seat.delivery.is_missed(look_us)]
                if instance.slots:
                    instance.slots.give_back()
            if not instance.seats and not instance.unread:
                if instance.slots:
                    instance.slots.give_back()
                self.roster.remove(instance)
        return lost

    def _settle_down(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            instance = self.roster.find_with_room(seat)
            if instance and instance.stream:
                del self._waiting[seat.id]
                instance.adopt(seat)
                seat.delivery.restart_clock()
                self.meet(seat, instance.stream)
                seat.say_opened()

    def _hand_over(self, away: Instance) -> None:
        for instance in self.roster.of(away.version_id):
            if instance.stream:
                for seat in self._take_over(away, instance):
                    self.meet(seat, instance.stream)

    def _take_over(self, away: Instance, instance: Instance) -> list[Seat]:
        """Move seats that fit from *away* to *instance*, and all with an unread GameOver; return the moved seats."""
        room = max(0, instance.max_seats - len(instance.seats))
        able = [seat for seat in away.seats.values() if not seat.lost and instance.suits(seat)]
        moved = [*away.unread.values(), *able[:room]]
        if away.slots and able[:room]:
            away.slots.give_back()
        for seat in moved:
            instance.adopt(seat)
        return moved
