import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.root import arena
from tests.bots.text.session import SHELL

ONE_HAND = 'format={"kind":"hands","count":1}'
GREETED = """
import sys, time
for line in sys.stdin:
    if line.startswith("hello"):
        print("hello 1 bad", flush=True)
    if line.startswith("?"):
        {does}
"""
DIES, NONSENSE, HANGS = "sys.exit(7)", "print('XX', flush=True)", "time.sleep(60)"


def match(*words: str) -> Result:
    return CliRunner().invoke(arena, ["match", *words], standalone_mode=False)


def told(*words: str) -> dict[str, Any]:
    done = match(*words, "--json")
    assert done.exception is None, done.exception
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_programs_of_any_kind_meet_in_all_rotations(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    words = ("simple", "bots/examples/first_bot.py", f"text:{SHELL}", "--variant", "spades-3", "--seed", "a")
    whole = told(*words, "--boards", "2", "--out", str(file))
    assert (whole["boards"], whole["games"]) == (2, 6)
    assert {line["bot"]: line["infractions"] for line in whole["bots"]} == {"simple": {}, "first_bot": {}, "shell": {}}
    verified = CliRunner().invoke(arena, ["verify", str(file)])
    assert "6 records, no difference" in verified.output
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:50])
    assert told(*words, "--boards", "2", "--resume", str(file)) == whole
    assert sorted(json.loads(line)["id"] for line in file.read_text().splitlines()) == sorted(
        json.loads(line)["id"] for line in lines
    )
    other = match("random", "simple", "--variant", "spades-3", "--resume", str(file))
    assert "of another match" in str(other.exception)


@pytest.mark.slow
def test_a_gate_stops_when_it_knows() -> None:
    done = match("simple", "random", "--variant", "pinochle-two-handed", "--gate", "--seed", "1")
    assert done.return_value == 0
    assert "simple is stronger than random" in done.stdout


def test_a_gate_that_ends_is_undecided_and_its_fillers_are_named() -> None:
    done = match("random", "random", "--variant", "spades-3", "--gate", "--most", "1", "--seed", "1")
    assert done.return_value == 3
    assert "undecided whether random is stronger than random-2" in done.stdout
    assert "simple (filler)" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("does", "fault", "deaths"), [(DIES, "disconnected", 4), (NONSENSE, "illegal", 0), (HANGS, "timeout", 1)]
)
def test_a_bad_program_costs_itself_alone(does: str, fault: str, deaths: int, tmp_path: Path) -> None:
    words = ("--variant", "pinochle-two-handed", "--boards", "1", "--seed", "1", "--option", ONE_HAND)
    (tmp_path / "bad.py").write_text(GREETED.format(does=does))
    found = told(
        "random", f"text:{sys.executable} {tmp_path / 'bad.py'}", *words, "--move-time", "100ms", "--bank", "5s"
    )
    lines = {line["bot"]: line for line in found["bots"]}
    assert lines["random"]["infractions"] == {}
    bad = next(line for name, line in lines.items() if name != "random")
    assert set(bad["infractions"]) == {fault}
    assert bad["deaths"] >= deaths


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simple",), "two bots or more"),
        (("simple", "nobody"), "is no house bot"),
        (("simple", "not_there.py"), "no such file"),
        (("simple", "text:true"), "is no text program"),
        (("simple", "random", "simple", "--gate"), "--gate takes two bots"),
        (("simple", "random", "--gate", "--above", "30"), "above is to be less than below"),
        (("simple", "random", "--out", "a", "--resume", "b"), "give one"),
        (("simple", "random", "--resume", "/not/there"), "No such file"),
    ],
)
def test_what_cannot_be_played_is_told_in_a_line(words: tuple[str, ...], said: str) -> None:
    done = match(*words, "--variant", "spades-3")
    assert said in str(done.exception)
