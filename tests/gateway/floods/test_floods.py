"""Under every flood, honest bots play on, new bots are let in, and the gateway stays small."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.gateway.floods.attacks import ANSWERED, ATTACKS
from tests.gateway.floods.siege import Besieged, at_table, attacked, besieged, let_in, summary_of

MEGABYTES = 400  # more than before: generous
SAMPLE = ("rapid_resets", "health_checks", "settings", "continuations", "hpack_bombs", "slow_hellos")
Record = Callable[[str, object], None]


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    path: Path = tmp_path_factory.mktemp("floods") / "log"
    with path.open("w") as log, besieged(log) as gateway:
        yield gateway
        assert gateway.process.poll() is None
    assert "Traceback" not in path.read_text()


async def plays_on(name: str, gateway: Besieged, record: Record, connections: int, turns: int) -> None:
    before = gateway.megabytes()
    async with at_table(gateway) as (table, clients):
        record("before_ms", summary_of(await table.play(20)))
        async with attacked(name, gateway, connections) as siege:
            record("during_ms", summary_of(await table.play(turns)))
            record("megabytes", (round(before), round(gateway.megabytes())))
            assert gateway.megabytes() < before + MEGABYTES
        record("seen", dict(siege.seen))
        if answer := ANSWERED.get(name):
            assert siege.seen[answer]
        await let_in(clients)


@pytest.mark.parametrize("name", SAMPLE)
async def test_turns_go_on_during_a_flood(name: str, gateway: Besieged, record_property: Record) -> None:
    await plays_on(name, gateway, record_property, 2, 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", ATTACKS)
async def test_turns_go_on_during_larger_floods(name: str, gateway: Besieged, record_property: Record) -> None:
    await plays_on(name, gateway, record_property, 8, 600)


@pytest.mark.parametrize(
    ("name", "connections"),
    [("idle", 500), *(pytest.param(name, 5000, marks=pytest.mark.slow) for name in ("silent", "idle"))],
)
async def test_turns_go_on_during_silent_connections(
    name: str, connections: int, gateway: Besieged, record_property: Record
) -> None:
    await plays_on(name, gateway, record_property, connections, 30)
