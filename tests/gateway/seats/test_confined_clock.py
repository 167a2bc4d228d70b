"""A bot that was submitted is charged its CPU time; of time on the wall its runner decides."""

from hypothesis import given
from hypothesis import strategies as st

from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.row_delivery import LONGEST_US
from arena.play import TimeControl, bank_after
from tests.gateway.simulated import SECOND, Asked, Plan, Table, VirtualLoop, simulate

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
        if not asked.in_time:
            assert asked.outcome.timed_out.elapsed_us == spent
        bank_us = bank_after(time, bank_us, spent) if asked.in_time else 0


@given(table=st.lists(plans(2 * MINUTE, 0), min_size=1, max_size=3), time=times, pong=pongs)
def test_time_on_the_wall_is_nothing_to_the_gateway(table: list[Plan], time: TimeControl, pong: list[int]) -> None:
    assert all(asked.in_time for asked in played(table, time, pong))


@given(cpu=st.integers(0, 3 * SECOND), slept=st.integers(1, MINUTE), time=times, pong=pongs)
def test_a_runner_says_what_took_too_long(cpu: int, slept: int, time: TimeControl, pong: list[int]) -> None:
    (asked,) = played([Plan(0, 0, 0, cpu=cpu, slept=slept)], time, pong)
    assert asked.outcome.timed_out.elapsed_us == slept
    assert asked.outcome.think_us == cpu


def test_a_runner_that_says_more_than_there_is_ends_the_decision_alone() -> None:
    for plan in (Plan(0, 0, 0, wrong=2, cpu=2**64 - 1), Plan(0, 0, 0, slept=2**64 - 1)):
        (asked,) = played([plan], TimeControl(SECOND, 0), [0])
        assert asked.outcome.timed_out.elapsed_us == LONGEST_US


@given(
    left=st.integers(0, SECOND // 4), away=st.integers(SECOND, MINUTE), think=st.integers(0, SECOND // 2), pong=pongs
)
def test_a_runner_that_is_away_costs_its_bots_nothing(left: int, away: int, think: int, pong: list[int]) -> None:
    plan = Plan(0, think, 0, gone=(left, away), cpu=7)
    for asked in played([plan, plan], TimeControl(100_000, 0), pong):
        assert asked.in_time
        assert asked.outcome.think_us == 7
