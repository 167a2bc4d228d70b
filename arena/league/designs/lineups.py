"""Define tables and line-ups, and seat players who have not met."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.league.designs.circular_orders import circular_orders


@dataclass(frozen=True)
class Table:
    """A variant, and the number of sides (*bots*) that sit at its table."""

    variant: str
    bots: int
    weight: int = 0  # weight of its share of the boards; 0: not given
    tables_per_board: int = 1  # tables that play a board at once, with different bots; 1: it has rotations

    @property
    def games(self) -> int:
        """Return the number of games of a board."""
        return self.bots if self.tables_per_board == 1 else self.tables_per_board

    @property
    def games_in_turn(self) -> int:
        """Return how many games of a board are played one after another."""
        return self.bots if self.tables_per_board == 1 else 1


@dataclass(frozen=True)
class LineUp:
    """Entrants (places in the order of entry) who meet on *boards* boards.

    *orders*: indices of circular orders for the boards from *begun* on, repeated; () uses all orders in turn.
    """

    places: tuple[int, ...]
    boards: int
    orders: tuple[int, ...] = ()
    begun: int = 0

    def circle(self, board: int) -> tuple[int, ...]:
        """Return the places in circular order on board *board* of this line-up, from 0."""
        first, *rest = self.places
        orders = circular_orders(len(rest))
        if self.orders:
            board = self.orders[(board - self.begun) % len(self.orders)]
        return (first, *[rest[i] for i in orders[board % len(orders)]])


LOOKS = 20_000  # tables to try before the search stops, which takes some hundredths of a second

Apart = Callable[[int, int], bool]


def tables_of_unmet(places: Sequence[int], bots: int, apart: Apart) -> list[list[int]] | None:
    """Return *places* seated at tables of *bots* players, such that no two are *apart* at one table.

    Tries each player first with the next ones of *places*. None if no such seating was found within `LOOKS` tries.
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
