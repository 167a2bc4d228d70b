import json

import psycopg
import pytest

from arena.api.calls.answer_times import describe_times
from arena.rules.records.play_counts import COUNTS
from tests import ask
from tests.api.playing import connect, play_blocks
from tests.cli.conftest import Command, Served
from tests.store.house import token

BOTS = ["one", "two", "three", "four"]
TOOK = {  # of each, how many cards it answered within so many ms
    "one": {5: 90, 20: 10},
    "two": {5: 90, 500: 9, 2_000: 1},
    "three": {50_000: 40},
}


@pytest.fixture
def cup(served: Served) -> None:
    """A tournament that is over; its bots are connected, two others are and are not."""

    async def prepare() -> None:
        store = served.store
        for owner, bots in (("ann", [*BOTS, "idle"]), ("ben", ["other"])):
            await store.accounts.create_owner(owner, token(owner))
            for bot in bots:
                await store.accounts.register_bot(bot, "1", owner, token(bot))
        await connect(store, ["spades-4"])
        await store.accounts.register_bot("away", "1", "ann", token("away"))
        chosen = [ask.variant("spades-4")]
        await store.tournaments.create_tournament(ask.tournament("cup", chosen, BOTS, 1, allow_same_owner=True))
        await store.tournaments.start_tournament("cup")
        await play_blocks(store)

    served.await_(prepare())
    with psycopg.connect(served.dsn, autocommit=True) as sql:
        for bot, took in TOOK.items():
            counts = {"cards_timed": sum(took.values())} | {f"took_{ms}": count for ms, count in took.items()}
            for name, count in counts.items():
                sql.execute(
                    "UPDATE play_counts SET counts[%s] = %s WHERE version_id ="
                    " (SELECT id FROM named_versions WHERE bot = %s)",
                    (COUNTS.index(name) + 1, count, f"{bot}@1"),
                )


@pytest.mark.usefixtures("cup")
def test_the_connected_are_told_with_the_slowest_first(arena: Command) -> None:
    lines = arena("bot", "status").out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["three@1", "two@1", "one@1"]
    assert sorted(line.split()[0] for line in lines[3:]) == ["four@1", "idle@1", "other@1"]
    connected = "is online: 1 connected, 100 seats"
    assert lines[0] == f"three@1 {connected}; half of its answers within 50 s, 95 of 100 within 50 s"
    assert lines[1] == f"two@1 {connected}; half of its answers within 5 ms, 95 of 100 within 500 ms"
    assert f"four@1 {connected}" in lines, "nothing of it was timed"
    assert arena("bot", "status", "two").out.splitlines() == lines[1:2]
    named = json.loads(arena("bot", "status", "--json").out)["versions"]
    assert [each["line"] for each in named] == lines


@pytest.mark.usefixtures("cup")
def test_an_owner_is_told_of_its_own(arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_TOKEN", "ben")
    lines = arena("bot", "status").out.splitlines()
    assert [line.split()[0] for line in lines] == ["other@1"]


@pytest.mark.usefixtures("served")
def test_nobody_is_connected(arena: Command) -> None:
    assert arena("bot", "status").out == "no bot is connected\n"


@pytest.mark.usefixtures("served")
def test_all_at_once_are_not_let_in_again(arena: Command) -> None:
    said = arena("bot", "status", "--retry")
    assert said.refused
    assert "name the one" in said.err


def test_what_takes_longer_than_is_counted_is_told_so() -> None:
    words = "half of its answers take more than 50 s, 95 of 100 take more than 50 s"
    assert describe_times({"cards_timed": 3, "said_timed": 1, "took_5": 1}) == words
