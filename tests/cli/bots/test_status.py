import json

import psycopg
import pytest

from arena.api.calls.answer_times import describe_times
from arena.rules.records.play_counts import COUNTS
from tests.api.playing import connect
from tests.cli.conftest import Command, Served, register

TOOK = {  # number of cards by ms, for each bot
    "a": {5: 90, 20: 10},
    "b": {5: 90, 500: 9, 2_000: 1},
    "c": {50_000: 40},
}


@pytest.fixture
def cup(finished: Served, arena: Command) -> None:
    """A finished tournament of connected bots, with two more connected bots and one that is not."""
    arena("bot", "register", "idle", "--version", "1", "--owner", "ada")
    register(("other",), "ben")
    finished.await_(connect(finished.store, ["spades-4"]))
    arena("bot", "register", "away", "--version", "1", "--owner", "ada")
    with psycopg.connect(finished.dsn, autocommit=True) as sql:
        for bot, took in TOOK.items():
            counts = {"cards_timed": sum(took.values())} | {f"took_{ms}": count for ms, count in took.items()}
            for name, count in counts.items():
                sql.execute(
                    "UPDATE play_counts SET counts[%s] = %s WHERE version_id ="
                    " (SELECT id FROM named_versions WHERE bot = %s)",
                    (COUNTS.index(name) + 1, count, f"{bot}@1"),
                )


@pytest.mark.usefixtures("cup")
def test_connected_bots_are_listed_the_slowest_first(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = arena("bot", "status").out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["c@1", "b@1", "a@1"]
    assert sorted(line.split()[0] for line in lines[3:]) == ["d@1", "idle@1", "other@1"]
    connected = "is online: 1 connected, 100 seats"
    assert lines[0] == f"c@1 {connected}; half of its answers within 50 s, 95 of 100 within 50 s"
    assert lines[1] == f"b@1 {connected}; half of its answers within 5 ms, 95 of 100 within 500 ms"
    assert f"d@1 {connected}" in lines, "nothing of it was timed"
    assert arena("bot", "status", "b").out.splitlines() == lines[1:2]
    named = json.loads(arena("bot", "status", "--json").out)["versions"]
    assert [each["line"] for each in named] == lines
    monkeypatch.setenv("ARENA_TOKEN", arena("token", "create", "owner", "ben").out.strip())
    lines = arena("bot", "status").out.splitlines()
    assert [line.split()[0] for line in lines] == ["other@1"]


@pytest.mark.usefixtures("served")
def test_status_without_bots(arena: Command) -> None:
    assert arena("bot", "status").out == "no bot is connected\n"
    said = arena("bot", "status", "--retry")
    assert said.refused
    assert "name the bot" in said.err


def test_response_times_beyond_the_counts_are_reported() -> None:
    words = "half of its answers take more than 50 s, 95 of 100 take more than 50 s"
    assert describe_times({"cards_timed": 3, "said_timed": 1, "took_5": 1}) == words
