import pytest

from bots.check import bench
from bots.check.cases import messages, streams


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check bots in this process with shorter waits than a real check has.

    Only those that pass: a fault that is found by what does not come may need the time.
    """
    monkeypatch.setattr(messages, "PAUSE", 0.3)
    monkeypatch.setattr(streams, "RETRY", 0.3)
    monkeypatch.setattr(bench, "STOPPED", 0.5)
