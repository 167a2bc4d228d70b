"""What decisions asked one by one go through, compiled.

It passes the same tests then.
"""

import os
import subprocess
import sys
from typing import Final

import pytest

from tests.compiled import ROOT, compiled_core

COMPILED: Final = (
    "arena.wire.events",
    "arena.play.ledger",
    "arena.play.table",
    "arena.gateway.seats.asks",
    "bots.sdk.seats.seat",
    "workers.play.remote_seat",
)
TESTS: Final = (
    "tests/bots/streams/test_client.py",
    "tests/play/test_resume.py",
    "tests/play/test_table.py",
    "tests/wire/test_seats.py",
)
PATIENT: Final = ("tests/gateway/seats/test_resuming.py",)  # most of it is waiting for bots that are gone


@pytest.mark.timeout(600)
@pytest.mark.parametrize("tests", [TESTS, pytest.param(PATIENT, marks=pytest.mark.slow)], ids=["quick", "patient"])
def test_the_tests_of_rows_pass_on_compiled_modules(tests: tuple[str, ...]) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (compiled_core(), ROOT)))}
    python = [sys.executable, "-P"]
    modules = ", ".join(COMPILED)
    are_compiled = f"import {modules}; raise SystemExit(any(m.__file__.endswith('.py') for m in ({modules},)))"
    subprocess.run([*python, "-c", are_compiled], env=environment, cwd=ROOT, check=True)
    options = ["--import-mode=append", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*python, "-m", "pytest", *tests, *options],
        env=environment,
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
