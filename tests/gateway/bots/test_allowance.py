import pytest

from arena.gateway.bots.capacity import Allowance
from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.guards.limits import UNASKED_BURST, UNASKED_PATIENCE, UNASKED_RATE
from tests.gateway.standing import START, StandingClock

SECOND = 1_000_000


def spend_on(clock: StandingClock, allowance: Allowance) -> None:
    while clock.us < START + 10 * UNASKED_PATIENCE * SECOND:
        clock.us += int(SECOND * allowance.spend(1))


def test_a_burst_is_read_at_once_and_what_is_beyond_at_the_rate() -> None:
    allowance = Allowance(StandingClock().now)
    assert allowance.spend(UNASKED_BURST) == 0
    assert allowance.spend(UNASKED_RATE // 2) == 0.5


def test_a_flood_that_goes_on_while_it_is_slowed_is_closed() -> None:
    clock = StandingClock()
    allowance = Allowance(clock.now)
    allowance.spend(UNASKED_BURST)
    with pytest.raises(InfractionError) as closed:
        spend_on(clock, allowance)
    assert closed.value.infraction is StreamInfraction.FLOOD
    assert closed.value.retry_ms
    assert (clock.us - START) / SECOND == pytest.approx(UNASKED_PATIENCE, abs=0.01)


def test_a_bot_that_pauses_is_not_flooding() -> None:
    clock = StandingClock()
    allowance = Allowance(clock.now)
    allowance.spend(UNASKED_BURST)
    for _ in range(20):
        clock.us += SECOND + int(SECOND * allowance.spend(UNASKED_RATE))


def test_a_burst_that_would_be_slowed_for_too_long_is_closed_at_once() -> None:
    with pytest.raises(InfractionError):
        Allowance(StandingClock().now).spend(UNASKED_BURST + int(UNASKED_RATE * UNASKED_PATIENCE) + 1)
