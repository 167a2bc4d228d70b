"""A seed and settings give the line-ups of earlier releases; a change belongs into the change log."""

import hashlib
from collections.abc import Iterable
from itertools import islice

import pytest

from arena.league.designs.cyclic import base_blocks
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.open_pool import OpenRoundRobin
from arena.league.schedules.schedule import RoundRobin, ScheduledBoard
from tests.league.made import entered, sat
from tests.league.schedules.test_swiss import by_chance, by_id, play


def digest(items: Iterable[object]) -> str:
    return hashlib.sha256(repr(list(items)).encode()).hexdigest()[:12]


def who_meets(*schedules: Iterable[ScheduledBoard]) -> str:
    return digest((board.variant, board.line_up, board.turn) for boards in schedules for board in boards)


@pytest.mark.parametrize(
    ("count", "owners", "bots", "sha256"),
    [
        (37, 1000, 4, "34dd3f8ca6b9"),
        (24, 1000, 3, "db7b47b55c00"),
        (40, 1000, 5, "945db5aeccf0"),
        (50, 20, 4, "12ab341736b2"),
        (60, 1000, 2, "0f1651d967b0"),
    ],
)
def test_round_robins_and_what_is_added_to_them(count: int, owners: int, bots: int, sha256: str) -> None:
    entrants = entered([place % owners for place in range(count)], 0)
    tables, boards = [Table("v", bots)], 2
    first = RoundRobin(entrants, tables, boards, "s", allow_same_owner=False)
    so_far = sat(first, 0)
    more = RoundRobin(entrants, tables, boards, "s", allow_same_owner=False, more=1, sat=so_far, now=1)
    entrants += [Entrant(count, 1001)]
    late = RoundRobin(entrants, tables, boards, "s", allow_same_owner=False, late=1, sat=so_far)
    assert who_meets(first, more, late) == sha256


@pytest.mark.parametrize(
    ("challengers", "field", "bots", "sha256"),
    [(1, 30, 4, "e5cd89b21f77"), (3, 41, 3, "ed3a56ab9e49"), (2, 60, 5, "02362506a98a")],
)
def test_gauntlets_and_what_is_added_to_them(challengers: int, field: int, bots: int, sha256: str) -> None:
    entrants, tables = entered(range(challengers + field), 0), [Table("v", bots)]
    first = Gauntlet(entrants, challengers, tables, 1, "s")
    more = Gauntlet(entrants, challengers, tables, 1, "s", more=1, sat=sat(first, 0), now=1)
    assert who_meets(first, more) == sha256


@pytest.mark.parametrize(
    ("players", "seats", "sha256"),
    [(20, 4, "e3a860335c51"), (33, 5, "363d462bfe1f"), (64, 4, "ffb0d9046592"), (100, 3, "263ccaa222db")],
)
def test_base_blocks(players: int, seats: int, sha256: str) -> None:
    assert digest(islice(base_blocks(players, seats), 40)) == sha256


@pytest.mark.parametrize(
    ("count", "bots", "sha256"), [(23, 4, "a850796e3328"), (30, 3, "7a57fffc52bd"), (41, 2, "5f6c5a8cf1ac")]
)
def test_rounds_of_a_swiss_tournament(count: int, bots: int, sha256: str) -> None:
    entrants = entered(range(count), 0)
    rounds = [*play(entrants, bots, 5, by_id), *play(entrants, bots, 8, by_chance(1))]
    assert digest(([line_up.places for line_up in each.line_ups], each.byes) for each in rounds) == sha256


@pytest.mark.parametrize(
    ("count", "owners", "bots", "tables", "sha256"),
    [(24, 1000, 4, 2, "571f90934fc3"), (31, 12, 3, 2, "2ba315371444"), (40, 1000, 2, 3, "8000612bae88")],
)
def test_open_round_robins(count: int, owners: int, bots: int, tables: int, sha256: str) -> None:
    entrants = entered([place % owners for place in range(count)], 0)
    assert who_meets(OpenRoundRobin(entrants, [Table("v", bots, tables_per_board=tables)], 1, "s")) == sha256
