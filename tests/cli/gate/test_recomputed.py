"""A program without our code finds the verdict on a gate from the exported records."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.rules import configure, new_game
from arena.store import Store
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult
from tests import ask
from tests.api.playing import connect, outcome
from tests.cli.conftest import Command, Served, register
from tests.rules.playing import random_action

SUBSTITUTED, MET = "pinochle-cutthroat", "pinochle-two-handed"
PROGRAM = Path(__file__).with_name("recomputed.py")


def played(claim: Claim, board: ClaimedBoard, claimed: ClaimedGame, careless: int, late_boards: range) -> GameResult:
    """Play a real game by the fallback, but at random for one version, which is late on some boards."""
    game = new_game(configure(claim.variant, options=claim.options), board.seed)
    dice = random.Random(f"{board.seed.hex()} {claimed.rotation}")
    by_seat = [claimed.players[player] for player in game.seating]
    while (seat := game.to_act) >= 0:
        free = by_seat[seat] == careless
        game.apply(random_action(game.legal(), dice) if free else game.fallback())
    seats = [seat for seat, player in enumerate(by_seat) if player == careless and board.number in late_boards]
    late = [{"hand": 0, "seat": seat, "decision": 0, "reason": "timeout"} for seat in seats]
    return outcome(claimed, game, infractions=late)


async def play_out(store: Store, careless: str) -> None:
    """Play until the gate is decided; a board of the first block is voided, and played with other cards."""
    (version,) = (row.version_id for row in await store.accounts.bots() if row.bot == careless)
    voided, late = False, range(30) if careless == "old@1" else range(30, 1000)  # in the end on most boards
    while claim := await store.play.claim("w", 60):
        if not voided:
            voided = True
            await store.play.void(claim.boards[3].board_id, claim.lease_number, "to see what becomes of it")
            claim = replace(claim, boards=[*claim.boards[:3], *claim.boards[4:]])
        results = [played(claim, board, game, version, late) for board in claim.boards for game in board.games]
        await store.play.finish(claim.block_id, claim.lease_number, results)
        await store.tournaments.judge_gates()


@pytest.mark.parametrize(
    ("variants", "careless"),
    [pytest.param([SUBSTITUTED], "new@1", marks=pytest.mark.slow), ([MET], "old@1"), ([SUBSTITUTED, MET], "old@1")],
)
def test_wealth_interval_and_verdict_are_those_of_the_page(
    served: Served, arena: Command, variants: list[str], careless: str
) -> None:
    register(("h1", "h2"), "house")
    register(("new", "old"))
    served.await_(connect(served.store, [SUBSTITUTED, MET]))
    short = [ask.variant(each, options={"format": {"kind": "hands", "count": 1}}) for each in variants]
    asked = ask.gate("new", "old", short, name="g", below=100, test_seed="s")
    served.await_(served.store.tournaments.create_gate(asked))
    served.await_(play_out(served.store, careless))
    gate = json.loads(arena("gate", "show", "g", "--json").out)
    terms = [str(gate.get(name, 0.0)) for name in ("above", "below", "alpha", "beta")]
    exported = arena("export", "g")
    words = [sys.executable, "-I", str(PROGRAM), "new@1", "old@1", *terms]
    recomputed = json.loads(
        subprocess.run(words, input=exported.out, capture_output=True, text=True, check=True).stdout
    )
    assert recomputed["decision"] == gate["decision"] != ""
    assert f": {careless} had more infractions" in gate["warning"]
    assert gate["warning"] in arena("gate", "show", "g").out.replace("\n", " ")
    for name in ("log_wealth_stronger", "log_wealth_not_stronger", "runs_p"):
        assert recomputed[name] == pytest.approx(gate[name], abs=1e-9)
    for name in ("low", "high"):
        assert recomputed[name] == pytest.approx(gate["estimate"][name], abs=1e-9)
    assert gate["deals"] == (4 * recomputed["blocks"] - (SUBSTITUTED in variants))
