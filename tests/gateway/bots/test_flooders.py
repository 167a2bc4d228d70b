import pytest

from arena.gateway.bots.capacity import Flooders
from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.guards.auth import RefusedError
from tests.gateway.standing import StandingClock

FLOODER, OTHER = 7, 8


def test_only_a_flooding_version_is_kept_out_and_for_the_time_it_was_given() -> None:
    clock = StandingClock()
    flooders = Flooders(clock.now)
    flooders.check(FLOODER)
    flooders.keep_out(FLOODER, InfractionError(StreamInfraction.FLOOD, "a flood: mend it", 10_000))
    clock.us += 4_000_001
    flooders.check(OTHER)
    with pytest.raises(RefusedError, match="a flood: mend it") as refused:
        flooders.check(FLOODER)
    assert refused.value.retry_ms == 6000
    clock.us += 5_999_999
    flooders.check(FLOODER)


def test_an_infraction_that_says_no_time_keeps_nobody_out() -> None:
    flooders = Flooders(StandingClock().now)
    flooders.keep_out(FLOODER, InfractionError(StreamInfraction.PROTOCOL, "two Hellos"))
    flooders.check(FLOODER)
