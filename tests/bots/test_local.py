import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.files import READER_GONE
from tests.bots.conftest import write_bot
from tests.bots.test_command import FAILING
from tests.programs import ROOT, program

FIRST = "bots/examples/first_bot.py"


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    done = program(*words, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_games_are_played_against_those_that_were_named() -> None:
    lines = run(FIRST, "--local", "spades-3", "--against", "simple,random", "--boards", "3").splitlines()
    assert re.match(r"spades-3: 3 boards of 3 games, seed 0, .* s, 0 errors", lines[0])
    assert [line.split()[0] for line in lines[2:]] == ["FirstBot", "simple", "random"]


def test_a_hand_is_printed_card_by_card() -> None:
    output = run(FIRST, "--local", "spades-4", "--boards", "1", "--show", "2")
    assert output.startswith("Hand 2, dealt by")
    assert "FirstBot/" in output
    assert "Trick 13: " in output


@pytest.mark.parametrize("words", [(FIRST, "--local", "spades-4", "--boards", "1"), ("-m", "bots", "--help")])
def test_a_reader_that_leaves_ends_it_silently(words: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, *words], cwd=ROOT, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (READER_GONE, b"")


def test_results_as_json() -> None:
    report = json.loads(run(FIRST, "--local", "spades-4", "--boards", "2", "--json"))
    assert (report["variant"], report["boards"], report["games"], report["errors"]) == ("spades-4", 2, 8, 0)
    assert [row["bot"] for row in report["bots"]] == ["FirstBot", "simple", "simple#2", "simple#3"]
    assert report["times"]["play"]["decisions"] > 50


def test_one_board_has_no_error() -> None:
    words = (FIRST, "--local", "spades-3", "--boards", "1")
    assert [row["standard_error"] for row in json.loads(run(*words, "--json"))["bots"]] == [None] * 3
    output = run(*words)
    assert output.startswith("spades-3: 1 board of 3 games")
    assert "+-" not in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((FIRST, "--local", "spades-4", "--against", "clever"), "--against: 'clever' is not a house bot"),
        ((FIRST, "--local", "spades-4", "--against", "none.py"), "none.py is not a file; give a house bot"),
        ((FIRST, "--local", "spades-4", "--against", "bots/house/spades.py"), "does not call run(MyBot)"),
        ((FIRST, "--local", "spades-4", "--boards", "1", "--show", "9"), "is not in the first game; give 1 to 4"),
        ((FIRST, "--local", "spades-4", "--log", "/no/such/folder/log"), "No such file or directory"),
    ],
)
def test_a_users_error_is_one_line(words: tuple[str, ...], said: str) -> None:
    done = program(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_it_plays_against_another_file_that_has_neighbours_of_its_own(tmp_path: Path) -> None:
    for version, choice in (("old", "[0]"), ("new", "[-1]")):
        (tmp_path / version).mkdir()
        body = ("def play(self, view):", f"    return strategy.{version}(view)")
        write_bot(tmp_path / version / "mine.py", *body, before="import strategy\n")
        strategy = f"def {version}(view):\n    return view.legal{choice}\n"
        (tmp_path / version / "strategy.py").write_text(strategy)
    words = ("--local", "spades-4", "--boards", "1", "--against", "old/mine.py,simple", "--strict")
    lines = run("new/mine.py", *words, cwd=tmp_path).splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["Mine", "old/mine.py", "simple", "old/mine.py#2"]


@pytest.mark.parametrize("broken", ["mine.py", "strategy.py"])
def test_a_syntax_error_of_an_opponent_shows_its_line_alone(broken: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import strategy\n")
    (tmp_path / broken).write_text("x = 1\ndef play(self, view:\n    return 1\n")
    done = program(ROOT / FIRST, "--local", "spades-4", "--against", "mine.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert f"{broken}:2: " in line
    assert line.endswith("def play(self, view:")


def test_an_opponent_that_does_not_load_shows_its_lines_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import strategy\n")
    (tmp_path / "strategy.py").write_text("MODEL = {}['model']\n")
    done = program(ROOT / FIRST, "--against", "mine.py", "--local", "spades-4", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    lines = done.stderr.splitlines()
    assert [line.split('"')[1] for line in lines if "File" in line] == ["mine.py", str(tmp_path / "strategy.py")]
    assert lines[-1] == "error: --against: mine.py raised KeyError while it was loaded: 'model'"


def test_an_opponent_that_leaves_as_it_is_loaded_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import sys\nsys.exit('set $MODEL')\n")
    done = program(ROOT / FIRST, "--against", "mine.py", "--local", "spades-4", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "'set $MODEL' before run(MyBot)" in done.stderr


def test_a_failing_constructor_shows_only_the_authors_lines(tmp_path: Path) -> None:
    write_bot(tmp_path / "mine.py", "def __init__(self):", "    raise OSError")
    done = program("mine.py", "--local", "spades-4", "--strict", cwd=tmp_path)
    assert done.returncode == 1
    assert [line.split('"')[1] for line in done.stderr.splitlines() if "File" in line] == ["mine.py"]
    assert "for seat 0 of spades-4" in done.stderr


@pytest.mark.parametrize("variants", ["'spades-4'", "5", "()", "(5,)"])
def test_variants_that_are_no_names_are_one_line(variants: str, tmp_path: Path) -> None:
    write_bot(tmp_path / "mine.py", f"variants = {variants}")
    done = program("mine.py", "--local", "spades-4", cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert done.returncode == 2
    assert done.stderr == f"error: Mine.variants is {variants}; give names in a tuple, as in ('spades-4',)\n"


def test_a_line_of_the_log_is_asked_again(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(FAILING.replace("BOT", "Failing"))
    words = ("--local", "spades-4", "--boards", "1", "--log", "decisions.jsonl")
    assert program("my_bot.py", *words, cwd=tmp_path).returncode == 1
    lines = [json.loads(line) for line in (tmp_path / "decisions.jsonl").read_text().splitlines()]
    failed = next(number for number, line in enumerate(lines, start=1) if line.get("error"))
    assert lines[failed - 1]["error"].startswith("RuntimeError: lost with")
    again = program("my_bot.py", "--replay", f"decisions.jsonl:{failed}", cwd=tmp_path)
    assert again.returncode == 1
    assert "RuntimeError: lost with" in again.stderr
    well = next(number for number, line in enumerate(lines, start=1) if line.get("kind") == "play")
    again = program("my_bot.py", "--replay", f"decisions.jsonl:{well}", cwd=tmp_path)
    assert again.returncode == 0
    assert again.stdout.splitlines()[-1] == f"play: {lines[well - 1]['answer']}"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("no.jsonl:1", "No such file"),
        ("155:2:1", "155:2:1 is a decision of a game; add --record FILE"),
        ("log.jsonl:9", "LOG:LINE"),
        ("log.jsonl:x", "LOG:LINE"),
        ("log.jsonl:1", "has no"),
    ],
)
def test_an_invalid_place_in_a_log_is_refused(place: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"game_over": {}}\n')
    done = program(ROOT / FIRST, "--replay", place, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
