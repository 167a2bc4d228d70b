import json
import math
import signal
import threading
from collections.abc import Iterator
from typing import Any

import click
import pytest

from arena.cli.gate import report
from arena.cli.gate.gate import challenge, gate
from arena.cli.gate.report import follow
from tests.api.playing import connect
from tests.cli.conftest import Command, Served, register
from tests.store.gates.test_gates import better

SPADES, MET = "spades-3", "pinochle-two-handed"
GATE = ("gate", "new", "old", "--variants", SPADES, "--below", "100")


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "POLL_INTERVAL", 0.1)


@pytest.fixture
def house(served: Served, arena: Command) -> Served:
    """The owner `house` has two bots; `new` and `old` are ada's."""
    register(("h1", "h2"), "house")
    register(("new", "old"))
    served.await_(connect(served.store, [SPADES, MET]))
    return served


class Player:
    """Plays the boards of whatever gates there are, so that `new` takes more points than others by *strength*."""

    def __init__(self, house: Served, strength: int) -> None:
        self._house, self._strength = house, strength
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: Any) -> None:
        self._ended.set()
        self._thread.join()

    def _play(self) -> None:
        store = self._house.store
        (version,) = (row.version_id for row in self._house.await_(store.accounts.bots()) if row.bot == "new@1")
        while not self._ended.wait(0.02):
            while claim := self._house.await_(store.play.claim("w", 60)):
                results = better(claim, version, self._strength)
                self._house.await_(store.play.finish(claim.block_id, claim.lease_number, results))
                self._house.await_(store.tournaments.judge_gates())


def test_a_gate_plays_until_it_decides_and_its_exit_code_says_so(house: Served, arena: Command) -> None:
    with Player(house, 4):
        said = arena(*GATE)
    assert said.code == 0
    assert (
        "gate-1 (on trust, deals committed by the operator, rated format: 3 hands): new@1 is stronger than old@1"
        in said.out
    )
    assert "with h1@1, h2@1" in said.out
    shown = arena("gate", "show", "gate-1").out
    assert shown.rpartition(" deals, ")[0] in said.out, "a block in play may end after the decision"
    path = [line for line in said.out.splitlines() if line.startswith("gate-1: ")]
    assert len(path) > 1, "who reads a pipe sees how it goes"
    assert path[0] == "gate-1: 0 deals"
    assert " points of 100 a deal, board Elo +" in shown
    assert "not stronger: below 100; risks of a wrong verdict: 0.05, 0.05" in shown
    output = arena("gate", "show", "gate-1", "--explain").out
    assert output.startswith(shown)
    explained = [line.partition(": ")[0] for line in output.removeprefix(shown).splitlines()]
    assert explained.pop() == "wealth of the bets"
    assert explained == ["stronger", "board Elo", "score", "deals", "boards"]
    listed = json.loads(arena("tournament", "list", "--json").out)["tournaments"]
    assert [(line["name"], line["kind"], line["state"]) for line in listed] == [("gate-1", "gate", "finished")]
    for words in ((), ("--luck",)):
        standings = arena("tournament", "standings", "gate-1", *words)
        assert standings.refused
        assert "gate" in standings.err
    assert "is a gate" in arena("tournament", "findings", "gate-1").err


def test_json_has_a_line_for_each_change(house: Served, arena: Command) -> None:
    with Player(house, -4):
        said = arena(*GATE, "--name", "g", "--json", "--variants", f"{SPADES},{MET}")
    assert said.code == 1
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [line["decision"] for line in lines] == [""] * (len(lines) - 1) + ["not stronger"]
    last = lines[-1]
    assert last["log_wealth_stronger"] < 0
    assert last["log_wealth_not_stronger"] >= -math.log(last["beta"])
    assert last["estimate"]["low"] < 0
    assert {line["variant"] for line in last["variants"]} == {SPADES, MET}
    shown = arena("gate", "show", "g", "--json")
    assert (shown.code, json.loads(shown.out)["decision"]) == (1, "not stronger")


def test_an_interrupted_gate_goes_on(house: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    main, follows = threading.main_thread().ident, threading.Event()
    assert main

    def followed(*given: Any) -> Iterator[Any]:
        follows.set()
        yield from follow(*given)

    def interrupt() -> None:
        follows.wait()
        signal.pthread_kill(main, signal.SIGINT)

    monkeypatch.setattr("arena.cli.gate.gate.follow", followed)

    at_the_keyboard = threading.Thread(target=interrupt)
    at_the_keyboard.start()
    said = arena(*GATE)
    at_the_keyboard.join()
    assert said.code == 130
    assert "arena gate show gate-1" in said.err
    assert arena("gate", "show", "gate-1").code == 3
    assert "not yet decided" in arena("gate", "show", "gate-1").out
    arena("tournament", "cancel", "gate-1", "--yes")
    cancelled = arena("gate", "show", "gate-1")
    assert not cancelled.err
    assert (cancelled.code, "undecided" in cancelled.out) == (3, True)


def test_invalid_gates_are_refused_in_one_line(house: Served, arena: Command) -> None:
    for words, error in (
        (("gate", "new", "new", "--variants", SPADES), "one version"),
        (("gate", "new", "nobody", "--variants", SPADES), "nobody"),
        (("gate", "new"), "OPPONENT"),
        (("gate", "new", "old"), "--variants"),
        (("gate", "new", "old", "--variants", "chess"), SPADES),
        (("gate", "new", "old", "--variants", ","), "variants"),
        (("gate", "new", "old", "--variants", "spades-3:2"), "spades-3 has a weight"),
        (("gate", "new", "old", "--variants", "spades-4"), "3"),
        ((*GATE, "--fillers", "h1"), "a table of spades-3 needs 2"),
        ((*GATE, "--fillers", "h1,old"), "under test"),
        ((*GATE, "--above", "100"), "below"),
        ((*GATE, "--alpha", "0.7"), "alpha"),
        ((*GATE, "--max-boards", "5"), "have 8"),
        ((*GATE, "--move-time", "100000"), "move-time"),
        (("gate", "show", "nothing"), "nothing"),
    ):
        said = arena(*words)
        assert said.refused, said
        assert error in said.err


def test_gates_and_challenges_have_one_form_which_help_shows(arena: Command) -> None:
    both = [each.commands["play"] for each in (challenge, gate)]
    assert [each.collect_usage_pieces(click.Context(each))[1:] for each in both] == [["BOT", "OPPONENT"]] * 2
    own, of_gate = ({param.opts[0] for param in each.params if isinstance(param, click.Option)} for each in both)
    assert own < of_gate
    output = arena("gate", "--help").out
    assert "Options of arena gate BOT OPPONENT:" in output
    assert "--below" in output
    assert "--below" in arena("gate", "play", "--help").out
