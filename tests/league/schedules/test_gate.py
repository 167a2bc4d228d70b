import math
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.designs.lineups import Table
from arena.league.errors import TooFewEntrantsError
from arena.league.schedules.gate import GateBoard, GateSchedule, sides_of

NEW, OLD, FILLERS = 1, 2, (11, 12, 13, 14, 15)
tables = st.lists(st.integers(2, 5), min_size=1, max_size=6).map(
    lambda seats: [Table(f"v{index}", bots) for index, bots in enumerate(seats)]
)


def all_boards(schedule: GateSchedule) -> list[GateBoard]:
    return [board for index in range(schedule.rounds) for board in schedule.round(index)]


@given(tables, st.integers(1, 150))
def test_a_deal_is_played_by_substitution_or_both_ways_round(tables: list[Table], deals: int) -> None:
    schedule = GateSchedule(NEW, OLD, FILLERS, tables, deals, "s")
    boards = all_boards(schedule)
    assert [board.number for board in boards] == list(range(schedule.boards))
    by_deal = defaultdict(list)
    for board in boards:
        by_deal[board.deal].append(board)
    assert sorted(by_deal) == list(range(deals))
    for deal, pair in by_deal.items():
        variant = deal % len(tables)
        sides = list(sides_of(tables[variant]))
        assert [board.side for board in pair] == (sides if deal // len(tables) % 2 == 0 else sides[::-1])
        assert {board.variant for board in pair} == {variant}
        if tables[variant].bots == 2:
            assert pair[0].line_up == (NEW, OLD)
        else:
            new, old = sorted(pair, key=lambda board: board.side)
            assert (new.line_up[0], old.line_up[0]) == (NEW, OLD)
            assert new.line_up[1:] == old.line_up[1:]
            assert len(set(new.line_up[1:]) & set(FILLERS)) == tables[variant].bots - 1


@given(tables, st.integers(1, 150))
def test_a_block_has_both_boards_of_its_deals_and_rounds_are_whole_deals(tables: list[Table], deals: int) -> None:
    schedule = GateSchedule(NEW, OLD, FILLERS, tables, deals, "s")
    boards = all_boards(schedule)
    blocks = defaultdict(list)
    for board in boards:
        blocks[board.block].append(board)
    for block in blocks.values():
        (variant,) = {board.variant for board in block}
        assert len({(board.side, *sorted(board.line_up)) for board in block}) == len(sides_of(tables[variant]))
        assert len({board.deal for board in block}) <= 4
    assert len({(board.block, board.deal) for board in boards}) == deals
    assert [board.block for board in boards] == sorted(board.block for board in boards)
    ends = [max(board.deal for board in schedule.round(index)) for index in range(schedule.rounds)]
    assert ends == [min((index + 1) * schedule.round_deals, deals) - 1 for index in range(schedule.rounds)]


def test_fillers_are_drawn_for_each_round_and_circular_orders_come_in_turn() -> None:
    tables, rounds = [Table("v", 4)], 600
    lines = [board.line_up for board in all_boards(GateSchedule(NEW, OLD, FILLERS, tables, 4 * rounds, "s"))]
    sat = Counter(frozenset(line_up[1:]) for line_up in lines[::8])
    assert len(sat) == len(FILLERS)  # any three that follow one another
    noise = 4 * math.sqrt(0.2 * 0.8 * rounds)
    assert all(abs(times - rounds / 5) < noise for times in sat.values())
    first, of_one = lines[0], Counter(line_up for line_up in lines[:8] if NEW in line_up)
    assert set(of_one.values()) == {1}
    assert {frozenset(line_up) for line_up in of_one} == {frozenset(first)}
    other = all_boards(GateSchedule(NEW, OLD, FILLERS, tables, 4 * rounds, "t"))
    assert lines != [board.line_up for board in other]


def test_the_first_circular_order_of_a_round_is_drawn_too() -> None:
    boards = all_boards(GateSchedule(NEW, OLD, FILLERS[:3], [Table("v", 4)], 4 * 600, "s"))
    first = Counter(board.line_up for board in boards[::8])
    assert len(first) == 6
    assert all(abs(times - 100) < 4 * math.sqrt(600 * 5 / 36) for times in first.values())


def test_gate_refuses_too_few_fillers() -> None:
    with pytest.raises(TooFewEntrantsError, match="a table of v needs 3"):
        GateSchedule(NEW, OLD, FILLERS[:2], [Table("v", 4)], 10, "s")
    GateSchedule(NEW, OLD, (), [Table("v", 2)], 10, "s")
