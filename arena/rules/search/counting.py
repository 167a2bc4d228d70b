"""Points in tricks while a hand goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.rules.games.game import Game
from arena.rules.hands.counters import counters
from arena.rules.phases.deal import turned

if TYPE_CHECKING:
    from mypy_extensions import i64


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


def points_left(game: Game) -> int:
    """Return the points in tricks that are still to be won, at the lead of a trick."""
    contract = game.rules.contract
    assert contract is not None
    layout = game.layout
    count = sum([counters(layout, seat.cards) for seat in game.seats])
    if game.rules.deal.dummy:
        first: int = game.hand.gathered
        for trick in range(first, first + layout.total(game.seats[game.to_act].cards)):
            count += counters(layout, layout.bit[turned(game.rules, game.hand, trick)])
    return contract.counter * count + contract.last_trick


def counted(game: Game, taken: i64) -> int:
    """Return what of the cards that a seat took may count: the award jacks, or how many counters."""
    awards = game.rules.awards
    if awards is None:
        return counters(game.layout, taken)
    found: i64 = 0
    for jack in awards.jacks:
        found |= taken & game.layout.field[jack]
    return found
