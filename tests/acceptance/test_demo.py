import json
import os
import re
import signal
import urllib.request
from functools import partial
from typing import Any

import pytest

from arena.demo.report import WIDTH, verdict
from arena.rules import VARIANTS
from arena.wire.gen.standings_pb2 import Meeting
from tests.acceptance.conftest import Here, child_with
from tests.local.processes import children_of, is_running
from tests.local.waiting import comes_true

BOTS = 4
BOARDS = {"spades-3": 40, "pinochle-chips": 40}  # 4 line-ups, 10 boards each
DEMO = ("demo", "--boards", "60", "--variants", ",".join(BOARDS))
GAMES = 3 * sum(BOARDS.values())
MAX_LINES = 45


def check_complete(here: Here, name: str) -> None:
    """All boards of both variants, every game once, every record true, ratings that can be computed anew."""
    with here.up():
        answer: dict[str, Any] = json.loads(here.run("tournament", "standings", name, "--json"))
        assert answer["tournament"]["state"] == "finished"
        assert answer["tournament"]["closed"] == sum(BOARDS.values())
        for variant in answer["variants"]:
            assert [line["boards"] for line in variant["standings"]] == [30] * BOTS
            assert sum(line["score"] for line in variant["standings"]) == pytest.approx(BOTS / 2)
            assert len(variant["crosstable"]) == BOTS * (BOTS - 1) / 2
        here.run("export", name, "-o", str(here.folder / "records.jsonl"))
        assert here.run("ratings", "--rebuild").endswith(" 0 ratings changed\n")
    lines = [json.loads(line) for line in (here.folder / "records.jsonl").read_text().splitlines()]
    records = [line for line in lines if line["format"] == "arena-game/1"]
    assert len({record["id"] for record in records}) == len(records) == GAMES
    assert len({(record["seed"], *record["seats"]) for record in records}) == GAMES
    assert here.run("verify", str(here.folder / "records.jsonl")).endswith(f"\n{GAMES} records, no difference\n")


def has_another(parent: int, word: str, victim: int) -> bool:
    return child_with(parent, word) not in (None, victim)


def check_printed(printed: str) -> None:
    """The screen is short, and its one table and its verdict are those of the tournament."""
    assert f"demo-1: {GAMES} games of spades-3, pinochle-chips\n" in printed
    assert printed.count("┏") == 1
    assert printed.count("The arena lagged") <= 1
    assert "One hand of spades-3, as it was played:\n" in printed
    assert "export demo-1 --game" in printed


@pytest.mark.slow
def test_from_nothing_to_a_verdict(here: Here) -> None:
    with here.start(*DEMO) as demo:
        printed, _ = demo.communicate()
    check_printed(printed)
    assert demo.returncode == 0
    assert len(printed.splitlines()) <= MAX_LINES
    assert [line for line in printed.splitlines() if len(line) > WIDTH] == []
    assert printed.index("gateway and two workers: ") < printed.index("over gRPC: ") < printed.index("demo-1: 80 of 80")
    check_complete(here, "demo-1")
    with here.up():
        answer = json.loads(here.run("tournament", "standings", "demo-1", "--json"))
    sentences = [*verdict(Meeting(**line) for line in answer["whole"]["crosstable"])]
    assert len(sentences) == 2
    assert " ".join(sentences) in " ".join(printed.split())


@pytest.mark.tutorial  # the short form of `make demo`, whose compiling and installing other tests do
def test_a_short_demo_fits_the_screen(here: Here) -> None:
    lines = here.run("demo", "--boards", "12", "--variants", "pinochle-cutthroat").splitlines()
    assert len(lines) <= MAX_LINES
    assert [line for line in lines if len(line) > WIDTH] == []


@pytest.mark.slow
def test_on_a_terminal_the_page_stays_until_ctrl_c(here: Here) -> None:
    with here.on_a_terminal(*DEMO) as (demo, shown):
        output = ""
        while not (match := re.search(r"The page: (http://127\.0\.0\.1:\d+)/tournaments/demo-1 until", output)):
            output += shown.readline()
        with urllib.request.urlopen(f"{match[1]}/tournaments/demo-1") as answer:
            assert "demo-simple@1" in answer.read().decode()
        demo.send_signal(signal.SIGINT)
        assert demo.wait() == 0
    assert "Traceback" not in output
    shown_lines = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", output).splitlines()
    check_printed("\n".join(shown_lines) + "\n")
    assert all(len(line) <= WIDTH for line in shown_lines)
    # A live line is drawn again where the cursor went back, which is read as a line end.
    ups = sum(map(int, re.findall(r"\x1b\[(\d+)A", output)))
    assert len(re.findall(r"\n(?!\x1b\[(?:2K|1A))", output)) - ups <= MAX_LINES


@pytest.mark.slow
def test_an_interrupted_demo_is_finished_by_the_next(here: Here) -> None:
    with here.start(*DEMO) as demo:
        assert comes_true(lambda: here.closed("demo-1") > 0, within=60)
        started = children_of(demo.pid)
        assert len(started) == 5 + BOTS
        demo.send_signal(signal.SIGINT)
        said, _ = demo.communicate()
        assert demo.returncode == 130, said
    assert not any(is_running(pid) for pid in started)
    assert "Traceback" not in said
    check_printed(here.run(*DEMO))
    check_complete(here, "demo-1")
    assert "demo-2: " in here.run("demo", "--boards", "12", "--variants", "pinochle-cutthroat")


@pytest.mark.slow
def test_any_process_may_be_killed_in_the_middle(here: Here) -> None:
    with here.start(*DEMO) as demo:
        assert comes_true(lambda: here.closed("demo-1") > 0, within=60)
        for word in ("workers", "bots.house.simple", "arena.gateway", "valkey", "postgres"):
            victim = child_with(demo.pid, word)
            assert victim is not None, word
            os.kill(victim, signal.SIGKILL)
            assert comes_true(partial(has_another, demo.pid, word, victim), within=30)
        said, _ = demo.communicate()
        assert demo.returncode == 0, said
    assert said.count("was killed by SIGKILL: starting it again") == 5
    check_complete(here, "demo-1")


@pytest.mark.slow
def test_all_plays_every_variant(here: Here) -> None:
    assert "demo-1: " in here.run("demo", "--boards", "110", "--variants", "all")
    with here.up():
        answer = json.loads(here.run("tournament", "standings", "demo-1", "--json"))
        assert [each["variant"] for each in answer["variants"]] == [*VARIANTS]
        here.run("export", "demo-1", "-o", str(here.folder / "records.jsonl"))
    assert here.run("verify", str(here.folder / "records.jsonl")).endswith(" records, no difference\n")


@pytest.mark.slow
def test_an_unknown_variant_starts_nothing(here: Here) -> None:
    here.run("demo", "--variants", "spades-9", code=2)
    assert list(here.folder.iterdir()) == []
