"""Points in tricks while a hand goes on."""

from __future__ import annotations

from arena.rules.games.game import Game
from arena.rules.hands.counters import counters


def points_so_far(game: Game, over: bool) -> int:
    """Return the points in tricks of seats 0 and 2 less those of the others; *over*: the last trick is gathered."""
    contract = game.rules.contract
    assert contract is not None
    points = 0
    sign = 1
    for seat in game.seats:
        points += sign * contract.counter * counters(game.layout, seat.taken)
        sign = -sign
    if over:
        points += contract.last_trick if game.hand.last_winner % 2 == 0 else -contract.last_trick
    return points
