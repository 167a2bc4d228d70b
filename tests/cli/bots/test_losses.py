import json
from statistics import mean
from typing import Any

import pytest

from arena.rules import LOOK, Kind
from arena.rules.replays.parting import list_decisions
from arena.rules.replays.place import decisions_at, finish_record, read_place
from tests import ask
from tests.api.playing import connect
from tests.cli.conftest import Command, Served, register_and_play
from tests.web.varied import VARIED, play_blocks_varied, play_varied


@pytest.fixture
def fresh(served: Served) -> Served:
    """The same as `varied`, for one test that changes it."""
    served.await_(register_and_play(served.store))
    return served


def test_losses_have_the_costliest_hand(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha", "--json", "--max-boards", "3")
    assert said.code == 0
    lines = [json.loads(line) for line in said.out.splitlines()]
    lacks = [line["points"] - line["others"] for line in lines]
    assert len(lines) == 3
    assert lacks == sorted(lacks)
    assert {line["tournament"] for line in lines} == {VARIED}
    records = {each["id"]: each for each in all_records(arena)}
    for line in lines:
        at = (line["hand"], line["decision"], line["decider"])
        assert line["own"]["bot"] == "alpha@1" != line["best"]["bot"]
        assert line["own"]["points"] < line["best"]["points"]
        assert line["own"]["action"] != line["best"]["action"]
        for side in (line["own"], line["best"]):
            record = records[side["game"]]
            assert record["seats"][line["seat"]] == side["bot"]
            assert record["hands"][line["hand"]]["deltas"][line["seat"]] == side["points"]
            assert actions_at(record, at)[:1] == [side["action"]]


def test_losses_are_a_table_with_commands_below(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha@1", "--tournament", VARIED, "--max-boards", "1")
    assert said.code == 0
    assert "Costliest boards of alpha@1 in varied" in said.out
    assert f"arena export {VARIED} --game" in said.err
    (line,) = map(json.loads, arena("bot", "losses", "alpha", "--json", "--max-boards", "1").out.splitlines())
    see, ask, keep = said.err.splitlines()
    assert see.endswith(f"| arena replay - --hand {line['hand'] + 1}")
    assert ask.endswith(f"| python my_bot.py --replay {line['place']} --record -")
    assert keep.endswith(f"arena bot keep {line['place']}")


def test_each_loss_has_the_decision_and_the_difference(varied: Served, arena: Command) -> None:
    for text in arena("bot", "losses", "alpha", "--json", "--max-boards", "4").out.splitlines():
        line = json.loads(text)
        place = read_place(line["place"])
        record = next(each for each in records_of(arena, place.game) if each["id"] == place.game)
        _, game, action = next(decisions_at(record, place))
        assert game.legal().single < 0, "the decision had a choice"
        assert (game.kind, action) != (Kind.BLIND, LOOK), "a look before the bid costs nothing"
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


def test_the_newest_tournament_with_the_variant_or_bot_is_chosen(fresh: Served, arena: Command) -> None:
    fresh.await_(play_varied(fresh.store, tournament="newer", played=["pinochle-chips"]))
    newest = json.loads(arena("bot", "losses", "alpha", "--json", "--max-boards", "1").out)
    assert newest["tournament"] == "newer"
    of_spades = arena("bot", "losses", "alpha", "--variant", "spades-4", "--json")
    records = [json.loads(line) for line in of_spades.out.splitlines()]
    assert {(line["tournament"], line["variant"]) for line in records} == {(VARIED, "spades-4")}
    said = arena("bot", "losses", "alpha", "--variant", "spades-4", "--tournament", "newer")
    assert said.out == "alpha@1 has played no closed board of spades-4 in rotations of newer\n"
    refused = arena("bot", "losses", "alpha", "--variant", "spades-5")
    assert refused.refused
    assert "bot 'alpha@1' is in no tournament, and no gate of two sides, with a closed board of spades-5" in refused.err
    # A gate counts only for a version that has no other tournament.
    assert arena("bot", "register", "alpha", "--version", "2", *("--owner", "ann")).code == 0
    assert "bot 'alpha@2' is in no tournament, and no gate of two sides" in arena("bot", "losses", "alpha").err
    gate = ask.gate("alpha@2", "alpha@1", [ask.variant("pinochle-double-deck")], test_seed="lost")
    fresh.await_(fresh.store.tournaments.create_gate(gate))
    fresh.await_(connect(fresh.store, ["pinochle-double-deck"]))
    fresh.await_(play_blocks_varied(fresh.store, 2))
    said = arena("bot", "losses", "alpha", "--json", "--max-boards", "1")
    assert said.code == 0, said.err
    line = json.loads(said.out)
    assert (line["tournament"], line["own"]["bot"]) == ("gate-1", "alpha@2")
    line = json.loads(arena("bot", "losses", "alpha@1", "--json", "--max-boards", "1").out)
    assert line["tournament"] == "newer"


def test_unknown_bots_and_tournaments_are_refused(varied: Served, arena: Command) -> None:
    for words in (("none",), ("none@1",), ("alpha@2",), ("none", "--tournament", VARIED)):
        refused = arena("bot", "losses", *words)
        assert refused.refused
        assert f"there is no bot '{words[0]}'" in refused.err
    assert arena("bot", "losses", "alpha", "--tournament", "none").refused
    assert arena("bot", "losses", "alpha", "--variant", "bridge").refused
    assert arena("bot", "losses", "alpha", "--max-boards", "21").refused


RECORDS: list[dict[str, Any]] = []  # exporting them takes seconds


def all_records(arena: Command) -> list[dict[str, Any]]:
    if not RECORDS:
        exported = [json.loads(line) for line in arena("export", VARIED).out.splitlines()]
        RECORDS.extend(each for each in exported if each["format"] == "arena-game/1")
    return RECORDS


def records_of(arena: Command, game: str) -> list[dict[str, Any]]:
    """Return the games of the board of *game*."""
    seed = next(each["seed"] for each in all_records(arena) if each["id"] == game)
    return [each for each in RECORDS if each["seed"] == seed]


def actions_at(record: dict[str, Any], at: tuple[int, int, int]) -> list[str]:
    """Return the action of a decision, given as hand, decision and seat; none where the game has another."""
    decisions = list_decisions(finish_record(record))
    return [each.action for each in decisions if (each.hand, each.decision, each.seat) == at]
