"""`arena bot losses`, over a tournament whose bots play at random."""

import hashlib
import json
from typing import Any

import pytest

from arena.rules import decided, played
from tests.cli.conftest import Command, Served
from tests.web.conftest import BOTS
from tests.web.varied import VARIED, play_varied


@pytest.fixture
def varied(served: Served) -> Served:
    async def prepare() -> None:
        await served.store.accounts.create_owner("ann", hashlib.sha256(b"ann").digest())
        for bot in BOTS:
            await served.store.accounts.register_bot(bot, "1", "ann", hashlib.sha256(bot.encode()).digest())
        await play_varied(served.store)

    served.await_(prepare())
    return served


def test_losses_come_with_the_decision_that_departs(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha", "--json", "--most", "3")
    assert said.code == 0
    lines = [json.loads(line) for line in said.out.splitlines()]
    lacks = [line["points"] - line["others"] for line in lines]
    assert len(lines) == 3
    assert lacks == sorted(lacks)
    assert {line["tournament"] for line in lines} == {VARIED}
    for line in lines:
        records = records_of(arena, line["game"])
        own = next(each for each in records if each["id"] == line["game"])
        assert own["seats"][line["seat"]] == "alpha@1"
        at = (line["hand"], line["decision"], line["seat"])
        did = {each["id"]: _did(each, at) for each in records}
        assert did[line["game"]] == line["did"]
        assert line["did"] not in line["others_did"]
        assert set(line["others_did"]) <= set(did.values())
        assert line["hand_points"] == own["hands"][line["hand"]]["deltas"][line["seat"]]


def test_they_are_told_as_a_table_too(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha@1", "--tournament", VARIED, "--most", "1")
    assert said.code == 0
    assert "What cost alpha@1 most in varied" in said.out
    assert f"arena export {VARIED} --game" in said.err


def test_what_is_not_there_is_refused(varied: Served, arena: Command) -> None:
    assert arena("bot", "losses", "none").refused
    assert arena("bot", "losses", "alpha", "--tournament", "none").refused
    assert arena("bot", "losses", "alpha", "--variant", "bridge").refused
    assert arena("bot", "losses", "alpha", "--most", "21").refused


def records_of(arena: Command, game: str) -> list[dict[str, Any]]:
    """Return the games of the board that *game* is of."""
    exported = [json.loads(line) for line in arena("export", VARIED).out.splitlines()]
    games = [each for each in exported if each["format"] == "arena-game/1"]
    seed = next(each["seed"] for each in games if each["id"] == game)
    return [each for each in games if each["seed"] == seed]


def _did(record: dict[str, Any], at: tuple[int, int, int]) -> str | None:
    found = [each.action for each in decided(played(record)) if (each.hand, each.decision, each.seat) == at]
    return found[0] if found else None
