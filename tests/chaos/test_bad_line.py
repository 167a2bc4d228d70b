"""Bad lines between bots and gateways change no result of a patient bot."""

from collections.abc import Sequence

import pytest

from tests.gateway.bad_line import Weather
from tests.house import BOTS, House, open_house

pytestmark = pytest.mark.slow

BOARDS = 2
FAR = Weather(delay=(0.02, 0.12))
LOSSY = Weather(delay=(0.0, 0.03), stall=0.01, stall_for=0.8, cut=0.004)
SILENT = Weather(delay=(0.0, 0.01), mute=0.0006)  # found out by who hears no ping, 15 s later
NARROW = Weather(delay=(0.0, 0.02), rate=100_000)

Records = list[tuple[bytes, Sequence[str], bytes, Sequence[object]]]


def played(house: House) -> Records:
    """Play a small tournament; return its games in schedule order."""
    house.start_tournament(boards=BOARDS, hands=1)
    house.wait_until_finished()
    house.check()
    assert house.voided() == 0
    return [(game.seed, game.seats, game.actions, game.infractions) for game in house.games()]


@pytest.fixture(scope="module")
def undisturbed() -> Records:
    with open_house(kit="simple") as house:
        records = played(house)
    assert not any(infractions for *_, infractions in records)
    return records


@pytest.mark.parametrize("weather", [FAR, LOSSY, SILENT, NARROW], ids=["far", "lossy", "silent", "narrow"])
def test_nothing_changes(undisturbed: Records, weather: Weather) -> None:
    with open_house(kit="simple", weather=weather) as house:
        assert played(house) == undisturbed
        if weather is LOSSY:
            assert sum(line.cuts for line in house.lines) > len(BOTS)
            assert sum(line.stalls for line in house.lines) > len(BOTS)


def test_nothing_changes_with_two_gateways(undisturbed: Records) -> None:
    with open_house(kit="simple", weather=LOSSY, gateways=2) as house:
        assert played(house) == undisturbed
