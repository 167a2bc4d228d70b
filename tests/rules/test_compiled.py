"""The compiled core plays the games of its source."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled import ROOT, compiled_core
from tests.other_build import pass_on_other_build

# Tests that play many games to find faults of the rules: the games of both builds are compared anyway. And those of
# replays, which are Python in both.
REFEREES = [
    "leaves",
    "replays",
    "test_adjudicated.py",
    "games/test_hidden_bytes.py",
    "games/test_property.py",
    "games/test_view.py",
    "hands/test_shuffle.py",
    "search/test_worlds_of_melds.py",
    "variants/test_flipped.py",
]
BUT_FOR_REFEREES = [f"--ignore=tests/rules/{path}" for path in REFEREES]


def digest(games: int, *paths: Path) -> dict[str, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, "-P", "-m", "tests.rules.digest", str(games)]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True)
    result: dict[str, str] = json.loads(done.stdout)
    return result


@pytest.mark.timeout(600)
@pytest.mark.parametrize("games", [700, pytest.param(3500, marks=pytest.mark.slow)])
def test_compiled_and_uncompiled_play_the_same_games(games: int) -> None:
    compiled = digest(games, compiled_core(), ROOT)
    source = digest(games, ROOT)
    assert (compiled["core"], source["core"]) == ("compiled", "Python")
    assert compiled["digest"] == source["digest"]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "but", [BUT_FOR_REFEREES, pytest.param([], marks=pytest.mark.slow)], ids=["but for referees", "all"]
)
def test_the_tests_of_the_rules_pass_on_the_other_build(but: list[str]) -> None:
    this = f"--ignore={Path(__file__).relative_to(ROOT)}"
    pass_on_other_build(["tests/rules", this, *but], ["arena.rules.games.game", "arena.rules.cards"])
