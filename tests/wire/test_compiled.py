"""What decisions asked one by one go through passes its tests compiled and as its source is."""

import pytest

from tests.other_build import pass_on_other_build

COMPILED = [
    "arena.wire.events",
    "arena.play.ledger",
    "arena.play.table",
    "arena.gateway.seats.asks",
    "bots.sdk.seats.seat",
    "workers.play.remote_seat",
]
TESTS = [
    "tests/bots/streams/test_client.py",
    "tests/play/test_resume.py",
    "tests/play/test_table.py",
    "tests/wire/test_seats.py",
]
PATIENT = ["tests/gateway/seats/test_resuming.py"]  # most of it is waiting for bots that are gone


@pytest.mark.timeout(600)
@pytest.mark.parametrize("tests", [TESTS, pytest.param(PATIENT, marks=pytest.mark.slow)], ids=["quick", "patient"])
def test_the_tests_of_rows_pass_on_the_other_build(tests: list[str]) -> None:
    pass_on_other_build(tests, COMPILED)
