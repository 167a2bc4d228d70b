from collections.abc import Iterator

import pytest

from arena.local.supervisor import Supervisor


@pytest.fixture
def guard() -> Iterator[Supervisor]:
    guard = Supervisor(print)
    yield guard
    guard.stop()
