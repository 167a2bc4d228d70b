import json
from pathlib import Path

import pytest

from arena.rules.records.verify import verify
from tests.adjudicator import faults
from tests.rules.golden import FOLDER, PRESETS, path_of, replayed, text_of

FILES = sorted(FOLDER.glob("*.json"))


def test_none_is_missing_and_none_is_left_over() -> None:
    again = "python -m tests.rules.golden writes them"
    assert {path.name for path in FILES} == {path_of(variant, preset).name for variant, preset in PRESETS}, again


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_golden_game_is_played_as_it_was(path: Path) -> None:
    text = path.read_text()
    record = json.loads(text)
    assert text_of(replayed(record)) == text
    assert verify(record) == []
    assert faults(record) == []
