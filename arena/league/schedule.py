"""Round robin: every line-up of a variant's sides meets on equally many boards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from arena.league.errors import TooFewEntrants
from arena.league.seeds import derive

BLOCK = 8  # boards: some seconds for fast bots, few enough that a tournament spreads over workers


@dataclass(frozen=True)
class Entrant:
    """Who takes part: an id, and the id of its owner."""

    id: int
    owner: int


@dataclass(frozen=True)
class Table:
    """What is played: a variant and how many bots meet at its table, one for each side."""

    variant: str
    bots: int


@dataclass(frozen=True)
class ScheduledBoard:
    """A board to be played; *line_up* holds entrants' ids in circular order, *variant* is an index."""

    number: int
    block: int
    variant: int
    line_up: tuple[int, ...]


class RoundRobin:
    """A schedule with a total that can start at any board: resuming is constructing.

    All line-ups play some boards (a block each), then all of them play some more, in one seeded order, so that progress
    is even. Successive boards of a line-up take its (n-1)! circular orders in turn, from a seeded start.
    Everything follows from the seed and the order of entry; the ids themselves do not matter.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        tables: Sequence[Table],
        boards: int,
        seed: str,
        allow_same_owner: bool = False,
    ) -> None:
        """*boards* for each line-up, at least 1. Raises `TooFewEntrants` where a variant has no line-up."""
        self._ids = [entrant.id for entrant in entrants]
        self._boards = boards
        self._chunks = -(-boards // BLOCK)
        self._line_ups: list[_LineUp] = []
        for index, table in enumerate(tables):
            found = list(_seatings(entrants, table, allow_same_owner))
            self._line_ups += [_LineUp(index, places, *_order_and_start(seed, table, places)) for places in found]
        self._line_ups.sort(key=lambda line_up: line_up.order)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self._chunks * len(self._line_ups)

    def __len__(self) -> int:
        return self._boards * len(self._line_ups)

    def __iter__(self) -> Iterator[ScheduledBoard]:
        return self.start_at(0)

    def start_at(self, number: int) -> Iterator[ScheduledBoard]:
        """The boards from *number* on."""
        return map(self.board, range(number, len(self)))

    def board(self, number: int) -> ScheduledBoard:
        """Board *number*, 0..len-1. Raises `IndexError` outside."""
        if not 0 <= number < len(self):
            raise IndexError(f"board {number} of {len(self)}")
        count = len(self._line_ups)
        chunk = self._chunk_of(number // count)
        first, size = self._first(chunk), self._first(chunk + 1) - self._first(chunk)
        place, within = divmod(number - first * count, size)
        line_up = self._line_ups[place]
        players = tuple(self._ids[entrant] for entrant in line_up.circle(first + within))
        return ScheduledBoard(number, chunk * count + place, line_up.variant, players)

    def _first(self, chunk: int) -> int:
        """The first of a line-up's boards that is in *chunk*; the sizes of chunks differ by 1 at most."""
        return chunk * self._boards // self._chunks

    def _chunk_of(self, board: int) -> int:
        """The chunk that holds a line-up's board: the inverse of `_first`."""
        return ((board + 1) * self._chunks - 1) // self._boards


@dataclass(frozen=True)
class _LineUp:
    """Entrants (by their place in the order of entry, ascending) who meet in a variant."""

    variant: int
    places: tuple[int, ...]
    order: bytes  # where it stands in the schedule
    start: int  # index of its first circular order

    def circle(self, board: int) -> tuple[int, ...]:
        """The circular order of the line-up's board *board*."""
        first, *rest = self.places
        orders = circular_orders(len(rest))
        return (first, *(rest[i] for i in orders[(self.start + board) % len(orders)]))


@cache
def circular_orders(others: int) -> tuple[tuple[int, ...], ...]:
    """All orders of those who sit to the left of a fixed first player, each followed by its mirror image.

    Who sat left of whom is thus turned round on the very next board.
    """
    if others < 2:
        return (tuple(range(others)),)
    forward = [order for order in permutations(range(others)) if order[0] < order[-1]]
    return tuple(way for order in forward for way in (order, order[::-1]))


def _seatings(entrants: Sequence[Entrant], table: Table, allow_same_owner: bool) -> Iterator[tuple[int, ...]]:
    """All line-ups for *table*, as places in the order of entry."""
    owners = len({entrant.owner for entrant in entrants})
    able = len(entrants) if allow_same_owner else owners
    if able < table.bots:
        what = "bots" if allow_same_owner else "owners (two bots of one owner may not meet)"
        raise TooFewEntrants(f"{table.variant} needs {table.bots} {what}, there are {able}")
    for places in combinations(range(len(entrants)), table.bots):
        if allow_same_owner or len({entrants[place].owner for place in places}) == table.bots:
            yield places


def _order_and_start(seed: str, table: Table, places: tuple[int, ...]) -> tuple[bytes, int]:
    """The seeded place of a line-up in the schedule, and its first circular order."""
    digest = derive("arena-line-up-v1", seed, table.variant, *places)
    return digest[:16], int.from_bytes(digest[16:], "little") % len(circular_orders(len(places) - 1))
