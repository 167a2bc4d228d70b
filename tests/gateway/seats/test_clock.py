import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.gateway.seats.clock import CAP_US, RoundTrips, Stopwatch, charge, left_us, limit_us
from arena.gateway.seats.timekeeper import GRAIN_US

times = st.integers(0, 10**9)


def test_the_round_trip_is_the_least_of_the_last_ten() -> None:
    trips = RoundTrips()
    assert trips.least_us == 0
    for trip in (5, 70, 80, 90):
        trips.add(trip)
    assert trips.least_us == 5
    for _ in range(9):
        trips.add(60)
    assert trips.least_us == 60


@pytest.mark.parametrize(
    ("elapsed", "trip", "think", "net"),
    [(1000, 300, 700, 300), (200, 300, 0, 200), (2_000_000, 900_000, 1_700_000, CAP_US), (1000, 0, 1000, 0)],
)
def test_the_network_is_taken_off_up_to_the_cap(elapsed: int, trip: int, think: int, net: int) -> None:
    assert charge(elapsed, trip) == (think, net)


@pytest.mark.parametrize(
    ("elapsed", "left"), [(0, (5, 60)), (4, (1, 60)), (5, (0, 60)), (15, (0, 50)), (65, (0, 0)), (80, (0, 0))]
)
def test_the_moves_time_goes_first_and_then_the_bank(elapsed: int, left: tuple[int, int]) -> None:
    assert left_us(elapsed, 5, 60) == left


@given(elapsed=times, trip=times, move=times, bank=times)
def test_no_bot_loses_on_time_within_the_cap_and_none_is_given_more(
    elapsed: int, trip: int, move: int, bank: int
) -> None:
    think, net = charge(elapsed, trip)
    assert think + net == elapsed
    assert 0 <= net <= CAP_US
    if elapsed <= limit_us(move, bank):
        assert think <= move + bank + CAP_US + GRAIN_US
    if think > move + bank + CAP_US + GRAIN_US:
        assert elapsed > limit_us(move, bank)


def test_time_runs_from_the_write_and_is_the_bots_only_while_it_has_the_ball() -> None:
    first = Stopwatch(now=100)
    first.show(150, 0)
    first.show(900, 0)  # written again, after a reconnect
    assert first.elapsed_us(250) == 100
    second = Stopwatch(now=5_000, before_us=100)
    second.show(5_010, 0)
    assert second.elapsed_us(5_030) == 130


def test_a_bot_that_does_not_read_gains_no_more_than_the_cap() -> None:
    watch = Stopwatch(now=0)
    watch.show(10 * CAP_US, 0)
    assert watch.elapsed_us(10 * CAP_US) == 9 * CAP_US


def test_a_question_that_is_not_written_runs_out_too() -> None:
    watch = Stopwatch(now=0)
    assert watch.elapsed_us(CAP_US) == 0
    assert watch.elapsed_us(3 * CAP_US) == 2 * CAP_US


def test_delays_of_the_arena_are_not_charged_to_the_bot() -> None:
    watch = Stopwatch(now=0)
    watch.show(10 * CAP_US, lag_us=9 * CAP_US)
    assert watch.elapsed_us(10 * CAP_US) == 0


def test_a_bot_that_does_not_read_of_its_rejection_gains_nothing() -> None:
    watch = Stopwatch(now=0, before_us=7)
    assert watch.elapsed_us(CAP_US) == CAP_US + 7
    watch.show(CAP_US, 0)
    assert watch.elapsed_us(CAP_US) == CAP_US + 7


def test_a_question_without_a_bot_to_ask_waits_for_one() -> None:
    watch = Stopwatch(now=0)
    watch.restart(10 * CAP_US)
    watch.show(10 * CAP_US + 5, 0)
    assert watch.elapsed_us(10 * CAP_US + 5) == 0
