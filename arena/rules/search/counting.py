"""Count points in tricks during a hand, and compute the scores that they lead to."""

from arena.rules.games.game import Game
from arena.rules.hands.layout import counters
from arena.rules.native import i64
from arena.rules.phases.deal import dummy_card
from arena.rules.phases.melds import sum_melds
from arena.rules.phases.score_contract import declared_deltas
from arena.rules.rules import SavedBy, require


def points_so_far(game: Game, over: bool) -> int:
    """Return the points in tricks of seats 0 and 2 minus those of the others; *over*: no trick is left."""
    contract = require(game.rules.contract)
    points = 0
    sign = 1
    for seat in game.seats:
        points += sign * contract.counter * counters(game.layout, seat.taken)
        sign = -sign
    if over:
        points += contract.last_trick if game.hand.last_winner % 2 == 0 else -contract.last_trick
    return points


def points_left(game: Game) -> int:
    """Return the points of the remaining tricks, including the open trick."""
    contract = require(game.rules.contract)
    layout = game.layout
    count = counters(layout, game.trick) + sum([counters(layout, seat.cards) for seat in game.seats])
    if game.rules.deal.dummy:
        first: int = game.hand.gathered
        for trick in range(first, first + layout.total(game.seats[game.to_act].cards)):
            count += counters(layout, layout.bit[dummy_card(game.rules, game.hand, trick)])
    return contract.counter * count + contract.last_trick


def hangs_on_a_trick(game: Game) -> bool:
    """Return whether a side that still has no trick would lose points without one (pinochle.md, `save_meld`).

    If so, equal points in tricks may lead to unequal scores. The game must have two sides.
    """
    contract = require(game.rules.contract)
    for first in range(2):
        declares = game.hand.declarer % 2 == first
        saved_by = contract.declarer_saved_by if declares else contract.defenders_saved_by
        if saved_by is SavedBy.TRICK:
            side = game.seats[first::2]
            if sum([int(seat.tricks) for seat in side]) == 0:
                laid_away = sum([counters(game.layout, seat.taken) for seat in side])
                if laid_away or sum_melds(game, list(range(first, len(game.seats), 2))):
                    return True
    return False


def lead_by_points(game: Game, points: int) -> int:
    """Return the score of seats 0 and 2 minus that of the others, from their lead in points.

    *points*: the lead in points in tricks over the whole hand. `hangs_on_a_trick` must be False.
    """
    contract = require(game.rules.contract)
    table = game.copy()
    so_far = contract.counter * sum([counters(game.layout, seat.taken) for seat in game.seats])
    even = (so_far + points_left(game) + points) // 2
    for number in range(len(table.seats)):
        seat = table.seats[number]
        seat.points = (even if number == 0 else even - points) if number < 2 else 0
        if seat.points and not seat.tricks:
            seat.tricks = 1
    deltas = declared_deltas(table, table.hand)
    return deltas[0] - deltas[1]


def count_taken(game: Game, taken: i64) -> int:
    """Return what counts in a seat's tricks: its award jacks as a set, or the number of its counters."""
    awards = game.rules.awards
    if awards is None:
        return counters(game.layout, taken)
    total: i64 = 0
    for jack in awards.jacks:
        total |= taken & game.layout.field[jack]
    return total
