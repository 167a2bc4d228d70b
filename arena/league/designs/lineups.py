"""Tables, and the line-ups that meet at them."""

from dataclasses import dataclass

from arena.league.designs.circular_orders import circular_orders


@dataclass(frozen=True)
class Table:
    """A variant, and how many sides meet at its table."""

    variant: str
    bots: int
    weight: int = 0  # its share of the boards beside the other tables' weights (`variant_mix.py`); 0: none was given
    tables_per_board: int = 1  # played at once, each by other bots; at 1 a board is played in all rotations

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
    """Entrants, by order of entry, who meet on *boards* boards.

    *orders*: the circular orders of the boards from board *begun* on, by index, over and over; without them all orders
    come in turn.
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
