"""The bot of docs/columns.md is a program that runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HANDBOOK = ROOT / "docs" / "columns.md"


def run(script: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, script, *words], env=environment, capture_output=True, text=True)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    blocks = re.findall(r"^```python\n(.*?)^```", HANDBOOK.read_text(), re.MULTILINE | re.DOTALL)
    path = tmp_path / "high_low.py"
    path.write_text(blocks[0])
    return path


@pytest.mark.parametrize("variant", ["spades-5-3jokers", "pinochle-racehorse"])
def test_the_bot_of_the_handbook_plays(script: Path, variant: str) -> None:
    done = run(script, "--local", variant, "--boards", "3", "--strict")
    assert (done.returncode, done.stdout.split("\n")[0].rpartition(", ")[2]) == (0, "0 faults"), done.stderr
    assert len(script.read_text().splitlines()) <= 24


@pytest.mark.parametrize("words", [("--replay", "x"), ("--local", "spades-4", "--log", "x")])
def test_what_a_vector_bot_cannot_do_is_one_line(script: Path, words: tuple[str, ...]) -> None:
    done = run(script, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: HighLow is a VectorBot, whose rows are not logged: neither --log nor --replay\n"


def test_without_numpy_it_is_one_line(script: Path) -> None:
    without = "import numpy as np\n"
    hidden = "import sys\nsys.modules['numpy'] = None\n"
    script.write_text(script.read_text().replace(without, hidden))
    done = run(script, "--local", "spades-4")
    said = "error: HighLow is a VectorBot and numpy is not installed: pip install 'arena[vector]'\n"
    assert (done.returncode, done.stderr) == (2, said)
