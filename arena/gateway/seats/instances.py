"""Track the bot processes that are or were connected, and their room for seats."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from arena.gateway.seats.open_batches import BatchSlots

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.seat import Seat


class Instance:
    """A process of a bot version; its *name* identifies it when it reconnects.

    Attributes:
        stream: The bot's stream; None while the bot is away, since *away_at* (us). Workers were last notified of this
            at *said_away_at* (us).
        seats: The seats of the process by id, including lost ones.
        unread: The seats, by id, whose GameOver may be unread.
        slots: The open batches of a columnar process; None if its seats are asked one by one.
        ended: The ids of the last seats whose game ended, oldest first.
    """

    def __init__(self, version_id: int, name: str) -> None:
        self.version_id = version_id
        self.name = name
        self.max_seats = 1
        self.variants: frozenset[str] = frozenset()
        self.stream: BotStream | None = None
        self.away_at = 0
        self.said_away_at = 0
        self.seats: dict[int, Seat] = {}
        self.unread: dict[int, Seat] = {}
        self.slots: BatchSlots | None = None
        self.ended: dict[int, None] = {}

    @property
    def is_columnar(self) -> bool:
        """Whether the seats of the process are asked as rows of batches."""
        return self.slots is not None

    def has_room(self, seat: "Seat") -> bool:
        """Return whether the process can take *seat* now."""
        return self.stream is not None and len(self.seats) < self.max_seats and self.suits(seat)

    def suits(self, seat: "Seat") -> bool:
        """Return whether the process plays the variant of *seat*, and in its form: rows or batches."""
        return seat.variant in self.variants and seat.form in (None, self.is_columnar)

    def adopt(self, seat: "Seat") -> None:
        """Move *seat* from its earlier process, if any, to this one."""
        if seat.home:
            seat.home.drop(seat)
        seat.home = self
        seat.synced = False
        seat.set_form(self.is_columnar)
        (self.seats if seat.over is None else self.unread)[seat.id] = seat

    def remember_end(self, seat_id: int) -> None:
        """Remember that the game of a seat of this process is over; forget the oldest such seats.

        At most `max_seats` are remembered: answers to older games are no longer under way.
        """
        self.ended[seat_id] = None
        while len(self.ended) > self.max_seats:
            del self.ended[next(iter(self.ended))]

    def drop(self, seat: "Seat") -> None:
        """Remove *seat* from this process."""
        self.seats.pop(seat.id, None)
        self.unread.pop(seat.id, None)


class Roster:
    """All bot processes of this gateway, by version and name."""

    def __init__(self) -> None:
        self._versions: dict[int, dict[str, Instance]] = {}

    def __iter__(self) -> Iterator[Instance]:
        return (instance for version in self._versions.values() for instance in version.values())

    def get_or_create(self, version_id: int, name: str) -> Instance:
        """Return the process *name* of a bot version; create its record if it has none."""
        version = self._versions.setdefault(version_id, {})
        if name not in version:
            version[name] = Instance(version_id, name)
        return version[name]

    def connected(self, seat: "Seat") -> Instance | None:
        """Return a connected process that suits *seat*, even without room, or None."""
        return next((each for each in self.of(seat.version_id) if each.stream and each.suits(seat)), None)

    def others(self, version_id: int, name: str) -> Iterable[Instance]:
        """Return all processes of the gateway except the process *name* of the given version."""
        return (instance for instance in self if (instance.version_id, instance.name) != (version_id, name))

    def find_with_room(self, seat: "Seat") -> Instance | None:
        """Return the process with room for *seat* that has the fewest seats, or None."""
        able = (instance for instance in self.of(seat.version_id) if instance.has_room(seat))
        return min(able, key=lambda instance: len(instance.seats), default=None)

    def of(self, version_id: int) -> Iterable[Instance]:
        """Return all processes of a bot version."""
        return self._versions.get(version_id, {}).values()

    def remove(self, instance: Instance) -> None:
        """Forget a process that is away and has no seats."""
        version = self._versions[instance.version_id]
        del version[instance.name]
        if not version:
            del self._versions[instance.version_id]
