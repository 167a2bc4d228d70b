"""A pytest plugin that writes the lines each test reaches, and its time; for a run under `coverage run`."""

import json
import os
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Lines are those of *item* while it runs, its fixtures among them."""
    coverage = Coverage.current()
    assert coverage is not None
    coverage.switch_context(item.nodeid)
    began = time.perf_counter()
    result = yield
    seconds[item.nodeid] = time.perf_counter() - began
    coverage.switch_context("")
    return result


def pytest_sessionfinish() -> None:
    """Write what was traced to $TRACE, as JSON.

    `{"tests": {test: seconds}, "lines": {path: {line: [which of the tests]}}}`.
    """
    coverage = Coverage.current()
    assert coverage is not None
    data = coverage.get_data()
    numbers = {test: number for number, test in enumerate(seconds)}
    lines = {
        str(Path(path).relative_to(Path.cwd())): {
            line: [numbers[test] for test in tests if test]
            for line, tests in data.contexts_by_lineno(path).items()
            if any(tests)
        }
        for path in data.measured_files()
    }
    Path(os.environ["TRACE"]).write_text(json.dumps({"tests": seconds, "lines": lines}))
