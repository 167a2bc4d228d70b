"""`--replay` of a record, and `--packs`, as a bot's author calls them; and the check's case of packs."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.rules import card_text
from arena.rules.replays.line import to_line
from arena.rules.replays.place import Place, decisions_at
from bots.sdk.packs.pack import Pack
from bots.sdk.packs.questions import question_at
from bots.sdk.seats.replay import pack_decision
from tests.programs import ROOT, program

MY_BOT = """
from bots.sdk import Bot, run

class MyBot(Bot):
    variants = ("spades-4", "pinochle-cutthroat")

    def play(self, view):
        return view.legal[-1]

run(MyBot)
"""


@pytest.fixture
def my_bot(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(MY_BOT)
    return path


def test_a_decision_of_a_record_is_asked_in_ones_own_code(
    my_bot: Path, record_file: Path, records: dict[str, dict[str, Any]]
) -> None:
    number = [decision["do"] for decision in records["spades-4"]["hands"][1]["decisions"]].index("play")
    _, game, action = next(decisions_at(records["spades-4"], Place("17", 1, number)))
    place = f"17:2:{number + 1}"
    for given in (str(record_file), to_line(records["spades-4"])):
        done = program(my_bot, "--replay", place, "--record", given)
        assert done.returncode == 0, done.stderr
        *view, answer, played = done.stdout.splitlines()
        assert view[0].startswith(f"spades-4, hand 2, seat {game.to_act} of 4")
        assert re.fullmatch(r"play: \w\w", answer)
        assert played == f"{place} in the game: play {card_text(action)} (seat {game.to_act})"


def test_a_vector_bot_is_asked_a_decision_of_a_record(record_file: Path) -> None:
    done = program(ROOT / "bots/examples/vector_bot.py", "--replay", "17:1:9", "--record", str(record_file))
    assert done.returncode == 0, done.stderr
    assert "17:1:9 in the game: " in done.stdout
    assert "asked  play" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--replay", "17", "--record", "FILE"), "17 has no decision; give GAME:HAND:DECISION"),
        (("--replay", "17:9:1", "--record", "FILE"), "17:9:1: the game has the hands 1 to 2"),
        (("--replay", "17:1:0", "--record", "FILE"), "counted from 1"),
        (("--replay", "18:1:1", "--record", "FILE"), "no game '18'"),
        (("--replay", "17:1:1", "--record", "nofile"), "--record nofile: No such file"),
        (("--packs", "nowhere"), "is not a folder; give a folder of packs"),
        (("--packs", ".", "--against", "nobody"), "--against: "),
        (("--local", "spades-4", "--log-limit", "0"), "0 is not a number from 1 to"),
    ],
)
def test_a_users_error_is_one_line(my_bot: Path, record_file: Path, words: tuple[str, ...], said: str) -> None:
    done = program(my_bot, *(str(record_file) if word == "FILE" else word for word in words), cwd=my_bot.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_replayed_packs_are_also_printed_as_json(my_bot: Path, folder: Path) -> None:
    done = program(my_bot, "--packs", folder, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["packs"], report["errors"]) == (2, 0)
    lines = program(my_bot, "--packs", folder).stdout.splitlines()
    assert len(lines) == len(report["changed"]) + 1
    assert lines[0].startswith(f"{report['changed'][0]['pack']}: {report['changed'][0]['place']} seat 1: was ")
    same = program(my_bot, "--packs", folder, "--against", my_bot)
    assert " changed: 0, errors: 0" in same.stdout
    my_bot.write_text(MY_BOT.replace("view.legal[-1]", "'2X'"))
    failed = program(my_bot, "--packs", folder)
    assert failed.returncode == 1
    assert "fails: '2X' is not an answer to play" in failed.stdout


@pytest.mark.usefixtures("short_pauses")
def test_the_check_asks_packs_over_a_socket_and_tells_what_the_kit_tells(
    my_bot: Path, folder: Path, records: dict[str, dict[str, Any]]
) -> None:
    question = question_at(records["spades-4"], Place("17", 0, 9))
    rules, seat, events, legal = question.decision
    card = question.describe(question.kept).split()[1]
    (folder / "log.pack").write_text(str(Pack(seat, asked=pack_decision(rules, seat, events, legal), answer=card)))
    words = ("-m", "bots", "check", "--only", "packs", "--patience", "30")
    done = program(*words, my_bot, cwd=my_bot.parent)  # the folder lies beside it
    assert done.returncode == 0, done.stdout
    asked = program(my_bot, "--packs", folder).stdout.splitlines()
    assert f"ok    packs of {folder}: {asked[-1]}" in done.stdout
    assert [line.strip() for line in done.stdout.splitlines() if ".pack: " in line] == asked[:-1]
    vector_bot = ROOT / "bots/examples/vector_bot.py"
    in_columns = ("--variants", "spades-4", "--packs", folder, "--", sys.executable, vector_bot)
    assert "which columns cannot ask" in program(*words, *in_columns).stdout
    (folder / "log.pack").unlink()
    columnar = program(*words, *in_columns)
    assert re.search(r"ok    packs of .*: packs: \d+, decisions: ", columnar.stdout), columnar.stdout
