"""The bot of docs/reference/columns.md is a program that runs."""

import json
import re
from pathlib import Path

import pytest

from arena.distribution import install_command
from tests.programs import ROOT, program

HANDBOOK = ROOT / "docs" / "reference" / "columns.md"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    blocks = re.findall(r"^```python\n(.*?)^```", HANDBOOK.read_text(), re.MULTILINE | re.DOTALL)
    path = tmp_path / "high_low.py"
    path.write_text(blocks[0])
    return path


@pytest.mark.parametrize("variant", ["spades-5-3jokers", "pinochle-racehorse"])
def test_the_bot_of_the_handbook_plays(script: Path, variant: str) -> None:
    done = program(script, "--local", variant, "--boards", "3", "--strict")
    assert (done.returncode, done.stdout.split("\n")[0].rpartition(", ")[2]) == (0, "0 errors"), done.stderr
    assert len(script.read_text().splitlines()) <= 24


def test_its_batches_are_logged_and_asked_again(script: Path) -> None:
    log = script.parent / "batches.jsonl"
    done = program(script, "--local", "pinochle-cutthroat", "--boards", "2", "--log", str(log))
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    asked = [line for line in lines if "rows" in line]
    assert all(line["error"] == "" and line["wrong"] == {} for line in asked)
    assert len([line for line in lines if "game_over" in line]) == 2 * 3
    again = program(script, "--replay", f"{log}:{1 + lines.index(asked[3])}")
    assert again.returncode == 0
    output = again.stdout.splitlines()
    assert [int(line.split(": ")[2].split()[0]) for line in output] == asked[3]["answers"]


def test_an_illegal_row_is_printed_with_a_command_that_replays_it(script: Path) -> None:
    worse = "HighLow.decide = lambda self, batch: 0 * batch.number + 63\nrun(HighLow)"
    script.write_text(script.read_text().replace("run(HighLow)", worse))
    done = program(script, "--local", "spades-4", "--boards", "1", "--log", str(script.parent / "log"))
    (again, *_) = re.findall(r"to ask it again: .* --replay (\S+)", done.stderr)
    replayed = program(script, "--replay", again)
    assert replayed.returncode == 1
    assert replayed.stdout.startswith("row 0 (spades-4, seat ")
    assert "63 (" in replayed.stdout
    first = json.loads((script.parent / "log").read_text().splitlines()[0])
    assert len(first["wrong"]) == first["rows"]


def test_an_invalid_batch_is_refused_in_one_line(script: Path) -> None:
    done = program(script, "--replay", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: this text is not a batch; give the text that the kit printed, or LOG:LINE\n"


def test_without_numpy_it_is_one_line(script: Path) -> None:
    without = "import numpy as np\n"
    hidden = "import sys\nsys.modules['numpy'] = None\n"
    script.write_text(script.read_text().replace(without, hidden))
    done = program(script, "--local", "spades-4")
    said = f"error: HighLow is a VectorBot and numpy is not installed: {install_command('vector')}\n"
    assert (done.returncode, done.stderr) == (2, said)
