from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.errors import TooFewEntrants
from arena.league.schedules.gate import GateBoard, GateSchedule, deal_seed, sides_of

NEW, OLD, FILLERS = 1, 2, (11, 12, 13, 14, 15)
tables = st.lists(st.integers(2, 5), min_size=1, max_size=6).map(
    lambda seats: [Table(f"v{index}", bots) for index, bots in enumerate(seats)]
)


def all_boards(schedule: GateSchedule) -> list[GateBoard]:
    return [board for index in range(schedule.rounds) for board in schedule.round(index)]


@given(tables, st.integers(1, 150))
def test_a_deal_is_played_by_substitution_or_both_ways_round(tables: list[Table], deals: int) -> None:
    schedule = GateSchedule(NEW, OLD, FILLERS, tables, deals)
    boards = all_boards(schedule)
    assert [board.number for board in boards] == list(range(schedule.boards))
    by_deal = defaultdict(list)
    for board in boards:
        by_deal[board.deal].append(board)
    assert sorted(by_deal) == list(range(deals))
    for deal, pair in by_deal.items():
        variant = deal % len(tables)
        assert [board.side for board in pair] == list(sides_of(tables[variant]))
        assert {board.variant for board in pair} == {variant}
        if tables[variant].bots == 2:
            assert pair[0].line_up == (NEW, OLD)
        else:
            new, old = pair
            assert (new.line_up[0], old.line_up[0]) == (NEW, OLD)
            assert new.line_up[1:] == old.line_up[1:]
            assert len(set(new.line_up[1:]) & set(FILLERS)) == tables[variant].bots - 1


@given(tables, st.integers(1, 150))
def test_a_block_is_of_one_line_up_and_rounds_are_whole_deals(tables: list[Table], deals: int) -> None:
    schedule = GateSchedule(NEW, OLD, FILLERS, tables, deals)
    boards = all_boards(schedule)
    blocks = defaultdict(list)
    for board in boards:
        blocks[board.block].append(board)
    assert all(
        len({(board.variant, board.side, *sorted(board.line_up)) for board in block}) == 1 for block in blocks.values()
    )
    assert all(len(block) <= 8 for block in blocks.values())
    assert [board.block for board in boards] == sorted(board.block for board in boards)
    ends = [max(board.deal for board in schedule.round(index)) for index in range(schedule.rounds)]
    assert ends == [min((index + 1) * schedule.round_deals, deals) - 1 for index in range(schedule.rounds)]


def test_fillers_and_their_circular_orders_come_in_turn() -> None:
    boards = [
        board for board in all_boards(GateSchedule(NEW, OLD, FILLERS, [Table("v", 4)], 5 * 48)) if board.side == "new"
    ]
    sat = Counter(filler for board in boards for filler in board.line_up[1:])
    assert set(sat) == set(FILLERS)
    assert max(sat.values()) == min(sat.values())
    orders = Counter(board.line_up for board in all_boards(GateSchedule(NEW, OLD, FILLERS[:3], [Table("v", 4)], 60)))
    assert len(orders) == 2 * 6
    assert set(orders.values()) == {10}


def test_too_few_fillers_are_told() -> None:
    with pytest.raises(TooFewEntrants, match="v has seats for 3"):
        GateSchedule(NEW, OLD, FILLERS[:2], [Table("v", 4)], 10)
    GateSchedule(NEW, OLD, (), [Table("v", 2)], 10)


def test_seeds_of_deals_differ() -> None:
    seeds = {deal_seed(seed, variant, deal) for seed in "st" for variant in "vw" for deal in range(50)}
    assert len(seeds) == 200
