import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.rules import VARIANTS
from bots.check.cases import dialling, messages, seats, streams
from bots.sdk import AsyncBot, Bot, Clock, View
from tests.programs import ROOT, program

README = (ROOT / "README.md").read_text()
TUTORIAL = (ROOT / "docs/tutorials/first-bot.md").read_text()
KIT = (ROOT / "docs/reference/kit.md").read_text()
TOURNAMENT = (ROOT / "docs/tutorials/first-tournament.md").read_text()
CHECK = (ROOT / "docs/how-to/check-a-bot.md").read_text()
PITFALLS = (ROOT / "docs/how-to/pitfalls.md").read_text()
BLOCK = r"```(\w+)\n(.*?)```"
BLOCKS = re.findall(BLOCK, TUTORIAL + TOURNAMENT + KIT + CHECK, re.DOTALL)
PROGRAMS = [text for language, text in BLOCKS if language == "python"]
OTHERS = (".", "ADDRESS=", "TOKEN=", "cd", "cp", "make", "mkdir", "pip", "python")  # what is not ours
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.replace("\\\n", "").splitlines()]


@pytest.mark.parametrize("text", PROGRAMS, ids=range(len(PROGRAMS)))
def test_the_programs_of_the_pages_run(text: str, tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(text)
    words = ("--local", "spades-4", "--boards", "2", "--strict") if "run(" in text else ()
    done = program(path, *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


LAYING = ("discard", "give")
LISTED = {"blind": "str", "bid": "int | str", "auction": "int", "widow": "str", "trump": "str", "throw_in": "str"}
# A bot of each kind whose every method says what its `view.legal` lists.
TYPED = "from typing import assert_type\n\nfrom bots.sdk import AsyncBot, Bot, Card, View\n" + "".join(
    f"""

class {base}Of{kind}({base}):
    {prefix}def {kind}(self, view: View[{of}]) -> {f"list[{of}]" if kind in LAYING else of}:
        assert_type(view.legal[0], {of})
        return {"sorted(view.legal)[: view.count]" if kind in LAYING else "max(view.legal, key=str)"}
"""
    for base, prefix in (("Bot", ""), ("AsyncBot", "async "))
    for kind, of in (*LISTED.items(), *((kind, "Card") for kind in ("play", *LAYING)))
)


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """Return a folder with the bots of the pages as they stand."""
    readme = [text for language, text in re.findall(BLOCK, README, re.DOTALL) if language == "python"]
    begun = (ROOT / "bots/new/project/my_bot.py.txt").read_text()
    for number, text in enumerate([*PROGRAMS, *readme, begun, TYPED]):
        (tmp_path / f"program_{number}.py").write_text(text)
    return tmp_path


def pyright(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Check a folder's programs as strictly as pyright does."""
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT)], "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    words = (str(Path(sys.executable).with_name("basedpyright")), "--pythonpath", sys.executable, "-p", str(folder))
    return subprocess.run(words, cwd=folder, capture_output=True, text=True)


def test_pyright_takes_the_programs_of_the_pages(typed: Path) -> None:
    done = pyright(typed)
    assert done.returncode == 0, done.stdout
    assert "0 errors, 0 warnings" in done.stdout


def test_pyright_knows_what_legal_lists(tmp_path: Path) -> None:
    wrong = "from bots.sdk import Bot, Card, View\n\n\nclass Wrong(Bot):\n"
    wrong += "    def bid(self, view: View[Card]) -> int:\n        return max(view.legal)\n"
    (tmp_path / "wrong.py").write_text(wrong)
    done = pyright(tmp_path)
    assert done.returncode == 1
    assert '"Card" is not assignable to "int"' in done.stdout


def test_the_programs_of_the_pages_and_new_bots_are_typed(typed: Path) -> None:
    for words in (("red-fox",), ("grey-fox", "--from", "simple")):
        assert program("-m", "bots", "new", *words, cwd=typed).returncode == 0
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(typed)],
        env={**os.environ, "MYPYPATH": str(ROOT)},
        cwd=typed,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_of_the_pages_know_their_options(line: str) -> None:
    for part in re.split(r"[|()&]", line):
        words = [word for word in part.split() if not word.startswith("ARENA_")]
        if words and (asked := asked_for_help(words)):
            options = {word.partition("=")[0] for word in words if word.startswith("--") and word != "--"}
            done = program(*asked)
            assert done.returncode == 0, done.stderr
            assert not [option for option in options if option not in done.stdout]


def asked_for_help(words: list[str]) -> list[str]:
    """Return the words that ask a page's command for its help, none for a command that is not ours."""
    if words[0] == "arena":
        deep = 1 if words[1] in ("ratings", "up", "export", "replay", "verify") else 2
        return [str(Path(sys.executable).with_name("arena")), *words[1 : 1 + deep], "--help"]
    if words[:3] == ["python", "-m", "bots"]:
        return ["-m", "bots", words[3], "--help"]
    if words[0] == "python" and (words[1].endswith(".py") or words[2].startswith("bots.house.")):
        return [str(ROOT / "bots/examples/first_bot.py"), "--help"]
    assert words[0].startswith(OTHERS), words
    return []


def table_after(heading: str) -> list[str]:
    """Return the names in the first cells of the first table after a heading."""
    text = KIT.partition(f"{heading}\n")[2]
    rows = re.search(r"\|---.*?\n((?:\|.*\n)+)", text)
    assert rows is not None
    cells = [row.split("|")[1] for row in rows[1].splitlines()]
    return [re.split(r"\W", name)[0] for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def public(of: object) -> set[str]:
    return {name for name in dir(of) if not name.startswith("_")}


def test_the_reference_of_the_view_is_whole() -> None:
    assert set(table_after("### View")) == public(View(VARIANTS["spades-4"], 0))


SETTINGS = {"variants", "answers_single"}  # of the class; told around the table


def test_the_reference_of_the_bot_is_whole() -> None:
    assert set(table_after("## A bot")) == public(Bot) - SETTINGS == public(AsyncBot) - SETTINGS


def test_the_reference_of_the_clock_is_whole() -> None:
    assert set(table_after("### Time")) == public(Clock) - {"count", "index"}


def test_the_page_of_the_check_has_the_cases_there_are() -> None:
    for case in (dialling.HELLO, *seats.CASES, *messages.CASES, *streams.CASES, *dialling.CASES):
        name = case.name.partition(":")[0]
        assert name.removeprefix("news of ").removeprefix("a ").removeprefix("an ") in CHECK, case.name


def test_every_pitfall_has_a_symptom_a_cause_and_a_cure() -> None:
    entries = re.findall(r"^### (.+)\n\n((?:(?:-|  ).*\n)+)", PITFALLS, re.MULTILINE)
    assert len(entries) == PITFALLS.count("\n### ") >= 15
    for symptom, text in entries:
        assert [line[2:7] for line in text.splitlines() if line.startswith("- ")] == ["Cause", "Cure:"], symptom
