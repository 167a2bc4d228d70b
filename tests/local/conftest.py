import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.local.state import State
from arena.local.supervisor import Supervisor


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """A folder that the servers can reach, whoever runs the tests; pytest's own are closed to nobody.

    What the children printed is part of a failed test's report.
    """
    with tempfile.TemporaryDirectory(prefix="arena-test-") as folder:
        yield Path(folder)
        for log in Path(folder).glob("logs/*.log"):
            print(f"--- {log.name}\n{log.read_text(errors='replace')}")


@pytest.fixture
def own_state(own_folder: Path) -> State:
    return State.open(own_folder)


@pytest.fixture
def guard() -> Iterator[Supervisor]:
    guard = Supervisor(print)
    yield guard
    guard.stop()
