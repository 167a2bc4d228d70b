"""Line-ups of a table, and pairs that have not met."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.league.designs.circular_orders import circular_orders


@dataclass(frozen=True)
class Table:
    """A variant, and the number of sides at its table."""

    variant: str
    bots: int
    weight: int = 0  # share of the boards relative to other tables' weights; 0: not given
    tables_per_board: int = 1  # tables played at once, each by other bots; at 1 all rotations are played

    @property
    def games(self) -> int:
        """Games of a board."""
        return self.bots if self.tables_per_board == 1 else self.tables_per_board

    @property
    def games_in_turn(self) -> int:
        """Games of a board that are played one after another."""
        return self.bots if self.tables_per_board == 1 else 1


@dataclass(frozen=True)
class LineUp:
    """Entrants who meet on *boards* boards, by order of entry.

    *orders*: indices of the circular orders from board *begun* on, repeated. If empty, all orders come in turn.
    """

    places: tuple[int, ...]
    boards: int
    orders: tuple[int, ...] = ()
    begun: int = 0

    def circle(self, board: int) -> tuple[int, ...]:
        """Return the circular order of board *board*."""
        first, *rest = self.places
        orders = circular_orders(len(rest))
        if self.orders:
            board = self.orders[(board - self.begun) % len(self.orders)]
        return (first, *[rest[i] for i in orders[board % len(orders)]])


LOOKS = 20_000  # tables to try before the search stops: some hundredths of a second

Apart = Callable[[int, int], bool]


def tables_of_unmet(places: Sequence[int], bots: int, apart: Apart) -> list[list[int]] | None:
    """Seat all *places* at tables of *bots*, with no two *apart* together.

    Each player is tried first with those next to it. None if there is no such seating, or none was found in `LOOKS`.
    """
    looks = iter(range(LOOKS))

    def candidates(head: int, rest: Sequence[int]) -> Iterator[list[int]]:
        free = [place for place in rest if not apart(head, place)]
        for others in combinations(free, bots - 1):
            if next(looks, None) is None:
                return
            if not any(apart(one, other) for one, other in combinations(others, 2)):
                yield [head, *others]

    def seat(places: list[int]) -> list[list[int]] | None:
        if not places:
            return []
        head, *rest = places
        for table in candidates(head, rest):
            others = seat([place for place in rest if place not in table])
            if others is not None:
                return [table, *others]
        return None

    return seat(list(places))
