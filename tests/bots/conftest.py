from pathlib import Path

import pytest

from bots.check import bench
from bots.check.cases import messages, streams


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten waits and floods of the check, for bots that pass; faults may need the time."""
    monkeypatch.setattr(messages, "UPDATES", 1_000)
    monkeypatch.setattr(messages, "PAUSE", 0.3)
    monkeypatch.setattr(streams, "RETRY", 0.3)
    monkeypatch.setattr(bench, "STOPPED", 0.5)


def write_bot(path: Path, *body: str, before: str = "") -> Path:
    """Write a program whose class Mine has these lines, and return its path."""
    lines = "".join(f"    {line}\n" for line in body)
    path.write_text(f"from bots.sdk import Bot, run\n{before}\n\nclass Mine(Bot):\n{lines}\n\nrun(Mine)\n")
    return path
