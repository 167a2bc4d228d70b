import json
import os
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.match.report import compare_bots, format_infractions
from arena.cli.root import arena
from arena.match.plan import Planned, Settings
from arena.match.playing import Played
from arena.match.results import Results
from arena.play import TimeControl
from arena.rules import configure
from arena.wire.gen.standings_pb2 import Meeting
from bots.sdk.practice.local import HOUSE
from tests.bots.conftest import write_bot
from tests.bots.text.session import SHELL
from tests.local.processes import is_running
from tests.local.waiting import comes_true
from tests.programs import ROOT

ONE_HAND = 'format={"kind":"hands","count":1}'
BOT = f"text:sh {SHELL}"  # it starts much faster than Python
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


def run_json(*words: str) -> dict[str, Any]:
    done = match(*words, "--json")
    assert done.exception is None, done.exception
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_programs_of_any_kind_meet_in_all_rotations(tmp_path: Path) -> None:
    file, bot = tmp_path / "match.jsonl", tmp_path / "first_bot.py"
    bot.write_text((ROOT / "bots/examples/first_bot.py").read_text())
    bots = ("simple", str(bot), f"text:{SHELL}")
    words = (*bots, "--variants", "spades-3", "--option", ONE_HAND, "--seed", "a", "--concurrency", "1")
    whole = run_json(*words, "--boards", "2", "--out", str(file))
    assert (whole["boards"], whole["games"]) == (2, 6)
    assert {line["bot"]: line["infractions"] for line in whole["bots"]} == {"simple": {}, "first_bot": {}, "shell": {}}
    assert "6 records, no difference" in CliRunner().invoke(arena, ["verify", str(file)]).output
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]) + lines[3][:50])
    assert run_json(*words, "--boards", "2", "--resume", str(file)) == whole
    assert sorted(json.loads(line)["id"] for line in file.read_text().splitlines()) == sorted(
        json.loads(line)["id"] for line in lines
    )
    bot.write_text(bot.read_text() + "# plays otherwise\n")
    assert "of another match" in str(match(*words, "--resume", str(file)).exception)


def test_a_bot_that_connects_plays_as_it_does_otherwise(tmp_path: Path) -> None:
    write_bot(bot := tmp_path / "mine.py", "def play(self, view):", "    return min(view.legal)")
    words = ("--variants", "pinochle-two-handed", "--option", ONE_HAND, "--boards", "2", "--seed", "1")
    scores = [
        {line["bot"]: (line["score"], line["points_a_game"], line["infractions"]) for line in report["bots"]}
        for report in (run_json(each, BOT, *words) for each in (str(bot), f"grpc:{sys.executable} {bot}"))
    ]
    assert scores[0] == scores[1]
    assert set(scores[0]) == {"mine", "shell"}


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("true", "grpc:true: it ended before it connected to $ARENA_SERVER; a program that reads lines is 'text:"),
        ("./nothere", "grpc:./nothere: No such file or directory"),
        (f"{sys.executable} {ROOT}/bots/examples/vector_bot.py", "its Hello asks for columns"),
    ],
)
def test_a_program_that_does_not_connect_is_refused_in_one_line(command: str, problem: str) -> None:
    refusal = str(match(f"grpc:{command}", BOT, "--variants", "spades-3").exception)
    assert problem in refusal
    assert "\n" not in refusal


def test_the_costliest_games_are_named_with_the_command_that_shows_their_cards(tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    words = ("--variants", "pinochle-two-handed", "--option", ONE_HAND, "--boards", "4", "--seed", "1")
    said = match("random", "simple", *words, "--out", file).stdout.splitlines()
    records = {record["id"]: record for record in map(json.loads, Path(file).read_text().splitlines())}
    commands = [line.partition(" fewer: arena ") for line in said if " fewer: arena " in line]
    assert len(commands) == 3
    for points, _, command in commands:
        _, _, _, game, _, _, seat = command.split()
        scores = {name: record["scores"] for name, record in records.items() if name[:-1] == game[:-1]}
        assert records[game]["seats"][int(seat)] == "random"
        assert int(points) == max(each[int(seat)] for each in scores.values()) - scores[game][int(seat)]
    assert commands == sorted(commands, key=lambda each: -int(each[0]))
    assert "a seat cost" in CliRunner().invoke(arena, [*commands[0][2].split(), "--playouts", "4"]).output


def test_a_folder_named_bots_does_not_shadow_house_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "__init__.py").write_text("")
    monkeypatch.chdir(tmp_path)
    words = ("--variants", "pinochle-two-handed", "--option", ONE_HAND, "--boards", "1", "--concurrency", "1")
    assert run_json("random", BOT, *words)["games"] == 2


def test_games_of_other_programs_names_or_times_have_other_ids() -> None:
    settings = Settings(["a", "b"], ["./a", "./b"], 2, configure("spades-3"), 1, "seed", TimeControl(5, 60))
    others = [
        replace(settings, names=["b", "a"]),
        replace(settings, programs=["./a", "./b 00"]),
        replace(settings, time=TimeControl(6, 60)),
        replace(settings, time=TimeControl(5, 61)),
    ]
    assert len({each.game_id(0, 0) for each in (settings, *others)}) == 5


def test_answers_of_the_kit_count_for_the_gate() -> None:
    rules = configure("pinochle-two-handed")
    results = Results(Settings(["a", "b"], ["./a", "./b"], 2, rules, 1, "seed", TimeControl(5, 60)))
    record = {"seats": ["a", "b"], "ranks": [1, 2], "scores": [1, 0], "hands": []}
    results.add(board := Planned(0, 0, (0, 1)), [Played(record, [{"deaths": 1, "raised": 2}, {}])] * 2)
    results.judge([board])
    assert (results.infractions[0], results.deaths[0], results.evidence.streak) == ({"raised": 4}, 2, -1)
    assert format_infractions({"\x1b[2J": 1}).plain == r"1 \u001b[2J"


@pytest.mark.slow
def test_a_gate_stops_when_it_decides() -> None:
    done = match("simple", "random", "--variants", "pinochle-two-handed", "--gate", "--seed", "1")
    assert done.return_value == 0
    assert "simple is stronger than random" in done.stdout


def test_a_gate_that_ends_is_undecided_and_its_fillers_are_named() -> None:
    words = ("--variants", "spades-3", "--option", ONE_HAND, "--filler", BOT, "--concurrency", "1")
    done = match(BOT, BOT, *words, "--gate", "--max-deals", "1", "--seed", "1")
    assert done.return_value == 3
    assert "undecided whether shell is stronger than shell-2" in done.stdout
    assert "shell-3 (filler)" in done.stdout
    assert "the interval is valid at any time (95%)" in done.stdout
    assert "intervals are 95% only for a number of boards that was set in advance" in done.stdout


def python(*words: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run Python as a process: what the bots print goes past `sys.stderr`, and some lines come when it exits."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run((sys.executable, *words), cwd=cwd, env=environment, capture_output=True, text=True)


TWO_HANDED = ("--variants", "pinochle-two-handed", "--option", ONE_HAND, "--boards", "1", "--seed", "1")


@pytest.mark.parametrize(("answer", "kind"), [("[][9]", "raised"), ("'2S'", "illegal")])
def test_errors_that_the_kit_answers_for_are_infractions(answer: str, kind: str, tmp_path: Path) -> None:
    for folder in (tmp_path / "new", tmp_path / "old"):
        folder.mkdir()
        write_bot(folder / "mine.py", "def play(self, view):", f"    return {answer}")
    words = ("-m", "arena", "match", "new/mine.py", "old/mine.py", *TWO_HANDED, "--json")
    done = python(*words, "--out", "file", cwd=tmp_path)
    lines = {line["bot"]: line for line in json.loads(done.stdout)["bots"]}
    assert (done.returncode, set(lines)) == (1, {"mine", "mine-2"})
    for each in lines.values():
        assert (each["infractions"].keys(), each["deaths"], each["infractions"][kind] > 9) == ({kind}, 0, True)
    assert done.stderr.count("mine.py --replay ") == 2, "the first error of each bot"
    assert ("IndexError: " in done.stderr) == (kind == "raised")
    assert "new/mine.py plays as mine, and old/mine.py as mine-2; rename a file" in done.stderr.splitlines()[0]
    assert python(*words, "--resume", "file", cwd=tmp_path).stdout == done.stdout


MATCH, CHECK = ("-m", "arena", "match", "mine.py", BOT, *TWO_HANDED), ("-m", "bots", "check", "mine.py")
NO_BOTS = {
    "class Mine(Bot): ...": "the file does not call run(MyBot); add the call at its end",
    "class Mine: ...\n\nrun(Mine)\n": "run got Mine, which is not a bot; derive it: class Mine(Bot)",
}


@pytest.mark.parametrize("text", NO_BOTS)
@pytest.mark.parametrize("words", [MATCH, CHECK, ("mine.py", "--local", "spades-3")])
def test_a_file_without_a_bot_is_one_line(words: tuple[str, ...], text: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"from bots.sdk import Bot, run\n\n{text}")
    done = python(*words, cwd=tmp_path)
    assert done.returncode == 1 + (words != CHECK)
    (line,) = (line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("0 passed"))
    assert line.endswith(NO_BOTS[text])


def test_an_error_of_a_bots_neighbour_is_the_last_line(tmp_path: Path) -> None:
    (tmp_path / "strategy.py").write_text("MODEL = {}['model']\n")
    write_bot(tmp_path / "mine.py", "pass", before="import strategy")
    done = python("mine.py", "--local", "spades-3", cwd=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "KeyError: 'model'")


@pytest.mark.parametrize("words", ["keep --packs x --help", "check --packs x --help"])
def test_a_command_need_not_call_run(words: str, tmp_path: Path) -> None:
    done = python("-c", "from arena.cli import main; main()", "bot", *words.split(), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("does", "infraction", "deaths"), [(DIES, "disconnected", 4), (NONSENSE, "illegal", 0), (HANGS, "timeout", 1)]
)
def test_a_bad_program_costs_itself_alone(does: str, infraction: str, deaths: int, tmp_path: Path) -> None:
    words = ("--variants", "pinochle-two-handed", "--boards", "1", "--seed", "1", "--option", ONE_HAND)
    (tmp_path / "bad.py").write_text(GREETED.format(does=does))
    bad = f"text:{sys.executable} {tmp_path / 'bad.py'}"
    done = match("random", bad, *words, "--move-time", "100ms", "--bank", "5s", "--json")
    lines = {line["bot"]: line for line in json.loads(done.stdout)["bots"]}
    assert lines["random"]["infractions"] == {}
    fault = next(line for name, line in lines.items() if name != "random")
    assert set(fault["infractions"]) == {infraction}
    assert fault["deaths"] >= deaths
    assert ("asked  " in done.stderr) == (infraction != "disconnected"), "the decision that was too slow or refused"


def test_a_bot_alone_plays_against_the_filler() -> None:
    report = run_json("random", "--variants", "pinochle-two-handed", "--option", ONE_HAND, "--boards", "1")
    assert {line["bot"]: line["filler"] for line in report["bots"]} == {"random": False, "simple": True}
    words = ("random", "--variants", "pinochle-two-handed", "--option", ONE_HAND, "--boards", "12", "--seed", "a")
    assert "random loses to simple, " in match(*words).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simple", "--gate"), "--gate takes two bots"),
        (("simple", "nobody"), "is not a house bot"),
        (("simple", "not_there.py"), "no such file"),
        ((BOT, "text:true"), "is not a text program"),
        ((BOT, "text:true"), "; a bot that connects over gRPC is 'grpc:COMMAND'"),
        ((BOT, "grpc:"), "no command is given"),
        ((BOT, str(ROOT / "bots")), "is a folder; give its Python file"),
        (("simple", "random", "simple", "--gate"), "--gate takes two bots, the new one first, and 3 are given"),
        (("simple", "random", "--gate", "--boards", "9"), "--boards has no effect with --gate: use --max-deals"),
        (("simple", "random", "--above", "3"), "--above has an effect only with --gate"),
        (("simple", "random", "--gate", "--above", "30"), "--above 30 is not less than --below 20"),
        (("simple", "random", "--out", "a", "--resume", "b"), "use --resume FILE alone"),
        ((BOT, BOT, "--resume", "/not/there"), "No such file"),
        (("simple", "random", "--variants", "spades-3,spades-3"), "'spades-3' is given twice; name it once"),
        (("simple", "random", "--variants", "spades-3,spades-4", "--gate"), "--gate takes one variant"),
        (("simple", "random", "--option", "spades-5:target=300"), "V one of spades-3"),
    ],
)
def test_errors_are_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in str(match("--variants", "spades-3", *words).exception)


@pytest.mark.parametrize("command", ["match", "benchmark"])
def test_help_lists_all_house_bots(command: str) -> None:
    shown = " ".join(CliRunner().invoke(arena, [command, "--help"]).output.split())
    assert f"house bot ({', '.join(HOUSE)}; with a budget: search:200), a Python file" in shown


def test_several_variants_have_a_table_each_and_one_together(tmp_path: Path) -> None:
    assert "--variants V[:PRESET],..." in str(match("simple", "random").exception)
    file = tmp_path / "match.jsonl"
    common = (BOT, BOT, "--filler", BOT, "--boards", "1", "--seed", "a", "--concurrency", "1", "--option", ONE_HAND)
    words = (*common, "--variants", "pinochle-two-handed,spades-3", "--option", "spades-3:target=300")
    whole = run_json(*words, "--out", str(file))
    two_handed, spades = whole["variants"]
    assert [(each["variant"], each["boards"], each["games"]) for each in whole["variants"]] == [
        ("pinochle-two-handed", 1, 2),
        ("spades-3", 1, 3),
    ]
    assert [line["filler"] for line in spades["bots"]].count(True) == 1
    assert [json.loads(line)["options"].get("target") for line in file.read_text().splitlines()][-1] == 300
    alone = run_json(*common, "--variants", "pinochle-two-handed")
    assert alone == two_handed, "a variant has the same boards alone"
    scores = {line["bot"]: line["score"] for line in two_handed["bots"]}
    others = {line["bot"]: line["score"] for line in spades["bots"]}
    assert {line["bot"]: (line["variants"], line["boards"]) for line in whole["whole"]} == dict.fromkeys(scores, (2, 2))
    for line in whole["whole"]:
        assert line["score"] == pytest.approx((scores[line["bot"]] + others[line["bot"]]) / 2)
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:3]))
    assert run_json(*words, "--resume", str(file)) == whole
    shown = match(*words, "--resume", str(file)).stdout
    assert shown.index("pinochle-two-handed: 1 board") < shown.index("spades-3: 1 board") < shown.index("All variants")


ONCE = """
import pathlib, sys
died = pathlib.Path({died!r})
for line in sys.stdin:
    if line.startswith("hello"):
        print("hello 1 once", flush=True)
    if line.startswith("?"):
        if not died.exists():
            died.touch()
            sys.exit(7)
        print(line.split()[5], flush=True)
"""


def test_deaths_are_counted_after_a_resume(tmp_path: Path) -> None:
    file, bot = tmp_path / "match.jsonl", tmp_path / "once.py"
    bot.write_text(ONCE.format(died=str(tmp_path / "died")))
    bots = (f"text:{sys.executable} {bot}", BOT, "--variants", "pinochle-two-handed", "--option", ONE_HAND)
    words = (*bots, "--boards", "2", "--seed", "a", "--concurrency", "1")
    whole = run_json(*words, "--out", str(file))
    assert {line["bot"]: (line["deaths"], line["infractions"]) for line in whole["bots"]} == {
        "once": (1, {}),
        "shell": (0, {}),
    }
    file.write_text(file.read_text().splitlines(keepends=True)[0])
    assert run_json(*words, "--resume", str(file)) == whole
    file.write_text("")
    (tmp_path / "died").unlink()
    assert run_json(*words, "--resume", str(file)) == whole, "a game that is played again is counted once"
    assert "4 records, no difference" in CliRunner().invoke(arena, ["verify", str(file)]).output


WAITS = """
import pathlib, signal, sys
records, go, waits = map(pathlib.Path, {files!r})
for line in sys.stdin:
    if line.startswith("hello"):
        print("hello 1 waits", flush=True)
    if line.startswith("?"):
        if records.exists() and records.stat().st_size and not go.exists():
            waits.write_text("now")
            signal.pause()
        print(line.split()[5], flush=True)
"""


def test_ctrl_c_ends_the_programs_and_the_rest_can_be_played(tmp_path: Path) -> None:
    file, go, waits, bot = (tmp_path / name for name in ("match.jsonl", "go", "waits", "waits.py"))
    bot.write_text(WAITS.format(files=[str(file), str(go), str(waits)]))
    os.mkfifo(waits)
    told_to_us = os.open(waits, os.O_RDWR)  # as a reader alone it would be over before the bot writes
    bots = (f"text:{sys.executable} {bot}", BOT, "--variants", "pinochle-two-handed", "--option", ONE_HAND)
    words = (*bots, "--boards", "2", "--seed", "a", "--concurrency", "1", "--move-time", "10m")
    command = (sys.executable, "-m", "arena", "match", *words, "--out", str(file))
    playing = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    ready, _, _ = select.select([told_to_us, os.pidfd_open(playing.pid)], [], [])
    assert told_to_us in ready, playing.communicate()  # the bot waits, behind the first record
    started = Path(f"/proc/{playing.pid}/task/{playing.pid}/children").read_text().split()
    assert len(started) >= 2
    playing.send_signal(signal.SIGINT)
    out, errors = playing.communicate(timeout=60)
    assert playing.returncode == 130, errors
    assert "interrupted: the same command with --seed a and --resume FILE continues" in errors
    assert "Traceback" not in errors
    assert out == "no board is complete yet\n"
    assert comes_true(lambda: not any(is_running(int(each)) for each in started)), "the programs that it started"
    assert len(file.read_text().splitlines()) == 1
    go.touch()
    rest = run_json(*words, "--resume", str(file))
    assert (rest["boards"], len(file.read_text().splitlines())) == (2, 4)
    assert "4 records, no difference" in CliRunner().invoke(arena, ["verify", str(file)]).output


def test_a_sentence_says_which_bot_is_stronger() -> None:
    met = Meeting(bot="simple", opponent="red_fox", score=0.69, low=0.641, high=0.737)
    assert compare_bots(met, "red_fox") == "red_fox loses to simple, 31 to 69 (95%: 26 to 36): weaker"
    met.low = 0.509  # printed as 50
    assert compare_bots(met, "simple") == "simple against red_fox, 69 to 31 (95%: 50 to 74): too close to tell"
