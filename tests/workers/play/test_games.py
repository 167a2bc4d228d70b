"""What of a game is marked at the gateways, and when."""

import asyncio
from typing import Any, cast

import pytest

import workers.play.remote_seat
from arena.store import Store
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import rules_of
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.link.lockstep import BatchBuilder
from workers.play.games import LiveGame, PendingRow
from workers.play.place import at_once

RULES = rules_of(hands=1)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers up to which the seats' answers were marked, in order."""
    numbers: list[int] = []
    monkeypatch.setattr(workers.play.remote_seat.RemoteSeat, "mark", lambda _, number: numbers.append(number))
    return numbers


@pytest.fixture
def live(links: LinkPool) -> LiveGame:
    """A game that has begun at a table of four."""
    claim = claim_of(RULES, 1, [7] * 4)
    (board,) = claim.boards
    game = LiveGame(claim, RULES, board, board.games[0])
    game.sit(links, Directory(cast(Store, None)), at_once)
    for seat in game.seats:
        seat.placement.is_ready = True
    return game


def play(live: LiveGame, decisions: int) -> None:
    ledger = live.ledger
    for _ in range(decisions):
        ledger.settle(ledger.accounts[ledger.game.to_act], ledger.game.fallback(), 0)


def written(live: LiveGame) -> PendingRow:
    journal: Any = live.write(clean=False)
    assert isinstance(journal, PendingRow)
    return journal


def decisions() -> int:
    """How many there are in the whole game."""
    (board,) = claim_of(RULES, 1, [7] * 4).boards
    game = LiveGame(claim_of(RULES, 1, [7] * 4), RULES, board, board.games[0])
    while not game.ledger.game.is_over:
        play(game, 1)
    return int(game.ledger.entered)


def test_a_running_game_is_marked_as_far_as_it_was_written(live: LiveGame, marked: list[int]) -> None:
    play(live, 10)
    first = written(live)
    play(live, 4)
    live.keep(first)
    assert marked == first.news.asked
    assert sum(marked) == 10


def test_a_finished_game_is_marked_when_all_of_it_is_stored_and_not_before(live: LiveGame, marked: list[int]) -> None:
    play(live, decisions() - 3)
    first = written(live)
    play(live, 3)
    assert live.ledger.game.is_over
    live.keep(first)
    assert marked == []  # after its close a gateway takes a mark for all of it
    live.keep(written(live))
    assert marked == [account.asked for account in live.ledger.accounts]


async def test_a_seat_whose_batches_have_ended_is_not_waited_for(live: LiveGame) -> None:
    """The journal says that it is open nowhere: nobody would ever write down where it is."""
    ended = BatchBuilder(RULES)
    ended.is_open = False
    seats = [seat.placement.channel.batch_seat for seat in live.seats]
    for batch_seat in seats:
        batch_seat.builder = ended
    play(live, 1)
    live.keep(written(live))
    assert await asyncio.wait_for(live.stride(), 10) is None
    assert not any(batch_seat.builder for batch_seat in seats), "each is opened again when it is asked"
