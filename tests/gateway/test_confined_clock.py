"""A bot that was handed in is charged its CPU time; time on the wall only ends a decision."""

from hypothesis import given
from hypothesis import strategies as st

from arena.gateway.seats.clock import CAP_US, WALL_GUARD
from arena.gateway.seats.timekeeper import GRAIN_US, HELD_UP_US
from arena.play import TimeControl, bank_after
from tests.gateway.simulated import SECOND, Asked, Plan, Table, VirtualLoop, simulate

ROUNDING = 10  # microseconds, of a loop that keeps its time in seconds
MINUTE = 60 * SECOND

times = st.builds(TimeControl, move_us=st.integers(100_000, SECOND), bank_us=st.integers(0, 2 * SECOND))
pongs = st.lists(st.integers(0, 2 * CAP_US), min_size=1, max_size=5)


def plans(longest: int, most_cpu: int) -> st.SearchStrategy[Plan]:
    waits, cpu = st.integers(0, longest), st.integers(0, most_cpu)
    return st.builds(Plan, out=st.just(0), think=waits, back=st.just(0), wrong=st.integers(0, 2), cpu=cpu)


def played(table: list[Plan], time: TimeControl, pong: list[int]) -> list[Asked]:
    async def scenario(loop: VirtualLoop) -> list[Asked]:
        return await Table(loop, pong, is_confined=True).play(table, time)

    return simulate(scenario)


@given(table=st.lists(plans(SECOND // 4, 3 * SECOND), min_size=1, max_size=4), time=times, pong=pongs)
def test_cpu_time_is_charged_and_nothing_else(table: list[Plan], time: TimeControl, pong: list[int]) -> None:
    bank_us = time.bank_us
    for asked in played(table, time, pong):
        outcome, spent = asked.outcome, asked.plan.cpu * (asked.outcome.attempt + 1)
        assert outcome.think_us == spent
        assert outcome.net_us == 0
        assert asked.in_time == (spent <= time.move_us + bank_us)
        bank_us = bank_after(time, bank_us, spent) if asked.in_time else 0


@given(table=st.lists(plans(12 * SECOND, 0), min_size=1, max_size=3), time=times, pong=pongs)
def test_ten_move_times_on_the_wall_end_a_decision(table: list[Plan], time: TimeControl, pong: list[int]) -> None:
    most = WALL_GUARD * time.move_us + CAP_US + GRAIN_US
    for asked in played(table, time, pong):
        if asked.taken < most - ROUNDING:
            assert asked.in_time
        if asked.taken > most + ROUNDING:
            assert not asked.in_time
            assert asked.outcome.timed_out.elapsed_us >= most
        assert asked.settled <= asked.put + most + CAP_US + HELD_UP_US


@given(
    left=st.integers(0, SECOND // 4),
    away=st.integers(SECOND, MINUTE),
    think=st.integers(0, SECOND // 2),
    pong=pongs,
)
def test_a_runner_that_is_away_costs_its_bots_nothing(left: int, away: int, think: int, pong: list[int]) -> None:
    plan = Plan(0, think, 0, gone=(left, away), cpu=7)
    for asked in played([plan, plan], TimeControl(100_000, 0), pong):
        assert asked.in_time
        assert asked.outcome.think_us == 7
