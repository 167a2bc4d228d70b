from collections import Counter, defaultdict
from itertools import combinations, product
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.designs.neighbours import from_least
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrantsError
from arena.league.schedules.schedule import BLOCK, RoundRobin
from tests.league.made import counted, entered
from tests.sizes import sized

TABLES = [Table("two", 2), Table("three", 3), Table("four", 4)]

owners = st.lists(st.integers(0, 5), min_size=4, max_size=7)
of_four_owners = st.lists(st.integers(0, 5), max_size=3).flatmap(lambda more: st.permutations([0, 1, 2, 3, *more]))
boards = st.integers(1, 30)
seeds = st.text(max_size=5)


@given(owners, boards, seeds)
def test_line_ups_and_their_circular_orders_come_equally_often(owners: list[int], boards: int, seed: str) -> None:
    schedule = RoundRobin(entered(owners), TABLES, boards, seed, allow_same_owner=True)
    orders: dict[tuple[int, tuple[int, ...]], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for board in schedule:
        orders[board.variant, tuple(sorted(board.line_up))][from_least(board.line_up)] += 1
    assert {counts.total() for counts in orders.values()} == {boards}
    assert len(orders) == sum(comb(len(owners), table.bots) for table in TABLES)
    assert len(schedule) == boards * len(orders)
    for (variant, _), counts in orders.items():
        kinds = factorial(TABLES[variant].bots - 1)
        assert len(counts) == min(kinds, boards)
        assert max(counts.values()) <= -(-boards // kinds)
        assert len(counts) < kinds or min(counts.values()) >= boards // kinds


@given(of_four_owners, seeds)
def test_no_two_bots_of_one_owner_meet(owners: list[int], seed: str) -> None:
    entrants = entered(owners)
    owner = {entrant.id: entrant.owner for entrant in entrants}
    met = {(board.variant, tuple(sorted(board.line_up))) for board in RoundRobin(entrants, TABLES, 1, seed)}
    ids = sorted(owner)
    assert met == {
        (index, line_up)
        for index, table in enumerate(TABLES)
        for line_up in combinations(ids, table.bots)
        if len({owner[player] for player in line_up}) == table.bots
    }


@given(owners, boards, seeds)
def test_blocks_are_of_one_line_up_and_progress_is_even(owners: list[int], boards: int, seed: str) -> None:
    schedule = RoundRobin(entered(owners), TABLES, boards, seed, allow_same_owner=True)
    everything = list(schedule)
    assert [board.number for board in everything] == list(range(len(schedule)))
    assert sorted({board.block for board in everything}) == list(range(schedule.blocks))
    assert [board.block for board in everything] == sorted(board.block for board in everything)
    line_ups = [(board.variant, *sorted(board.line_up)) for board in everything]
    kinds, sizes = defaultdict(set), Counter(board.block for board in everything)
    played = Counter(dict.fromkeys(line_ups, 0))
    for board, line_up in zip(everything, line_ups, strict=True):
        kinds[board.block].add(line_up)
        played[line_up] += 1
        assert max(played.values()) - min(played.values()) <= BLOCK
    assert all(len(kind) == 1 for kind in kinds.values())
    assert max(sizes.values()) <= BLOCK
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_ids_do_not_matter_only_the_order_of_entry() -> None:
    one = RoundRobin(entered([0] * 4, 1), TABLES, 9, "s", allow_same_owner=True)
    other = RoundRobin([Entrant(id, 0) for id in (40, 30, 20, 10)], TABLES, 9, "s", allow_same_owner=True)
    renamed = {1: 40, 2: 30, 3: 20, 4: 10}
    assert [tuple(renamed[player] for player in board.line_up) for board in one] == [board.line_up for board in other]
    assert list(one) != list(RoundRobin(entered([0] * 4, 1), TABLES, 9, "t", allow_same_owner=True))


@given(st.integers(2, 5), st.integers(5, 60), st.integers(1, 24), seeds)
def test_round_robin_is_even_in_pairs_and_left_neighbours(bots: int, n: int, boards: int, seed: str) -> None:
    everything = list(RoundRobin(entered([0] * n), [Table("v", bots)], boards, seed, allow_same_owner=True))
    pairs, left = counted(everything, n)
    assert pairs.is_even
    assert left.is_even
    assert len({sum(player in board.line_up for board in everything) for player in range(100, 100 + n)}) == 1
    assert pairs.least >= min(boards, 1)
    assert len({(frozenset(board.line_up), board.turn) for board in everything}) == len(everything)  # no deal twice


@pytest.mark.slow
@pytest.mark.parametrize("bots", [3, 4, 5])
def test_round_robin_is_even_for_every_number_of_bots(bots: int) -> None:
    for n, boards in product(range(bots, 61), (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24)):
        counts = counted(RoundRobin(entered([0] * n), [Table("v", bots)], boards, "s", allow_same_owner=True), n)
        assert all(evenness.is_even for evenness in counts), (n, boards)


@given(st.integers(17, sized(200, 500)), st.integers(2, 5), seeds)
@settings(max_examples=sized(2, 8))
def test_any_number_of_bots_can_be_scheduled(entrants: int, bots: int, seed: str) -> None:
    schedule = RoundRobin(entered([0] * entrants), [Table("v", bots)], 1, seed, allow_same_owner=True)
    pairs, left = counted(schedule, entrants)
    assert pairs.least > 0
    assert pairs.spread <= 1
    assert left.spread <= 1


def test_among_many_no_two_of_one_owner_meet() -> None:
    entrants = [Entrant(place, place // 3) for place in range(60)]
    for board in RoundRobin(entrants, [Table("v", 4)], 1, "s"):
        assert len({player // 3 for player in board.line_up}) == 4


def test_round_robin_refuses_too_few_entrants() -> None:
    with pytest.raises(TooFewEntrantsError, match="four needs 4 bots, there are 3"):
        RoundRobin(entered([1, 2, 3]), [Table("four", 4)], 1, "s", allow_same_owner=True)
    with pytest.raises(TooFewEntrantsError, match=r"four needs 4 owners .*, there are 3"):
        RoundRobin(entered([1, 1, 2, 3]), [Table("four", 4)], 1, "s")
