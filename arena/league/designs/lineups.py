"""Tables, and the line-ups that meet at them."""

from dataclasses import dataclass

from arena.league.designs.circular_orders import circular_orders


@dataclass(frozen=True)
class Table:
    """What is played: a variant and how many bots meet at its table, one for each side."""

    variant: str
    bots: int
    weight: int = 0  # its share of the boards beside the other tables' weights (`variant_mix.py`); 0: none was given
    tables_per_board: int = 1  # played at once, each by other bots; at 1 a board is played in all rotations

    @property
    def games(self) -> int:
        """Of a board."""
        return self.bots if self.tables_per_board == 1 else self.tables_per_board

    @property
    def games_in_turn(self) -> int:
        """Of a board, one after another."""
        return self.bots if self.tables_per_board == 1 else 1


@dataclass(frozen=True)
class LineUp:
    """Entrants, by their place in the order of entry, who meet on *boards* boards.

    *orders*: the circular orders of the boards from board *begun* on, by index, over and over; without them all orders
    come in turn.
    """

    places: tuple[int, ...]
    boards: int
    orders: tuple[int, ...] = ()
    begun: int = 0

    def circle(self, board: int) -> tuple[int, ...]:
        """The circular order of the line-up's board *board*."""
        first, *rest = self.places
        orders = circular_orders(len(rest))
        if self.orders:
            board = self.orders[(board - self.begun) % len(self.orders)]
        return (first, *[rest[i] for i in orders[board % len(orders)]])
