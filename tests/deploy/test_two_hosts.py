"""A cable between two hosts is cut for longer than any lease, and nothing comes of it."""

import json
import subprocess
import sys

import pytest

from tests.deploy.cable import PRIVATE, why_not

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())]


def test_a_cut_between_two_hosts_loses_doubles_and_changes_nothing() -> None:
    words = (*PRIVATE, sys.executable, "-m", "tests.deploy.two_hosts")
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["take_overs"] > 0
    assert report["asked_most"] <= 2  # a question whose answer was cut off is put once more
