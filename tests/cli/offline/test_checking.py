"""`arena replay --check`: a table for people, JSON for programs, and errors of one line."""

import json
from pathlib import Path

import pytest

from arena.rules.check import check_plays, check_totals
from tests.cli.conftest import Command


@pytest.fixture
def file(arena: Command, tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_text(arena("selfplay", "spades-3", "--games", "1", "--seed", "s", "--option", "max_hands=2").out)
    return path


def test_the_cards_that_cost_points_are_listed(arena: Command, file: Path) -> None:
    said = arena("replay", str(file), "--check", "--hand", "1", "--seat", "0", "--playouts", "4")
    record = json.loads(file.read_text())
    assert (said.code, said.err) == (0, "")
    checks = list(check_plays(record, 0, 0, 4))
    for each in checks:
        assert (f"{record['id']}:1:{each.decision + 1} " in said.out) == each.is_clear
    assert f"{check_totals(checks, 3, 1)[0].each_hand:.2f}" in said.out
    assert "solved with all cards known in the last tricks" in said.out
    assert "The sums are of all cards, also of those not listed" in said.out
    assert "Bids, trump and all else before the play are not checked." in said.out


def test_json_has_every_card_and_the_sums(arena: Command, file: Path) -> None:
    said = arena("replay", str(file), "--check", "--seat", "1", "--playouts", "4", "--json")
    answer = json.loads(said.out)
    record = json.loads(file.read_text())
    assert [each["decision"] for each in answer["cards"]] == [each.decision for each in check_plays(record, None, 1, 4)]
    assert {each["seat"] for each in answer["cards"]} == {1}
    for each in answer["cards"]:
        decision = record["hands"][each["hand"]]["decisions"][each["decision"]]
        assert (decision["kind"], decision["card"]) == ("play", each["card"])
    [total] = answer["seats"]
    assert total["player"] == record["seats"][1] or total["player"].startswith(record["seats"][1])
    assert total["regret"] == pytest.approx(sum(each["regret"] for each in answer["cards"]))
    assert said.err.splitlines() == ["hand 1 of 2", "hand 2 of 2"]
