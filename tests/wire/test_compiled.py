"""Modules compiled next to the rules pass their tests compiled and as source."""

import pytest

from tests.other_build import pass_on_other_build

MODULES = [
    "arena.play.ledger",
    "arena.play.table",
    "arena.gateway.seats.row_delivery",
    "arena.rl.stepping",
    "arena.wire.events",
    "bots.sdk.seats.seat",
    "workers.play.remote_seat",
]
TESTS = [
    "tests/bots/streams/test_client.py",
    "tests/play/test_resume.py",
    "tests/play/test_table.py",
    "tests/rl/test_tables.py",
    "tests/wire/test_seats.py",
]


@pytest.mark.timeout(600)
def test_their_tests_pass_on_the_other_build() -> None:
    pass_on_other_build(TESTS, MODULES)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("tests", "module"),
    [
        ("tests/gateway/seats/test_resuming.py", "arena.gateway.seats.row_delivery"),  # it waits for bots that are gone
        ("tests/wire/columns/test_pack.py", "arena.wire.columns.pack"),
    ],
)
def test_long_tests_pass_on_the_other_build(tests: str, module: str) -> None:
    pass_on_other_build([tests], [module])
