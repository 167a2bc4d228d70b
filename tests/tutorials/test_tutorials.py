"""The tutorials, followed as they are written."""

from pathlib import Path

import pytest

from tests.programs import ROOT
from tests.tutorials.reader import Reader

pytestmark = [pytest.mark.tutorial, pytest.mark.timeout(600)]
FOLDER = ROOT / "docs/tutorials"


def test_the_first_bot(tmp_path: Path, environment: dict[str, str]) -> None:
    with Reader(tmp_path, ROOT, environment) as reader:
        reader.follow(FOLDER / "first-bot.md")


def test_the_first_tournament(environment: dict[str, str]) -> None:
    with Reader(ROOT, ROOT, environment) as reader:
        reader.follow(FOLDER / "first-tournament.md")
