from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.timekeeper import GRAIN_US, LAG_US
from arena.play import TimeControl, bank_after
from tests.gateway.simulated import NEVER, SECOND, Asked, Plan, Table, VirtualLoop, simulate

Stall = tuple[int, int]  # after how long, and how long

ROUNDING = 10  # microseconds, of a loop that keeps its time in seconds

times = st.builds(TimeControl, move_us=st.integers(1_000, SECOND), bank_us=st.integers(0, 2 * SECOND))
pongs = st.lists(st.integers(0, 2 * CAP_US), min_size=1, max_size=5)
short, long = st.integers(0, 20_000), st.integers(0, 3 * SECOND)
stalls = st.lists(st.tuples(short | long, short | long), max_size=8)


@st.composite
def patient_plans(draw: st.DrawFn) -> Plan:
    """Draw a bot that thinks as long as it may, with the network under its cap over all attempts."""
    wrong = draw(st.integers(0, 3))
    most = CAP_US // (wrong + 1)
    out = draw(st.integers(0, most))
    return Plan(out, draw(st.just(1.0) | st.floats(0, 1)), draw(st.integers(0, most - out)), wrong=wrong)


@st.composite
def breaking_plans(draw: st.DrawFn) -> Plan:
    """As patient; the stream breaks after a while and comes back."""
    plan = draw(patient_plans())
    return replace(plan, wrong=0, gone=draw(st.none() | st.tuples(st.integers(0, SECOND), st.integers(1, SECOND))))


def any_plans(most: int) -> st.SearchStrategy[Plan]:
    waits = st.integers(0, most)
    return st.builds(Plan, out=waits, think=waits, back=waits, unread=st.just(0) | waits, wrong=st.integers(0, 3))


def played(plans: list[Plan], time: TimeControl, pong: list[int], held_up: list[Stall]) -> list[Asked]:
    async def scenario(loop: VirtualLoop) -> list[Asked]:
        moment = 0
        for after, length in held_up:
            moment += after
            loop.at(moment, loop.hold_up, length)
            moment += length
        return await Table(loop, pong).play(plans, time)

    return simulate(scenario)


@given(plans=st.lists(patient_plans(), min_size=1, max_size=4), time=times, pong=pongs, held_up=stalls)
def test_no_delays_within_the_cap_and_no_stall_of_ours_lose_on_time(
    plans: list[Plan], time: TimeControl, pong: list[int], held_up: list[Stall]
) -> None:
    assert all(asked.in_time for asked in played(plans, time, pong, held_up))


@given(plans=st.lists(any_plans(3 * SECOND), min_size=1, max_size=4), time=times, pong=pongs)
def test_no_bot_thinks_longer_than_its_time_and_the_cap(plans: list[Plan], time: TimeControl, pong: list[int]) -> None:
    bank_us = time.bank_us
    for asked in played(plans, time, pong, []):
        most = time.move_us + bank_us + CAP_US + GRAIN_US
        if asked.written <= asked.put + CAP_US and asked.taken < most - ROUNDING:
            assert asked.in_time
        if asked.taken > most + ROUNDING:
            assert not asked.in_time
        assert asked.settled <= asked.put + CAP_US + most + LAG_US  # however little it reads
        if asked.in_time:
            assert asked.taken - CAP_US - ROUNDING <= asked.outcome.think_us <= asked.taken + ROUNDING
        bank_us = bank_after(time, bank_us, asked.outcome.think_us) if asked.in_time else 0


@given(plans=st.lists(any_plans(SECOND), min_size=1, max_size=4), time=times, pong=pongs, held_up=stalls)
def test_our_stalls_are_given_back_and_no_more(
    plans: list[Plan], time: TimeControl, pong: list[int], held_up: list[Stall]
) -> None:
    stalled = sum(length for _, length in held_up)
    for asked in played(plans, time, pong, held_up):
        taken, charged = asked.taken, asked.outcome.think_us
        if asked.in_time:
            assert taken <= time.move_us + time.bank_us + CAP_US + GRAIN_US + stalled
            assert taken - CAP_US - stalled - 2 * GRAIN_US <= charged <= taken + GRAIN_US


@given(plans=st.lists(breaking_plans(), min_size=1, max_size=4), time=times, pong=pongs)
def test_a_break_costs_what_it_takes_and_no_more(plans: list[Plan], time: TimeControl, pong: list[int]) -> None:
    bank_us = time.bank_us
    for asked in played(plans, time, pong, []):
        most = time.move_us + bank_us + CAP_US + GRAIN_US
        if asked.arrived != NEVER and asked.left > 0:
            assert asked.in_time
        if asked.in_time:
            assert asked.taken <= most + ROUNDING
        bank_us = bank_after(time, bank_us, asked.outcome.think_us) if asked.in_time else 0
