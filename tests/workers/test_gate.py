"""A gate between real bots, through real workers and a gateway."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import psycopg
import pytest

from arena.store.gates.gates import GateRow
from tests.house import House, open_house

SIMPLE, RANDOM = ([sys.executable, "-m", f"bots.house.{name}", "--max-seats", "64"] for name in ("simple", "random"))
# The bots' names are fixed: the new version is `ash`, the old one `birch`.
BOTS = {"ash": SIMPLE, "birch": RANDOM, "cedar": RANDOM, "dogwood": SIMPLE}


def look(house: House, name: str) -> GateRow:
    time.sleep(0.1)
    assert all(bot.poll() is None for bot in house.bots.values())
    row: GateRow = house.store(lambda store: store.tournaments.gate(name))
    return row


Deal = tuple[int, str]  # its number, and which of the versions under test played it ("" for both)
COMMAND = "import sys; from arena.cli.root import run; sys.exit(run(sys.argv[1:]))"
WORDS = ["gate", "ash", "birch", "--variants", "spades-3,pinochle-two-handed", "--fillers", "cedar,dogwood"]
SAID = ["--name", "g", "--test-seed", "s", "--allow-same-owner", "--json"]


def run_gate(house: House, kills: int) -> tuple[dict[str, Any], dict[Deal, list[int]], set[Deal]]:
    """Run `arena gate`, and kill a gateway and a worker together *kills* times."""
    env = {"ARENA_SERVER": house.arena.gateway, "ARENA_TOKEN": house.arena.operator_token}
    words = [sys.executable, "-c", COMMAND, *WORDS, *SAID]
    with subprocess.Popen(words, env=os.environ | env, stdout=subprocess.PIPE, text=True) as command:
        assert command.stdout
        lines = iter(command.stdout)
        for _ in range(kills):
            assert not json.loads(next(lines))["decision"], "the gate was too short for the test"
            worker = house.busy_worker("g")
            house.kill("gateway")
            os.kill(worker, signal.SIGKILL)
            closed = look(house, "g").tournament.closed
            while look(house, "g").tournament.closed < closed + 8:
                pass
        last = json.loads(list(lines)[-1])
    assert command.returncode == 0
    with psycopg.connect(house.arena.dsn) as connection:
        query = "SELECT deal, side, halves, attempt > 0 FROM boards WHERE state = 'closed'"
        boards = connection.execute(query).fetchall()
    deals = {(deal, side): halves for deal, side, halves, _ in boards}
    return last, deals, {(deal, side) for deal, side, _, voided in boards if voided}


@pytest.mark.slow
def test_gateway_and_worker_die_together_and_the_decision_is_that_of_an_undisturbed_gate() -> None:
    with open_house(workers=2, commands=BOTS) as house:
        last, deals, voided = run_gate(house, kills=0)
        assert not voided
    with open_house(workers=2, commands=BOTS) as house:
        told_again, deals_again, voided = run_gate(house, kills=3)
        assert house.take_overs() > 0
        row = look(house, "g")
        assert (row.decision, row.tournament.state) == ("stronger", "finished")
        assert row.judged < row.deals
        estimate = row.evidence.pooled()
        assert estimate
        assert estimate.new > 0.5 > estimate.old
        while (row := look(house, "g")).tournament.closed < row.tournament.boards:
            pass  # games under way end as usual
        assert not house.store(lambda store: store.ratings.elo())
    assert (last["decision"], told_again["decision"]) == ("stronger", "stronger")
    both = (deals.keys() & deals_again.keys()) - voided
    assert both
    assert {key: deals[key] for key in both} == {key: deals_again[key] for key in both}
