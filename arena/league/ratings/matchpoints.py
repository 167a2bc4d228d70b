"""Score boards that are played at several tables.

A deal is played once at each table, and players with the same cards are compared, as in duplicate bridge. A line-up
goes seat by seat: the player in seat s of table t has index s * tables + t. So compared players are neighbours in it.
With partners there are two seats, each a side.
"""

from collections.abc import Mapping, Sequence

from arena.league.errors import BadBoardError
from arena.league.pairs import Who, sitting
from arena.league.ratings.boards import BoardScore, Outcome, pair_halves, pairs_of


def table_of(line_up: Sequence[Who], tables: int, table: int) -> list[Who]:
    """Return the players at *table*, seat by seat.

    Given the bots in the sides' first seats, then in the second ones, it returns those of the table in the same order.
    """
    return list(line_up[table::tables])


def sitting_at_tables(
    line_up: Sequence[int], tables: int, pairs: Mapping[int, Sequence[int]], turn: int
) -> list[int] | None:
    """Return the bots that sit for each entrant, at one table or several, as `pairs.sitting`.

    All first seats of the sides come first, then the second ones, in the line-up's order: `table_of` takes from them
    the result of `sitting` for the table. None without a pair.
    """
    at = [sitting(table_of(line_up, tables, table), pairs, turn) for table in range(tables)]
    if None in at:  # no pairs: with partners at several tables all entrants are pairs
        return None
    return [bot for seats in zip(*(table for table in at if table), strict=True) for bot in seats]


def score_matchpoints(
    number: int, variant: str, line_up: tuple[int, ...], tables: int, outcomes: Sequence[Outcome]
) -> BoardScore:
    """Score a board, given its outcome at each table, with lists as in `table_of`. Raises `BadBoardError`.

    Two players of one seat score 1, 1/2, 0 by the points that each won there. The tables' ranks do not matter:
    matchpoints (Laws of Duplicate Bridge 2017, Law 78 A).
    """
    seats, rest = divmod(len(line_up), tables)
    if rest or tables < 2 or seats < 2 or len(set(line_up)) != len(line_up):
        raise BadBoardError(
            f"board {number}: line-up {line_up} is not two or more different players at {tables} tables"
        )
    if len(outcomes) != tables:
        raise BadBoardError(f"board {number}: {len(outcomes)} of {tables} tables")
    if any(len(each.points) != seats or len(each.infractions) != seats for each in outcomes):
        raise BadBoardError(f"board {number}: a table does not cover {seats} players")
    points = tuple(each.points[seat] for seat in range(seats) for each in outcomes)
    infractions = tuple(each.infractions[seat] for seat in range(seats) for each in outcomes)
    halves = tuple(pair_halves(points[other], points[one]) for one, other in pairs_of(len(line_up), tables))
    return BoardScore(number, variant, line_up, halves, points, infractions, tables)
