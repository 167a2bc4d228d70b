from arena.gateway.seats.timekeeper import TICK_US, Timekeeper
from tests.gateway.standing import StandingClock

SECOND = 1_000_000


def tick(time: Timekeeper, clock: StandingClock, gaps: list[int]) -> None:
    for gap in gaps:
        clock.us += gap
        time.tick()


def test_the_share_covers_the_time_since_the_last_report() -> None:
    clock = StandingClock()
    time = Timekeeper(clock.now)
    tick(time, clock, [TICK_US] * 200)
    assert time.lag_share() == 0.0
    tick(time, clock, [TICK_US] * 100 + [500_000])
    assert abs(time.lag_share() - 0.495) < 0.001
    tick(time, clock, [TICK_US] * 400)
    assert time.lag_share() == 0.0


def test_the_share_is_the_same_if_asked_again_at_once() -> None:
    clock = StandingClock()
    time = Timekeeper(clock.now)
    tick(time, clock, [SECOND])
    first = time.lag_share()
    assert first > 0.9
    tick(time, clock, [TICK_US])
    assert time.lag_share() == first
