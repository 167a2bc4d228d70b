"""The compiled stepper passes the tests of its source."""

import os
import subprocess
import sys

import pytest

from tests.compiled import ROOT, compiled_core

IS_COMPILED = "from arena.rl import stepping; raise SystemExit(stepping.__file__.endswith('.py'))"


@pytest.mark.timeout(600)
def test_the_tests_of_tables_pass_on_the_compiled_stepper() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (compiled_core(), ROOT)))}
    subprocess.run([sys.executable, "-P", "-c", IS_COMPILED], env=environment, cwd=ROOT, check=True)
    options = ["--import-mode=append", "-q", "-p", "no:cacheprovider"]
    command = [sys.executable, "-P", "-m", "pytest", "tests/rl/test_tables.py", *options]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
