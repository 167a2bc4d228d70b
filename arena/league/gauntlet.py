"""Gauntlet: some challengers, each against all line-ups of a field; every table has one challenger."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.errors import TooFewEntrants
from arena.league.lineups import LineUp, Table, are_few, base, most_boards, seated, shifts, shuffled
from arena.league.mix import mixed, more_of
from arena.league.schedule import Met, Schedule


class Gauntlet(Schedule):
    """The first entrants are challengers, as in cutechess; challengers do not meet each other.

    The others of a table are of the field: in all line-ups there are, or where they would be too many in those of a
    cyclic design, so that the field is even among itself. All challengers meet the same line-ups of the field, in the
    same circular orders.
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
        had: Mapping[Met, int] = {},
    ) -> None:
        """*challengers*: how many, at least 1; the others as in `RoundRobin`. Raises `TooFewEntrants`."""

        def drawn(table: Table, each: int) -> list[LineUp]:
            more_each = more_of(more, each, boards)
            return line_ups(entrants, challengers, table, each, seed, allow_same_owner, more_each)

        super().__init__([entrant.id for entrant in entrants], tables, mixed(tables, boards, drawn), seed, had)


def line_ups(
    entrants: Sequence[Entrant],
    challengers: int,
    table: Table,
    boards: int,
    seed: str,
    allow_same_owner: bool,
    more: int = 0,
) -> list[LineUp]:
    """The line-ups of *table*, a challenger first in each. Raises `TooFewEntrants` where a challenger has none."""
    field = range(challengers, len(entrants))
    if challengers < 1 or len(field) < table.bots - 1:
        raise TooFewEntrants(
            f"{table.variant} needs a challenger and a field of {table.bots - 1} bots, there are"
            f" {challengers} and {len(field)}"
        )
    stakes = stakes_of(entrants, allow_same_owner)
    met = _of_one(field, table, boards, more, seed)
    found: list[LineUp] = []
    for challenger in range(challengers):
        own = [replace(line_up, places=(challenger, *line_up.places[1:])) for line_up in met]
        allowed = [line_up for line_up in own if may_meet(stakes, line_up.places)]
        if not allowed:
            raise TooFewEntrants(
                f"{table.variant}: challenger {challenger + 1} has no line-up: bots of one owner may not meet"
                " (--allow-same-owner lets them)"
            )
        found += allowed
    return found


def most_boards_of(challengers: int, field: int, bots: int, boards: int) -> int:
    """How many boards the line-ups of a table come to, where everybody may meet everybody."""
    return challengers * (field * boards if bots == 2 else most_boards(field, bots - 1, boards))


def _of_one(field: range, table: Table, boards: int, more: int, seed: str) -> list[LineUp]:
    """The line-ups of one challenger: at their first place is a stand-in for it."""
    others = table.bots - 1
    if others == 1 or are_few(len(field), others):
        found = seated([LineUp((field.stop, *places), boards) for places in combinations(field, others)])
        return [replace(line_up, boards=boards + more) for line_up in found]
    order = shuffled(field, table, seed)
    blocks = base(len(order), others, boards, more, fixed=(len(order),))
    return [shifted for block in blocks for shifted in shifts(block, order)]
