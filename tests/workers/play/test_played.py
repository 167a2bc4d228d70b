"""What a worker's figures say of a game, and what that costs."""

from typing import Any

from arena.play import DISCONNECTED, ILLEGAL
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import rules_of
from workers.play.games import LiveGame
from workers.play.played import Meter, Played

RULES = rules_of(hands=1)


def begun() -> LiveGame:
    claim = claim_of(RULES, 1, [7] * 4)
    (board,) = claim.boards
    return LiveGame(claim, RULES, board, board.games[0])


def play(live: LiveGame, decisions: int, **settled: Any) -> None:
    ledger = live.ledger
    for _ in range(decisions):
        ledger.settle(ledger.accounts[ledger.game.to_act], ledger.game.fallback(), 0, **settled)


def read_meter(meter: Meter) -> Played:
    played = Played()
    meter.add_to(played)
    return played


def test_decisions_and_time_are_told_as_they_come_and_infractions_at_the_end() -> None:
    live = begun()
    play(live, 3, think_us=1000)
    play(live, 1, think_us=500, illegal=3, malformed=1)
    live.ledger.lose(live.ledger.game.to_act, DISCONNECTED)
    first = read_meter(live.meter)
    assert (first.decisions, first.charged_us, first.infractions) == (4, 3500, {})
    live.meter.end()
    last = read_meter(live.meter)
    assert (last.decisions, last.charged_us) == (4, 3500)
    assert last.infractions == {ILLEGAL: 2, "malformed": 1, DISCONNECTED: 1}
    assert read_meter(live.meter).table_us == last.table_us >= first.table_us


def test_decisions_of_another_worker_are_not_counted_again() -> None:
    live = begun()
    play(live, 4, think_us=1000, illegal=1)
    meter = Meter(live.ledger)
    play(live, 2, think_us=100)
    meter.end()
    assert (read_meter(meter).decisions, read_meter(meter).charged_us, read_meter(meter).infractions) == (2, 200, {})


def test_sums_add_up() -> None:
    both = Played()
    for games in (1, 2):
        one = Played()
        one.games, one.decisions, one.charged_us, one.table_us = games, 10, 100, 1000
        one.boards, one.infractions["illegal"], one.voids["fault"] = 5, 1, 1
        both.add(one)
    sums = {"games": 3, "boards": 10, "decisions": 20, "charged_us": 200, "table_us": 2000}
    assert vars(both) == sums | {"infractions": {"illegal": 2}, "voids": {"fault": 2}}
