"""The compiled core plays the games of its source."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled import ROOT, compiled_core
from tests.other_build import pass_on_other_build


def digest(games: int, *paths: Path) -> dict[str, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, "-P", "-m", "tests.rules.digest", str(games)]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True)
    result: dict[str, str] = json.loads(done.stdout)
    return result


@pytest.mark.timeout(600)
@pytest.mark.parametrize("games", [400, pytest.param(3500, marks=pytest.mark.slow)])
def test_compiled_and_uncompiled_play_the_same_games(games: int) -> None:
    compiled = digest(games, compiled_core(), ROOT)
    source = digest(games, ROOT)
    assert (compiled["core"], source["core"]) == ("compiled", "Python")
    assert compiled["digest"] == source["digest"]


@pytest.mark.slow  # the short set compares games, and plays the tests of the rules on one build
def test_the_tests_of_the_rules_pass_on_the_other_build() -> None:
    this = f"--ignore={Path(__file__).relative_to(ROOT)}"
    pass_on_other_build(["tests/rules", this], ["arena.rules.games.game", "arena.rules.cards"])
