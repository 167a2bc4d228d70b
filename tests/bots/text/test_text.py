import re
import sys
from pathlib import Path

import pytest

from bots.sdk import Bot
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.text.serving import serve_text
from tests.bots.text.session import PAGE, SHELL, written
from tests.programs import ROOT, program

LAZY = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("hello 1 lazy spades-4", flush=True)
    if words[0] == "?":
        {does}
"""


def text(command: str, *options: str) -> "tuple[int, str, str]":
    done = program("-m", "bots", "text", command, "--local", "spades-4", "--boards", "1", *options)
    return done.returncode, done.stdout, done.stderr


def lazy(folder: Path, does: str) -> str:
    (folder / "bot.py").write_text(LAZY.format(does=does))
    return f"{sys.executable} {folder / 'bot.py'}"


def test_the_page_shows_a_session_as_it_is() -> None:
    assert PAGE.read_text() == written(), "python -m tests.bots.text.session writes it anew"


def test_a_shell_bot_plays_without_an_error() -> None:
    code, out, errors = text(str(SHELL), "--strict")
    assert code == 0, errors
    assert "0 errors" in out
    assert "shell " in out


@pytest.mark.parametrize("bot", ["bots/examples/first_bot.py", "-m bots.house.search --budget 10"])
def test_a_kits_bot_plays_the_same_cards_as_text(bot: str) -> None:
    ours = program(*bot.split(), "--local", "spades-4", "--boards", "1", "--seed", "1", "--show", "1").stdout
    code, out, errors = text(f"{sys.executable} {bot} --text", "--strict", "--seed", "1", "--show", "1")
    assert (code, errors.count("to ask it again")) == (0, 0)
    timed = re.compile(r"[\d.]+ s, ")
    assert timed.sub("", out) == timed.sub("", ours)


def test_an_answer_counts_if_its_program_cannot_report(tmp_path: Path) -> None:
    does = "import os, time; os.close(0); print('info fallback raised', 'AS', sep='\\n', flush=True); time.sleep(60)"
    assert "its own fallback is AS" in text(lazy(tmp_path, does), "--strict")[2]


def test_an_error_is_printed_at_once_to_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["newgame spades-4", "seat 0 of 4", "hand 0 dealer 0 game 0", *["? 1 blind - - look look blind_nil"] * 2]
    serve_text(type("Mine", (Bot,), {"blind": None}), BotErrors(), Diary(), lines, sys.stdout)
    said = capsys.readouterr()
    assert said.out.splitlines() == ["info fallback raised", "look"] * 2
    assert (said.err.count("TypeError: "), said.err.count("the same error again")) == (1, 1)


def test_an_error_after_the_game_is_printed_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ("newgame spades-4", "seat 0 of 4", "gameover 1 0 hands 0")
    serve_text(type("Mine", (Bot,), {"game_over": None}), BotErrors(), Diary(), lines, sys.stdout)
    assert "TypeError: 'NoneType'" in capsys.readouterr().err


def test_a_program_that_dies_is_started_again(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    once = f"import os; os.path.exists({str(mark)!r}) or (open({str(mark)!r}, 'w'), sys.exit(7))"
    does = f"{once}; print(words[5], flush=True)"
    code, out, errors = text(lazy(tmp_path, does), "--strict")
    assert code == 0
    assert "0 errors" in out
    assert errors.count("it ended with exit code 7") == 1


def test_the_fallback_plays_on_for_one_that_keeps_dying(tmp_path: Path) -> None:
    code, _, errors = text(lazy(tmp_path, "sys.exit(7)"), "--strict")
    assert code == 1
    assert "no answer: it ended with exit code 7" in errors


def test_nonsense_may_be_corrected_and_is_an_error_when_it_goes_on(tmp_path: Path) -> None:
    code, _, errors = text(lazy(tmp_path, "print('nonsense', flush=True)"), "--strict")
    assert code == 1
    assert "'nonsense' is not an answer to" in errors
    assert "legal is" in errors


def test_a_hanging_program_is_killed_and_answered_for(tmp_path: Path) -> None:
    times = ("--move-time", "0.5", "--bank", "0.5")
    code, _, errors = text(lazy(tmp_path, "import time; time.sleep(600)"), "--strict", *times)
    assert code == 1
    assert "it was killed because its time was up" in errors
    code, _, errors = text(lazy(tmp_path, "import time; time.sleep(600)"), "--move-time", "0.1", "--bank", "0")
    assert (code, errors.count("it was killed")) == (1, 1)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "no command"),
        ("./not/there", "cannot start './not/there'"),
        ("'unclosed", "No closing quotation"),
        ("true", "is not a text program"),
        ("sh -c 'read x; echo hello 1 x hearts'", "plays 'hearts', which is not a variant"),
    ],
)
def test_an_invalid_text_program_is_refused_in_one_line(command: str, message: str) -> None:
    code, _, errors = text(command)
    assert code == 2
    assert message in errors
    assert errors.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["spades-4", "pinochle-chips"])
def test_the_shell_bot_passes_the_check(variant: str) -> None:
    words = ("--quick", "--variants", variant, "--", sys.executable, "-m", "bots", "text", str(SHELL))
    done = program("-m", "bots", "check", *words, cwd=ROOT)
    assert done.returncode == 0, done.stdout
