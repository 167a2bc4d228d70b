import pytest

from arena.gateway.bots.capacity import Allowance
from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.guards.limits import UNASKED_BURST, UNASKED_PATIENCE, UNASKED_RATE

SECOND = 1_000_000


class Clock:
    def __init__(self) -> None:
        self.at = 0

    def now(self) -> int:
        return self.at


def spend_on(clock: Clock, allowance: Allowance) -> None:
    while clock.at < 10 * UNASKED_PATIENCE * SECOND:
        clock.at += int(SECOND * allowance.spend(1))


def test_a_burst_is_read_at_once_and_what_is_beyond_at_the_rate() -> None:
    allowance = Allowance(Clock().now)
    assert allowance.spend(UNASKED_BURST) == 0
    assert allowance.spend(UNASKED_RATE // 2) == 0.5


def test_a_flood_that_goes_on_while_it_is_slowed_is_closed() -> None:
    clock = Clock()
    allowance = Allowance(clock.now)
    allowance.spend(UNASKED_BURST)
    with pytest.raises(InfractionError) as closed:
        spend_on(clock, allowance)
    assert closed.value.infraction is StreamInfraction.FLOOD
    assert closed.value.retry_ms
    assert clock.at / SECOND == pytest.approx(UNASKED_PATIENCE, abs=0.01)


def test_a_bot_that_pauses_is_not_flooding() -> None:
    clock = Clock()
    allowance = Allowance(clock.now)
    allowance.spend(UNASKED_BURST)
    for _ in range(20):
        clock.at += SECOND + int(SECOND * allowance.spend(UNASKED_RATE))


def test_a_burst_that_would_be_slowed_for_too_long_is_closed_at_once() -> None:
    with pytest.raises(InfractionError):
        Allowance(Clock().now).spend(UNASKED_BURST + int(UNASKED_RATE * UNASKED_PATIENCE) + 1)
