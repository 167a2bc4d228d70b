"""A columnar bot that hangs with its stream open times out by its clock, and no board is void."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple

import pytest

from arena.gateway.seats.batch_delivery import BatchSlotsPool
from arena.gateway.seats.clock import limit_us
from arena.store.play.rows import Claim
from arena.wire import framed
from tests.gateway.clients import until
from tests.gateway.standing import StandingClock
from tests.workers.both_ways import OneBlock, Player, claim_of, connected, lowest
from tests.workers.link.blocks import gateway, rules_of, worker_over
from workers.play import stuck
from workers.play.games import LiveGame
from workers.play.stuck import LOOKS

HANGS, PLAYS = 7, 8  # version ids
MOVE_US, BANK_US = 1_000, 2_000
BEAT = 0.2  # seconds


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often the watch has looked at each game."""
    counts: Counter[int] = Counter()
    patience = stuck.patience

    def counted(game: LiveGame, beyond: float) -> float:
        counts[game.game.game_id] += 1
        return patience(game, beyond)

    monkeypatch.setattr(stuck, "patience", counted)
    monkeypatch.setattr(framed, "BEAT", BEAT)
    return counts


class Voids(OneBlock):
    """Blocks whose voided boards are noted."""

    def __init__(self, address: str, *claims: Claim) -> None:
        super().__init__(address, *claims)
        self.voided: list[int] = []
        self.tracebacks: list[str] = []

    async def void(self, board_id: int, lease_number: int, reason: str) -> None:
        self.voided.append(board_id)

    async def failed(self, block_id: int, lease_number: int, traceback: str) -> None:
        self.tracebacks.append(traceback)


class Hung(NamedTuple):
    """A bot that does not answer what it was asked in board 1; boards 2, with it, and 3, without it, are under play."""

    store: Voids
    clock: StandingClock
    bot: Player
    playing: "asyncio.Future[list[bool]]"


@asynccontextmanager
async def hung() -> AsyncIterator[Hung]:
    clock, columns = StandingClock(), Player("spades-4", lowest, columnar=True, silent=True)
    async with gateway(clock=clock) as (_, reached):
        store = Voids(reached.workers, block(1, [HANGS] * 4))
        rows = Player("spades-4", lowest, columnar=False)
        async with (
            connected(columns, reached.bots, HANGS),
            connected(rows, reached.bots, PLAYS),
            worker_over(store, stuck_after=5 * BEAT) as service,
        ):
            first = asyncio.create_task(service.play_block())
            await until(lambda: len(columns.asked) == 1)
            store.owed += [block(2, [HANGS, PLAYS] * 2), block(3, [PLAYS] * 4)]
            playing = asyncio.gather(first, *(service.play_block() for _ in range(2)))
            yield Hung(store, clock, columns, playing)
            await playing


def block(number: int, players: list[int]) -> Claim:
    """One board of one game, of that number."""
    claim = claim_of(rules_of(hands=1), number, players, move_us=MOVE_US, bank_us=BANK_US)
    return replace(claim, block_id=number, boards=claim.boards[-1:])


async def test_rows_that_wait_behind_a_hung_batch_void_no_board(looks: Counter[int]) -> None:
    async with hung() as there:
        # Three times what a game may stand still as a fault of ours.
        await until(lambda: bool(there.store.voided) or min(looks[1], looks[2]) > 3 * LOOKS)
        assert [result.game_id for result in there.store.results] == [3]
        there.bot.silent = False
        there.clock.run(limit_us(MOVE_US, BANK_US) + 1)
    infractions = {result.game_id: [entry["reason"] for entry in result.infractions] for result in there.store.results}
    assert infractions == {1: ["timeout"], 2: [], 3: []}
    assert not there.store.voided


async def test_a_batch_that_its_gateway_has_lost_is_a_fault_of_ours(
    looks: Counter[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BatchSlotsPool, "under_way", lambda trays, link: [])
    async with hung() as there:
        await there.playing
    assert sorted(there.store.voided) == [1, 2]
    assert all("asked in columns, open at the gateway" in traceback for traceback in there.store.tracebacks)
