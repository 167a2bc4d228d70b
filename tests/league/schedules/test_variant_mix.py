from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.schedules.schedule import RoundRobin, boards_each
from tests.league.made import entered


def shares(count: int, tables: list[Table], boards: int) -> dict[int, float]:
    schedule = RoundRobin(entered(range(count), 0), tables, boards, "s")
    return {variant: number / len(schedule) for variant, number in Counter(b.variant for b in schedule).items()}


def test_without_weights_every_line_up_has_as_many_boards() -> None:
    assert shares(6, [Table("four", 4), Table("two", 2)], 6) == {0: 0.5, 1: 0.5}
    assert shares(6, [Table("four", 4), Table("three", 3)], 6) == {0: 15 / 35, 1: 20 / 35}


def test_weights_are_shares_of_the_boards_whatever_the_tables_sizes() -> None:
    tables = [Table("four", 4, 3), Table("three", 3, 1)]
    assert shares(6, tables, 24)[0] == pytest.approx(0.75, abs=0.02)
    assert abs(shares(12, tables, 24)[0] - 0.75) < 0.01


def test_missing_weight_counts_as_one() -> None:
    assert shares(6, [Table("a", 2, 3), Table("b", 2)], 8) == {0: 0.75, 1: 0.25}


@given(st.lists(st.tuples(st.integers(1, 10**5), st.integers(1, 100)), min_size=1, max_size=11), st.integers(1, 100))
def test_the_whole_stays_about_as_large(variants: list[tuple[int, int]], boards: int) -> None:
    planned = [line_ups * boards for line_ups, _ in variants]
    tables = [Table(str(place), 2, weight) for place, (_, weight) in enumerate(variants)]
    each = boards_each(tables, lambda table: planned[int(table.variant)], boards)
    assert all(count >= 1 for count in each)
    counts = [count * line_ups for count, (line_ups, _) in zip(each, variants, strict=True)]
    total = sum(weight for _, weight in variants)
    for board_count, (line_ups, weight) in zip(counts, variants, strict=True):
        assert abs(board_count - sum(planned) * weight / total) <= line_ups


@pytest.mark.parametrize(("entrants", "bots"), [(30, 5), (61, 4)])
def test_designs_keep_the_shares_about(entrants: int, bots: int) -> None:
    assert abs(shares(entrants, [Table("a", bots, 3), Table("b", 2, 1)], 4)[0] - 0.75) < 0.1


weighted = st.lists(st.tuples(st.integers(2, 4), st.integers(1, 5)), min_size=2, max_size=4)


@given(st.integers(5, 8), weighted, st.integers(1, 12), st.text(max_size=3))
def test_any_first_boards_have_the_shares_as_near_as_blocks_allow(
    n: int, weights: list[tuple[int, int]], boards: int, seed: str
) -> None:
    tables = [Table(f"v{index}", bots, weight) for index, (bots, weight) in enumerate(weights)]
    schedule = list(RoundRobin(entered(range(n), 0), tables, boards, seed))
    whole = Counter(board.variant for board in schedule)
    size = max(Counter(board.block for board in schedule).values())
    so_far = Counter[int]()
    for number, board in enumerate(schedule, 1):
        so_far[board.variant] += 1
        for variant, count in whole.items():
            share = count / len(schedule)
            assert abs(so_far[variant] - share * number) <= size * (1 + (1 + share * len(tables)) / 2)


@given(st.integers(5, 8), weighted, st.integers(1, 12))
def test_each_bot_has_the_shares_that_all_have(n: int, weights: list[tuple[int, int]], boards: int) -> None:
    tables = [Table(f"v{index}", bots, weight) for index, (bots, weight) in enumerate(weights)]
    schedule = RoundRobin(entered(range(n), 0), tables, boards, "s")
    sat = Counter((player, board.variant) for board in schedule for player in board.line_up)
    for variant in range(len(tables)):
        assert len({sat[player, variant] for player in range(n)}) == 1
