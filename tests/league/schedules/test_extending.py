from collections import Counter, defaultdict
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.schedule import RoundRobin, Schedule
from tests.league.made import counted, entered, sat
from tests.sizes import sized

TABLES = [Table("two", 2), Table("three", 3), Table("four", 4)]
FOUR = [Table("four", 4)]

entrants = st.integers(4, sized(5, 7))
boards = st.integers(1, sized(9, 20))
seeds = st.text(max_size=5)


def turns(*parts: Schedule) -> list[tuple[int, list[int], int]]:
    return sorted((board.variant, sorted(board.line_up), board.turn) for part in parts for board in part)


def orders(*parts: Schedule) -> set[tuple[int, tuple[int, ...], int]]:
    return {(board.variant, board.line_up, board.turn) for part in parts for board in part}


def round_robin(count: int, boards: int, seed: str, **more: object) -> RoundRobin:
    return RoundRobin(entered([0] * count), TABLES, boards, seed, allow_same_owner=True, **more)  # type: ignore[arg-type]


@given(entrants, boards, boards, seeds)
def test_every_line_up_gets_the_boards_of_a_longer_schedule(count: int, boards: int, more: int, seed: str) -> None:
    first = round_robin(count, boards, seed)
    rest = round_robin(count, boards, seed, more=more, sat=sat(first), now=more)
    assert turns(first, rest) == turns(round_robin(count, boards + more, seed))


@given(entrants, st.integers(1, 3), st.integers(1, 3), seeds)
def test_after_whole_turns_of_the_orders_it_is_the_same_schedule(count: int, boards: int, more: int, seed: str) -> None:
    boards, more = 6 * boards, 6 * more  # 3! orders of four at a table
    first = round_robin(count, boards, seed)
    rest = round_robin(count, boards, seed, more=more, sat=sat(first), now=more)
    assert orders(first, rest) == orders(round_robin(count, boards + more, seed))


@given(st.integers(4, 6), st.integers(1, 2), seeds)
def test_a_late_entrant_meets_everybody_as_often_as_from_the_start(first: int, late: int, seed: str) -> None:
    before = round_robin(first, 6, seed)
    rest = round_robin(first + late, 6, seed, late=late, sat=sat(before))
    assert orders(before, rest) == orders(round_robin(first + late, 6, seed))


def test_a_design_goes_on_with_more_line_ups() -> None:
    entrants = entered([0] * 60)
    everything = list(RoundRobin(entrants, FOUR, 1, "s", allow_same_owner=True))
    for more in (1, 2, 3):
        rest = RoundRobin(entrants, FOUR, 1, "s", allow_same_owner=True, more=more, sat=sat(everything), now=1)
        assert len(rest) > 0
        everything += rest
        assert counted(everything, 60)[0].is_even
    assert len({(frozenset(board.line_up), board.turn) for board in everything}) == len(everything)


def test_among_many_a_late_entrant_meets_everybody_about_equally_often() -> None:
    entrants = entered([0] * 42)
    before = list(RoundRobin(entrants[:40], FOUR, 4, "s", allow_same_owner=True))
    rest = list(RoundRobin(entrants, FOUR, 4, "s", allow_same_owner=True, late=2, sat=sat(before)))
    for late in (140, 141):
        met = Counter(player for board in rest if late in board.line_up for player in board.line_up if player < late)
        assert len(met) == late - 100
        assert set(met.values()) <= {4, 5, 6, 7}
    there = sat([*before, *rest])
    more = RoundRobin(entrants, FOUR, 4, "s", allow_same_owner=True, more=1, late=2, sat=there, now=1)
    turns = Counter((frozenset(board.line_up), board.turn) for part in (before, rest, more) for board in part)
    assert max(turns.values()) == 1


def test_nobody_meets_an_entrant_that_has_left() -> None:
    rest = round_robin(6, 3, "s", gone=frozenset({1, 4}))
    assert {player for board in rest for player in board.line_up} == {100, 102, 103, 105}


@pytest.mark.parametrize(("n", "bots", "boards"), [(9, 4, 2), (29, 4, 3), (37, 4, 2), (20, 3, 1), (30, 5, 2)])
def test_a_schedule_with_other_circular_orders_goes_on(n: int, bots: int, boards: int) -> None:
    entrants, table = entered([0] * n), Table("v", bots)
    schedule = RoundRobin(entrants, [table], boards, "s", allow_same_owner=True)
    everything = [board._replace(line_up=board.line_up[::-1]) for board in schedule]  # as an earlier release might have
    for more in (1, 2):
        rest = list(RoundRobin(entrants, [table], boards, "s", True, more=more, sat=sat(everything), now=1))
        assert 0 < len(rest) <= 4 * len(schedule) / boards
        everything += rest
        assert counted(everything, n)[0].is_even
        assert counted(everything, n)[1].spread <= 2
    turns = defaultdict(list)
    orders: dict[frozenset[int], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for board in everything:
        turns[frozenset(board.line_up)].append(board.turn)
        orders[frozenset(board.line_up)][from_least(board.line_up)] += 1
    assert all(sorted(each) == list(range(len(each))) for each in turns.values())
    kinds = factorial(bots - 1)
    for counts in orders.values():
        assert max(counts.values()) - (min(counts.values()) if len(counts) == kinds else 0) <= 1


@given(st.integers(1, 3), st.integers(4, 8), st.integers(2, 5), st.integers(1, 8), st.integers(1, 8), seeds)
@settings(max_examples=sized(3, 8))
def test_a_gauntlet_gets_the_boards_of_a_longer_one(
    challengers: int, field: int, bots: int, boards: int, more: int, seed: str
) -> None:
    entrants, tables = entered(range(challengers + field)), [Table("v", bots)]
    first = Gauntlet(entrants, challengers, tables, boards, seed)
    rest = Gauntlet(entrants, challengers, tables, boards, seed, more=more, sat=sat(first), now=more)
    assert turns(first, rest) == turns(Gauntlet(entrants, challengers, tables, boards + more, seed))


def test_a_gauntlet_of_many_is_extended_for_all_challengers_alike() -> None:
    entrants = entered(range(32))
    first = Gauntlet(entrants, 2, FOUR, 1, "s")
    rest = list(Gauntlet(entrants, 2, FOUR, 1, "s", more=1, gone=frozenset({31}), sat=sat(first), now=1))
    met = [Counter(board.line_up[1:] for board in rest if board.line_up[0] == first) for first in (100, 101)]
    assert met[0]
    assert met[0] == met[1]
    assert not any(131 in board.line_up for board in rest)
