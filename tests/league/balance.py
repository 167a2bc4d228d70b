"""Measure how evenly a schedule brings its entrants together.

Where everybody may meet everybody.
"""

from collections.abc import Iterable

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.balance import Evenness, balance_of
from arena.league.schedules.schedule import ScheduledBoard


def counted(schedule: Iterable[ScheduledBoard], entrants: int) -> tuple[Evenness, Evenness]:
    """Count how often pairs meet, and sit side by side.

    The second is how often one sits at the left of another.
    """
    line_ups = [board.line_up for board in schedule]
    ids = {player for line_up in line_ups for player in line_up}
    everybody = [Entrant(id_, 0) for id_ in [*ids, *range(-1, -1 - (entrants - len(ids)), -1)]]
    (found,) = balance_of(line_ups, everybody, Table("v", len(line_ups[0])), allow_same_owner=True)
    return found.met, found.left
