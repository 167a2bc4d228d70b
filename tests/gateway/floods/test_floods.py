"""Whatever anybody sends, the turns of a bot that plays go on, the gateway stays small, and new bots are let in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.gateway.floods.attacks import ATTACKS
from tests.gateway.floods.siege import Besieged, at_table, attacked, besieged, let_in, told

MEGABYTES = 400  # more than before: generous
# What the attacker must have seen. Where nothing stands, what it sends is read and thrown away.
ANSWERED = {
    "rapid_resets": "reset 7",  # REFUSED_STREAM
    "unknown_methods": "status 12",
    "health_checks": "status 0",
    "pings": "goaway 11",  # ENHANCE_YOUR_CALM
    "settings": "settings ack",
    "empty_data": "closed",
    "empty_continuations": "closed",
    "hpack_bombs": "status 8",
    "large_headers": "status 8",
    "announced": "status 8",
    "slow_hellos": "status 8",
}
Record = Callable[[str, object], None]


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    path: Path = tmp_path_factory.mktemp("floods") / "log"
    with path.open("w") as log, besieged(log) as gateway:
        yield gateway
        assert gateway.process.poll() is None
    assert "Traceback" not in path.read_text()


async def plays_on(name: str, gateway: Besieged, record: Record, connections: int, turns: int, *answers: str) -> None:
    before = gateway.megabytes()
    async with at_table(gateway) as (table, clients):
        record("before_ms", told(await table.play(50)))
        async with attacked(name, gateway, connections) as siege:
            record("during_ms", told(await table.play(turns)))
            record("megabytes", (round(before), round(gateway.megabytes())))
            assert gateway.megabytes() < before + MEGABYTES
        record("seen", dict(siege.seen))
        for answer in answers:
            assert siege.seen[answer]
        await let_in(clients)


@pytest.mark.parametrize("name", ATTACKS)
async def test_turns_go_on(name: str, gateway: Besieged, record_property: Record) -> None:
    answers = [ANSWERED[name]] if name in ANSWERED else []
    await plays_on(name, gateway, record_property, 2, 60, *answers)


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
async def test_turns_go_on_beside_more(name: str, gateway: Besieged, record_property: Record) -> None:
    answers = [ANSWERED[name]] if name in ANSWERED else []
    await plays_on(name, gateway, record_property, 8, 600, *answers)


@pytest.mark.parametrize("name", ["silent", "idle"])
@pytest.mark.parametrize("connections", [1000, pytest.param(5000, marks=pytest.mark.slow)])
async def test_turns_go_on_beside_connections_that_say_nothing(
    name: str, connections: int, gateway: Besieged, record_property: Record
) -> None:
    await plays_on(name, gateway, record_property, connections, 60)
