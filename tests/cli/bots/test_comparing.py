import json

from tests.cli.bots.test_losses import actions_at, records_of
from tests.cli.conftest import Command, Served
from tests.web.varied import VARIED


def test_decisions_are_compared_on_the_same_boards(varied: Served, arena: Command) -> None:
    said = arena("bot", "compare", "beta@1", "alpha@1", "--tournament", VARIED, "--json")
    assert said.code == 0, said.err
    lines = [json.loads(line) for line in said.out.splitlines()]
    parted = [line for line in lines if line["game"] is not None]
    assert parted
    for line in parted[:5]:
        at = (line["hand"], line["decision"], line["seat"])
        did: dict[str, set[str]] = {"alpha@1": set(), "beta@1": set()}
        for record in records_of(arena, line["game"]):
            who = record["seats"][line["seat"]]
            if who in did:
                did[who] |= set(actions_at(record, at))
        assert line["new"] in did["alpha@1"]
        assert set(line["old"]) <= did["beta@1"]
        assert line["new"] not in line["old"]
        assert line["place"] == f"{line['game']}:{line['hand'] + 1}:{line['decision'] + 1}"
    shown = arena("bot", "compare", "beta", "alpha", "--tournament", VARIED, "--max-boards", "3")
    assert "First decision on each board that alpha@1 answered differently from beta@1" in shown.out
    assert "3 boards that both played" in shown.err
    for line in lines[:3]:
        assert line["place"] is None or f" {line['place']} " in shown.out


def test_refusals_say_what_is_accepted(varied: Served, arena: Command) -> None:
    owner = arena("token", "create", "owner", "ann").out.strip()
    for token, said in (((), "an owner's token"), (("--token", owner), "was not submitted")):
        refused = arena("bot", "compare", "alpha@1", "beta@1", *token)
        assert refused.refused
        assert said in refused.err
        assert "an owner may compare the files of two submitted versions; with --tournament T anybody" in refused.err
    assert arena("bot", "compare", "alpha", "none", "--tournament", VARIED).refused
    assert arena("bot", "compare", "alpha", "alpha", "--tournament", VARIED).refused
    assert arena("bot", "compare", "alpha", "beta", "--tournament", "none").refused
