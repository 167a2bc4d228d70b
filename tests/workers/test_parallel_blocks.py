"""A worker that is woken once begins as many blocks as it has room for."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from arena.store.play.rows import Claim, GameResult
from tests.workers.both_ways import OneBlock, Player, claim_of, connected, lowest
from tests.workers.link.blocks import gateway, rules_of, worker_over
from workers.process import service as service_module

RULES = rules_of(hands=1)
BLOCKS = 5


class Counted(OneBlock):
    """Counts the blocks under play; `enough` is set when there are so *many*, `over` after the last one."""

    def __init__(self, address: str, claims: Sequence[Claim], many: int) -> None:
        super().__init__(address, *claims)
        self.under_play = self.most = 0
        self.many, self.enough, self.over = many, asyncio.Event(), asyncio.Event()

    async def claim(self, worker: str, lease: float, families: Sequence[str] | None = None) -> Claim | None:
        claim = await super().claim(worker, lease, families)
        self.under_play += claim is not None
        self.most = max(self.most, self.under_play)
        if self.under_play == self.many:
            self.enough.set()
        return claim

    async def finish(self, block_id: int, lease_number: int, results: Sequence[GameResult]) -> None:
        self.under_play -= 1
        await super().finish(block_id, lease_number, results)
        if len(self.results) == BLOCKS:
            self.over.set()


@pytest.mark.parametrize(("tables", "at_once"), [(512, BLOCKS), (3, 3), (1, 1)])
async def test_blocks_in_rows_begin_at_the_same_time(
    tables: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "TABLES", tables)
    claim = claim_of(RULES, BLOCKS, [7] * 4)
    claims = [replace(claim, block_id=number, boards=[board], tables=1) for number, board in enumerate(claim.boards, 1)]
    player = Player("spades-4", lowest, columnar=False)
    player.may_answer.clear()
    async with gateway() as (_, reached), connected(player, reached.bots):
        store = Counted(reached.workers, claims, at_once)
        async with worker_over(store) as service:
            playing = asyncio.create_task(service.play_block())
            await store.enough.wait()
            player.may_answer.set()
            await playing
            while await service.play_block():  # as the next wake-up would
                pass
            await store.over.wait()
    assert store.most == at_once
    assert len({result.game_id for result in store.results}) == BLOCKS
