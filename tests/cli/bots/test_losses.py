"""`arena bot losses`, over a tournament whose bots play at random."""

import hashlib
import json
from statistics import mean
from typing import Any

import pytest

from arena.rules.replays.parting import decided
from arena.rules.replays.place import decisions_at, played, read_place
from tests import ask
from tests.api.playing import connect
from tests.cli.conftest import Command, Served
from tests.web.conftest import BOTS
from tests.web.varied import VARIED, play_blocks_varied, play_varied


@pytest.fixture
def varied(served: Served) -> Served:
    async def prepare() -> None:
        await served.store.accounts.create_owner("ann", hashlib.sha256(b"ann").digest())
        for bot in BOTS:
            await served.store.accounts.register_bot(bot, "1", "ann", hashlib.sha256(bot.encode()).digest())
        await play_varied(served.store)

    served.await_(prepare())
    return served


def test_losses_come_with_the_hand_that_cost_most(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha", "--json", "--most", "3")
    assert said.code == 0
    lines = [json.loads(line) for line in said.out.splitlines()]
    lacks = [line["points"] - line["others"] for line in lines]
    assert len(lines) == 3
    assert lacks == sorted(lacks)
    assert {line["tournament"] for line in lines} == {VARIED}
    records = {each["id"]: each for each in map(json.loads, arena("export", VARIED).out.splitlines()) if "id" in each}
    for line in lines:
        at = (line["hand"], line["decision"], line["decider"])
        assert line["own"]["bot"] == "alpha@1" != line["best"]["bot"]
        assert line["own"]["points"] < line["best"]["points"]
        assert line["own"]["did"] != line["best"]["did"]
        for side in (line["own"], line["best"]):
            record = records[side["game"]]
            assert record["seats"][line["seat"]] == side["bot"]
            assert record["hands"][line["hand"]]["deltas"][line["seat"]] == side["points"]
            assert _did(record, at) == side["did"]


def test_they_are_told_as_a_table_too(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha@1", "--tournament", VARIED, "--most", "1")
    assert said.code == 0
    assert "What cost alpha@1 most in varied" in said.out
    assert f"arena export {VARIED} --game" in said.err
    (line,) = map(json.loads, arena("bot", "losses", "alpha", "--json", "--most", "1").out.splitlines())
    see, ask, keep = said.err.splitlines()
    assert see.endswith(f"| arena replay - --hand {line['hand'] + 1}")
    assert ask.endswith(f"| python my_bot.py --replay {line['place']} --record -")
    assert keep.endswith(f"arena bot keep {line['own']['game']}:{line['hand'] + 1} --seat {line['seat']}")


def test_each_has_the_decision_to_ask_again_and_the_hands_difference(varied: Served, arena: Command) -> None:
    for text in arena("bot", "losses", "alpha", "--json", "--most", "4").out.splitlines():
        line = json.loads(text)
        place = read_place(line["place"])
        record = next(each for each in records_of(arena, place.game) if each["id"] == place.game)
        _, game, _ = next(decisions_at(record, place))
        assert record["seats"][game.to_act] == "alpha@1"
        assert (place.game, place.hand) == (line["own"]["game"], line["hand"])
        if line["decider"] is not None and record["seats"][line["decider"]] == "alpha@1":
            assert place.decision == line["decision"]
        brought = {
            each["id"]: each["hands"][line["hand"]]["deltas"][line["seat"]]
            for each in records_of(arena, place.game)
            if line["hand"] < len(each["hands"])
        }
        own = brought.pop(place.game)
        assert line["below"] == pytest.approx(mean(brought.values()) - own)


def test_a_variant_is_looked_for_where_it_was_played(varied: Served, arena: Command) -> None:
    """The newest tournament has no board of it: the one before has."""
    varied.await_(play_varied(varied.store, tournament="newer", played=["pinochle-chips"]))
    newest = json.loads(arena("bot", "losses", "alpha", "--json", "--most", "1").out)
    assert newest["tournament"] == "newer"
    of_spades = arena("bot", "losses", "alpha", "--variant", "spades-4", "--json")
    found = [json.loads(line) for line in of_spades.out.splitlines()]
    assert {(line["tournament"], line["variant"]) for line in found} == {(VARIED, "spades-4")}
    said = arena("bot", "losses", "alpha", "--variant", "spades-4", "--tournament", "newer")
    assert said.out == "alpha@1 has played no closed board of spades-4 in rotations of newer\n"
    refused = arena("bot", "losses", "alpha", "--variant", "spades-5")
    assert refused.refused
    assert "bot 'alpha@1' is in no tournament, and no gate of two sides, with a closed board of spades-5" in refused.err


def test_gates_count_where_a_version_played_nothing_else(varied: Served, arena: Command) -> None:
    """The newest tournament is a gate: the one before comes first, but not for a version that has only that."""
    owner = ("--owner", "ann")
    assert arena("bot", "register", "alpha", "--version", "2", *owner).code == 0
    assert "bot 'alpha@2' is in no tournament, and no gate of two sides" in arena("bot", "losses", "alpha").err
    gate = ask.gate("alpha@2", "alpha@1", [ask.variant("pinochle-double-deck")])
    varied.await_(varied.store.tournaments.create_gate(gate))
    varied.await_(connect(varied.store, ["pinochle-double-deck"]))
    varied.await_(play_blocks_varied(varied.store, 2))
    said = arena("bot", "losses", "alpha", "--json", "--most", "1")
    assert said.code == 0, said.err
    line = json.loads(said.out)
    assert (line["tournament"], line["own"]["bot"]) == ("gate-1", "alpha@2")
    line = json.loads(arena("bot", "losses", "alpha@1", "--json", "--most", "1").out)
    assert line["tournament"] == VARIED


def test_what_is_not_there_is_refused(varied: Served, arena: Command) -> None:
    for words in (("none",), ("none@1",), ("alpha@2",), ("none", "--tournament", VARIED)):
        refused = arena("bot", "losses", *words)
        assert refused.refused
        assert f"there is no bot '{words[0]}'" in refused.err
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
