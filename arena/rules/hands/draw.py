"""Draw cards for the first deal, and in cutthroat spades for seats.

docs/rules/sheets/README.md, "Game length and ranks", has the rule: `first_dealer`.
"""

from arena.rules.errors import InvalidSeedError
from arena.rules.hands.layout import Layout
from arena.rules.hands.shuffle import DRAW_PREFIX, shuffle_deck
from arena.rules.hands.table import Table
from arena.rules.rules import DRAW


class Draws:
    """The draws of one game; each draw uses a newly shuffled deck."""

    def __init__(self, seed: bytes, layout: Layout) -> None:
        self.seed = seed
        self.layout = layout
        self.number = 0

    def groups(self, drawing: list[int]) -> list[list[int]]:
        """Draw a card for each seat of *drawing*; return the seats grouped by rank, highest first."""
        cards = shuffle_deck(self.layout.deck, DRAW_PREFIX, self.seed, self.number)
        self.number += 1
        drawn: dict[int, list[int]] = {}
        for place, seat in enumerate(drawing):
            drawn.setdefault(self.layout.strength[cards[place]], []).append(seat)
        return [drawn[strength] for strength in sorted(drawn, reverse=True)]


def draw_dealer(draws: Draws, drawing: list[int]) -> int:
    """Return the seat of *drawing* with the highest card; seats that tie for it draw again."""
    while len(drawing) > 1:
        drawing = draws.groups(drawing)[0]
    return drawing[0]


def draw_order(draws: Draws, drawing: list[int]) -> list[int]:
    """Return *drawing* in the order of the drawn cards, highest first; seats that tie draw again."""
    if len(drawing) == 1:
        return drawing
    order: list[int] = []
    for group in draws.groups(drawing):
        order += draw_order(draws, group)
    return order


def seat_players(table: Table) -> int:
    """Return the seat of the first dealer, and assign players to seats, by draws if the rules say so."""
    length = table.rules.length
    first = length.first_dealer
    if isinstance(first, int):
        return first
    if table.seed is None:
        raise InvalidSeedError(f"first_dealer is {DRAW!r}, which needs a seed; give one, or a seat as first_dealer")
    draws = Draws(table.seed, table.layout)
    players = list(range(table.rules.seats))
    if not length.draw_seats_players:
        return draw_dealer(draws, players)
    table.seating = draw_order(draws, players)
    return 0
