"""`arena demo` from end to end: everything real, in a state folder of its own."""

import json
import os
import re
import signal
import urllib.request
from functools import partial
from typing import Any

import pytest

from arena.rules import VARIANTS
from runner.confine.machine import why_not_confined
from tests.acceptance.conftest import Here, child_with
from tests.local.processes import children_of, is_running
from tests.local.waiting import comes_true

pytestmark = pytest.mark.slow

BOTS = 6  # that play all variants; the light search plays one
BOARDS = {"spades-4": 60, "pinochle-cutthroat": 80}  # 15 and 20 line-ups, 4 boards each
DEMO = ("demo", "--variants", ",".join(BOARDS))
CLOSES = not why_not_confined()  # then there is a runner, and something is played closed
GAMES = 4 * BOARDS["spades-4"] + 3 * BOARDS["pinochle-cutthroat"]


def check_complete(here: Here, name: str) -> None:
    """All boards of both variants, every game once, every record true, ratings that can be computed anew."""
    with here.up():
        answer: dict[str, Any] = json.loads(here.run("tournament", "standings", name, "--json"))
        assert answer["tournament"]["state"] == "finished"
        assert answer["tournament"]["closed"] == sum(BOARDS.values())
        for variant in answer["variants"]:
            assert [line["boards"] for line in variant["standings"]] == [40] * BOTS
            assert sum(line["score"] for line in variant["standings"]) == pytest.approx(BOTS / 2)
            assert len(variant["crosstable"]) == BOTS * (BOTS - 1) / 2
        here.run("export", name, "-o", str(here.folder / "records.jsonl"))
        assert here.run("ratings", "--rebuild").endswith(" 0 ratings changed\n")
    lines = [json.loads(line) for line in (here.folder / "records.jsonl").read_text().splitlines()]
    records = [line for line in lines if line["format"] == "arena-game/1"]
    assert len({record["id"] for record in records}) == len(records) == GAMES
    assert len({(record["seed"], *record["seats"]) for record in records}) == GAMES
    assert here.run("verify", str(here.folder / "records.jsonl")).endswith(f"\n{GAMES} records, no difference\n")


def check_closed(here: Here, name: str) -> None:
    with here.up():
        answer: dict[str, Any] = json.loads(here.run("tournament", "standings", name, "--json"))
        assert answer["tournament"]["state"] == "finished"
        (variant,) = answer["variants"]
        assert [line["boards"] for line in variant["standings"]] == [20] * 4
        assert not any(line.get("infractions") for line in variant["standings"])
        here.run("export", name, "-o", str(here.folder / "closed.jsonl"))
    assert here.run("verify", str(here.folder / "closed.jsonl")).endswith("\n80 records, no difference\n")


def has_another(parent: int, word: str, victim: int) -> bool:
    return child_with(parent, word) not in (None, victim)


def test_from_nothing_to_elo(here: Here) -> None:
    printed = here.run(*DEMO)
    for variant in BOARDS:
        assert f"{variant}: demo-1 (on trust, deals committed by the operator, rated format: " in printed
        assert f"Rating, {variant} (on trust, rated format: " in printed
    assert printed.count("Over at least 40 boards each, every simple exceeds every random by more than 3") == 2
    assert "One hand, as it was played" in printed
    assert "Every simple is better than every random: the least lead is" in printed
    assert f"{GAMES} games on {sum(BOARDS.values())} boards were played, with 0 infractions." in printed
    assert "export demo-1 --game" in printed
    assert printed.count("spades-4: search-demo-1 (on trust, deals committed by the operator, rated format: ") == 1
    assert printed.count("spades-4: closed-demo-1 (closed, deals committed by the operator, rated format: ") == CLOSES
    check_complete(here, "demo-1")


def test_on_a_terminal_the_page_stays_until_ctrl_c(here: Here) -> None:
    with here.on_a_terminal("demo", "--variants", "spades-3") as (demo, shown):
        output = ""
        while not (match := re.search(r"Look at all of it at (http://127\.0\.0\.1:\d+) until", output)):
            output += shown.readline()
        with urllib.request.urlopen(f"{match[1]}/tournaments/demo-1") as answer:
            assert "simple-1@1" in answer.read().decode()
        demo.send_signal(signal.SIGINT)
        assert demo.wait() == 0
    assert "Traceback" not in output


def test_an_interrupted_demo_is_finished_by_the_next(here: Here) -> None:
    with here.start(*DEMO) as demo:
        assert comes_true(lambda: here.closed("demo-1") > 0, within=60)
        started = children_of(demo.pid)
        assert len(started) == 5 + BOTS + 1 + CLOSES
        demo.send_signal(signal.SIGINT)
        said, _ = demo.communicate()
        assert demo.returncode == 130, said
    assert not any(is_running(pid) for pid in started)
    assert "Traceback" not in said
    assert "demo-1 (on trust, deals committed by the operator, rated format: " in here.run(*DEMO)
    check_complete(here, "demo-1")
    if CLOSES:
        check_closed(here, "closed-demo-1")
    assert "demo-2 (on trust, deals committed by the operator, rated format: " in here.run(
        "demo", "--variants", "pinochle-cutthroat"
    )


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


def test_without_a_choice_it_plays_every_variant(here: Here) -> None:
    printed = here.run("demo")
    for variant in VARIANTS:
        assert f"{variant}: demo-1 (on trust, deals committed by the operator, rated format: " in printed
    # 40 boards are five blocks or a few more: in some variants the error of so few is too large for a clear lead.
    assert printed.count("Over at least 40 boards each, every simple ") == len(VARIANTS)
    assert "Every simple is better than every random: the least lead is " in printed
    with here.up():
        here.run("export", "demo-1", "-o", str(here.folder / "records.jsonl"))
    assert here.run("verify", str(here.folder / "records.jsonl")).endswith(" records, no difference\n")


def test_an_unknown_variant_starts_nothing(here: Here) -> None:
    here.run("demo", "--variants", "spades-9", code=2)
    assert list(here.folder.iterdir()) == []
