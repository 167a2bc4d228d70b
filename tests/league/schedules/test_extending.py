from collections import Counter, defaultdict
from collections.abc import Iterable
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.entrants import Entrant
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.schedule import RoundRobin, Sat, ScheduledBoard
from tests.league.balance import counted
from tests.sizes import sized

TABLES = [Table("two", 2), Table("three", 3), Table("four", 4)]

entered = st.integers(4, sized(5, 7)).map(lambda count: [Entrant(100 + place, 0) for place in range(count)])
boards = st.integers(1, sized(9, 20))
seeds = st.text(max_size=5)


def sat(schedule: Iterable[ScheduledBoard]) -> Counter[Sat]:
    """By ids less 100, which are the places."""
    return Counter((board.variant, from_least([player - 100 for player in board.line_up])) for board in schedule)


@given(entered, boards, boards, seeds)
def test_every_line_up_gets_the_boards_it_would_have_had(
    entrants: list[Entrant], boards: int, more: int, seed: str
) -> None:
    first = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True)
    rest = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True, more=more, sat=sat(first), now=more)
    whole = RoundRobin(entrants, TABLES, boards + more, seed, allow_same_owner=True)

    def turns(*parts: RoundRobin) -> list[tuple[int, list[int], int]]:
        return sorted((board.variant, sorted(board.line_up), board.turn) for part in parts for board in part)

    assert turns(first, rest) == turns(whole)


@given(entered, st.integers(1, 3), st.integers(1, 3), seeds)
def test_after_whole_turns_of_the_orders_it_is_the_same_schedule(
    entrants: list[Entrant], boards: int, more: int, seed: str
) -> None:
    boards, more = 6 * boards, 6 * more  # 3! orders of four at a table
    first = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True)
    rest = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True, more=more, sat=sat(first), now=more)
    whole = RoundRobin(entrants, TABLES, boards + more, seed, allow_same_owner=True)

    def played(*parts: RoundRobin) -> set[tuple[int, tuple[int, ...], int]]:
        return {(board.variant, board.line_up, board.turn) for part in parts for board in part}

    assert played(first, rest) == played(whole)


def test_a_design_goes_on_with_more_line_ups() -> None:
    entrants, tables = [Entrant(100 + place, 0) for place in range(60)], [Table("four", 4)]
    first = RoundRobin(entrants, tables, 1, "s", allow_same_owner=True)
    so_far = sat(first)
    everything = list(first)
    for more in (1, 2, 3):
        rest = RoundRobin(entrants, tables, 1, "s", allow_same_owner=True, more=more, sat=so_far, now=1)
        assert len(rest) > 0
        so_far += sat(rest)
        everything += rest
        pairs, _ = counted(everything, 60)
        assert pairs.is_even
    assert len({(board.variant, frozenset(board.line_up), board.turn) for board in everything}) == len(everything)


@given(st.integers(4, 6), st.integers(1, 2), seeds)
def test_who_comes_late_meets_everybody_as_often_as_from_the_start(first: int, late: int, seed: str) -> None:
    entrants = [Entrant(100 + place, 0) for place in range(first + late)]
    before = RoundRobin(entrants[:first], TABLES, 6, seed, allow_same_owner=True)
    rest = RoundRobin(entrants, TABLES, 6, seed, allow_same_owner=True, late=late, sat=sat(before))
    whole = RoundRobin(entrants, TABLES, 6, seed, allow_same_owner=True)

    def played(*parts: RoundRobin) -> set[tuple[int, tuple[int, ...], int]]:
        return {(board.variant, board.line_up, board.turn) for part in parts for board in part}

    assert played(before, rest) == played(whole)


def test_among_many_who_comes_late_meets_everybody_about_equally_often() -> None:
    entrants, tables = [Entrant(100 + place, 0) for place in range(62)], [Table("four", 4)]
    before = RoundRobin(entrants[:60], tables, 4, "s", allow_same_owner=True)
    rest = RoundRobin(entrants, tables, 4, "s", allow_same_owner=True, late=2, sat=sat(before))
    for late in (160, 161):
        met = Counter(player for board in rest if late in board.line_up for player in board.line_up if player < late)
        assert len(met) == late - 100
        assert set(met.values()) <= {4, 5, 6, 7}
    more = RoundRobin(
        entrants, tables, 4, "s", allow_same_owner=True, more=1, late=2, sat=sat(before) + sat(rest), now=1
    )
    turns = Counter((frozenset(board.line_up), board.turn) for part in (before, rest, more) for board in part)
    assert max(turns.values()) == 1


def test_nobody_is_to_meet_who_has_left() -> None:
    entrants = [Entrant(100 + place, 0) for place in range(6)]
    rest = RoundRobin(entrants, TABLES, 3, "s", allow_same_owner=True, gone=frozenset({1, 4}))
    assert {player for board in rest for player in board.line_up} == {100, 102, 103, 105}


@pytest.mark.parametrize(("n", "bots", "boards"), [(9, 4, 2), (29, 4, 3), (37, 4, 2), (20, 3, 1), (30, 5, 2)])
def test_one_that_was_made_with_other_circular_orders_goes_on(n: int, bots: int, boards: int) -> None:
    entrants, table = [Entrant(100 + place, 0) for place in range(n)], Table("v", bots)
    made = RoundRobin(entrants, [table], boards, "s", allow_same_owner=True)
    mirrored = [board._replace(line_up=board.line_up[::-1]) for board in made]  # as an earlier release might have
    so_far, everything = sat(mirrored), list(mirrored)
    for more in (1, 2):
        rest = list(RoundRobin(entrants, [table], boards, "s", True, more=more, sat=so_far, now=1))
        assert 0 < len(rest) <= 4 * len(made) / boards
        so_far += sat(rest)
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
def test_a_gauntlet_gets_the_boards_it_would_have_had(
    challengers: int, field: int, bots: int, boards: int, more: int, seed: str
) -> None:
    entrants, tables = [Entrant(100 + place, place) for place in range(challengers + field)], [Table("v", bots)]
    first = Gauntlet(entrants, challengers, tables, boards, seed)
    rest = Gauntlet(entrants, challengers, tables, boards, seed, more=more, sat=sat(first), now=more)
    whole = Gauntlet(entrants, challengers, tables, boards + more, seed)

    def turns(*parts: Gauntlet) -> list[tuple[list[int], int]]:
        return sorted((sorted(board.line_up), board.turn) for part in parts for board in part)

    assert turns(first, rest) == turns(whole)


def test_a_gauntlet_of_many_is_extended_for_all_challengers_alike() -> None:
    entrants, tables = [Entrant(100 + place, place) for place in range(32)], [Table("v", 4)]
    first = Gauntlet(entrants, 2, tables, 1, "s")
    rest = list(Gauntlet(entrants, 2, tables, 1, "s", more=1, gone=frozenset({31}), sat=sat(first), now=1))
    met = [Counter(board.line_up[1:] for board in rest if board.line_up[0] == first) for first in (100, 101)]
    assert met[0]
    assert met[0] == met[1]
    assert not any(131 in board.line_up for board in rest)
