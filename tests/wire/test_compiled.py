"""What is compiled beside the rules passes its tests compiled and as its source is."""

import pytest

from tests.other_build import pass_on_other_build

ROWS = [
    "arena.wire.events",
    "arena.play.ledger",
    "arena.play.table",
    "arena.gateway.seats.row_delivery",
    "bots.sdk.seats.seat",
    "workers.play.remote_seat",
]
TESTS_OF_ROWS = [
    "tests/bots/streams/test_client.py",
    "tests/play/test_resume.py",
    "tests/play/test_table.py",
    "tests/wire/test_seats.py",
]
WAITING = ["tests/gateway/seats/test_resuming.py"]  # most of it is waiting for bots that are gone
slow = pytest.mark.slow


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("tests", "modules"),
    [
        pytest.param(TESTS_OF_ROWS, ROWS, id="rows"),
        pytest.param(WAITING, ROWS, id="resuming", marks=slow),
        pytest.param(["tests/wire/columns/test_pack.py"], ["arena.wire.columns.pack"], id="columns", marks=slow),
        pytest.param(["tests/rl/test_tables.py"], ["arena.rl.stepping"], id="stepper"),
    ],
)
def test_its_tests_pass_on_the_other_build(tests: list[str], modules: list[str]) -> None:
    pass_on_other_build(tests, modules)
