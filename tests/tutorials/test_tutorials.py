"""The tutorials, followed as they are written."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.programs import ROOT
from tests.tutorials.reader import Reader

pytestmark = [pytest.mark.tutorial, pytest.mark.timeout(600)]
FOLDER = ROOT / "docs/tutorials"


@pytest.fixture
def environment() -> Iterator[dict[str, str]]:
    """A new user's: nothing of ours is set, and nothing is compiled that takes minutes.

    The state lies where everybody may look, as whom root's servers run.
    """
    theirs = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    with tempfile.TemporaryDirectory(prefix="arena-tutorial-") as state:
        Path(state).chmod(0o711)
        yield {**theirs, "ARENA_STATE": state, "ARENA_COMPILE": "0"}


def test_the_first_bot(tmp_path: Path, environment: dict[str, str]) -> None:
    with Reader(tmp_path, ROOT, environment) as reader:
        reader.follow(FOLDER / "first-bot.md")


def test_the_first_tournament(environment: dict[str, str]) -> None:
    with Reader(ROOT, ROOT, environment) as reader:
        reader.follow(FOLDER / "first-tournament.md")
