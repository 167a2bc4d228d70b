"""Plan a gauntlet: one challenger per table, against all line-ups of a field."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from arena.league.designs.base_blocks import base_of, shifts
from arena.league.designs.lineups import LineUp, Table
from arena.league.designs.neighbours import Circle, had_by_order, seat_evenly
from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.errors import TooFewEntrantsError
from arena.league.schedules.roundrobin import FEW, are_few, most_boards, shuffle_places
from arena.league.schedules.schedule import Sat, Schedule, boards_had, grow_line_ups


class Gauntlet(Schedule):
    """A gauntlet: challengers, which do not meet each other, against a field.

    The first entrants are the challengers, as in cutechess; the others are the field. All line-ups of the field play
    or, if these are too many, those of a cyclic design, so that all meet evenly. All challengers meet the same line-ups
    of the field, in the same circular orders.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        challengers: int,
        tables: Sequence[Table],
        boards: int,
        seed: str,
        allow_same_owner: bool = False,
        more: int = 0,
        gone: frozenset[int] = frozenset(),
        sat: Mapping[Sat, int] = {},
        now: int = 0,
    ) -> None:
        """Plan the boards of *challengers* challengers, at least 1. Other parameters are those of `RoundRobin`.

        Raises `TooFewEntrantsError`.
        """
        field = range(challengers, len(entrants))
        stakes = stakes_of(entrants, allow_same_owner)

        def draw(table: Table, each: int, own: Mapping[Circle, int], new: int) -> list[LineUp]:
            if challengers < 1 or len(field) < table.bots - 1:
                raise TooFewEntrantsError(
                    f"{table.variant} needs a challenger and a field of {table.bots - 1} bots, there are"
                    f" {challengers} and {len(field)}"
                )
            met = _of_one(_with_most(challengers, own), field, table, each, seed, own, new)
            line_ups: list[LineUp] = []
            for challenger in range(challengers):
                changed = [replace(line_up, places=(challenger, *line_up.places[1:])) for line_up in met]
                allowed = [line_up for line_up in changed if may_meet(stakes, line_up.places)]
                if not allowed:
                    raise TooFewEntrantsError(
                        f"{table.variant}: challenger {challenger + 1} has no line-up: bots of one owner may not meet"
                        " (--allow-same-owner lets them)"
                    )
                line_ups += allowed
            return line_ups

        ids = [entrant.id for entrant in entrants]
        super().__init__(ids, tables, grow_line_ups(draw, tables, boards, more, gone, sat, now), seed, boards_had(sat))


def most_boards_of(challengers: int, field: int, bots: int, boards: int) -> int:
    """Return the boards of a table (*boards* per line-up) if everybody may meet everybody.

    *challengers*, *field*: how many there are. *bots*: sides of the table.
    """
    return challengers * (field * boards if bots == 2 else most_boards(field, bots - 1, boards, fixed=1))


def _with_most(challengers: int, sat: Mapping[Circle, int]) -> int:
    """Return the challenger (its place) with most boards. All have equally many unless owners keep bots apart."""
    boards: Counter[int] = Counter()
    for circle, count in sat.items():
        boards.update({place: count for place in circle if place < challengers})
    return max(range(challengers), key=lambda challenger: boards[challenger])


def _by_parity(one: int, other: int) -> tuple[int, int]:
    """Return the order of a challenger's two circular orders with two others, so that each is once at its left.

    Player i comes first of i and j > i if j - i is odd. Then the numbers of players that each of n players precedes
    differ by at most 1.
    """
    return (0, 1) if (other - one) % 2 else (1, 0)


def _of_one(
    challenger: int, field: range, table: Table, boards: int, seed: str, sat: Mapping[Circle, int], now: int
) -> list[LineUp]:
    others = table.bots - 1
    if others == 1 or are_few(len(field), others):
        candidates = [LineUp((challenger, *places), boards) for places in combinations(field, others)]
        if len(candidates) > FEW and others == 2:
            return [replace(each, orders=_by_parity(*each.places[1:])) for each in candidates]
        return seat_evenly(candidates, [had_by_order(each, sat) for each in candidates]).line_ups
    order = shuffle_places(field, table, seed)
    blocks = base_of(order, others, boards, sat, now, (challenger,))
    return [shifted for block in blocks for shifted in shifts(block, order, (challenger,))]
