"""Drawing cards for the deal, and in cutthroat spades for the seats.

docs/rules/sheets/README.md, "Game length and ranks": `first_dealer`.
"""

from __future__ import annotations

from arena.rules.errors import InvalidSeed
from arena.rules.hands.layout import Layout
from arena.rules.hands.shuffle import DRAW_PREFIX, shuffled
from arena.rules.hands.table import Table
from arena.rules.rules import DRAW


class Draws:
    """The draws of one game: each takes the next number."""

    def __init__(self, seed: bytes, layout: Layout) -> None:
        self.seed = seed
        self.layout = layout
        self.number = 0

    def groups(self, drawing: list[int]) -> list[list[int]]:
        """Let *drawing* take a card each, in seat order; the groups of equal rank, the highest first."""
        cards = shuffled(self.layout.deck, DRAW_PREFIX, self.seed, self.number)
        self.number += 1
        drawn: dict[int, list[int]] = {}
        for place, seat in enumerate(drawing):
            drawn.setdefault(self.layout.strength[cards[place]], []).append(seat)
        return [drawn[strength] for strength in sorted(drawn, reverse=True)]


def dealer_drawn(draws: Draws, drawing: list[int]) -> int:
    """The single highest of those who draw; those tied at the top redraw."""
    while len(drawing) > 1:
        drawing = draws.groups(drawing)[0]
    return drawing[0]


def order_drawn(draws: Draws, drawing: list[int]) -> list[int]:
    """Those who draw in order, the highest first; each group of equals redraws to order itself before the next does."""
    if len(drawing) == 1:
        return drawing
    order: list[int] = []
    for group in draws.groups(drawing):
        order += order_drawn(draws, group)
    return order


def seat_players(table: Table) -> int:
    """Draw if the rules say so: sets who sits where, and returns the first dealer."""
    length = table.rules.length
    first = length.first_dealer
    if isinstance(first, int):
        return first
    if table.seed is None:
        raise InvalidSeed(f"first_dealer is {DRAW!r} and there is no seed to draw by")
    draws = Draws(table.seed, table.layout)
    players = list(range(table.rules.seats))
    if not length.draw_seats_players:
        return dealer_drawn(draws, players)
    table.seating = order_drawn(draws, players)
    return 0
