"""Measure how evenly boards at several tables bring entrants together.

Compared, at one table, and in which seats.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.ratings.matchpoints import table_of
from arena.league.schedules.balance import EVERYBODY, Evenness, Pair, evenness, possible


@dataclass(frozen=True)
class OpenBalance:
    """How often pairs are compared or meet, and seats each gets."""

    who: str
    compared: Evenness
    met: Evenness
    seats: Evenness


def open_balance(line_ups: Iterable[tuple[int, ...]], entrants: Sequence[Entrant], table: Table) -> list[OpenBalance]:
    """Measure how even the boards of *table* are.

    *line_ups*: of each board, ids seat by seat.
    """
    compared: Counter[Pair] = Counter()
    met: Counter[Pair] = Counter()
    seats: Counter[Pair] = Counter()
    for line_up in line_ups:
        for seat in range(table.bots):
            field = line_up[seat * table.tables_per_board : (seat + 1) * table.tables_per_board]
            compared.update(combinations(sorted(field), 2))
            seats.update((player, seat) for player in field)
        for each in range(table.tables_per_board):
            met.update(combinations(sorted(table_of(line_up, table.tables_per_board, each)), 2))
    pairs = possible(entrants)[EVERYBODY]
    places = [(each.id, seat) for each in entrants for seat in range(table.bots)]
    alone = may_meet(
        stakes_of(entrants, allow_same_owner=False), range(len(entrants))
    )  # then every round has everybody once in each seat
    return [
        OpenBalance(
            EVERYBODY,
            compared=evenness(compared, pairs, known=False),
            met=evenness(met, pairs, known=False),
            seats=evenness(seats, places, known=alone),
        )
    ]
