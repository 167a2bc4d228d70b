"""Games that are over refer to nothing that refers to them: workers look for garbage seldom."""

import asyncio
import gc
from dataclasses import replace

import pytest

from arena.rules import configure
from tests.gateway.clients import SECRET
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.workers.both_ways import OneBlock, Player, claim_of, connected, lowest
from tools.bench.turns.store import NoStore
from workers.play.games import LiveGame
from workers.process.service import Service
from workers.process.settings import Settings

RULES = configure("spades-4", options={"format": {"kind": "hands", "count": 1}})
GAMES = 3


@pytest.mark.parametrize("columnar", [False, True])
async def test_games_leave_no_garbage(columnar: bool) -> None:
    claim = replace(claim_of(RULES, GAMES, [7] * 4), columnar=columnar)
    player = Player("spades-4", lowest, columnar=columnar)
    gc.collect()
    gc.disable()
    try:
        async with serving(FewTokens()) as (_, reached), connected(player, reached.bots):
            store = OneBlock(reached.workers, claim)
            service = Service.over(Settings("", SECRET, 10.0, "w"), NoStore(store), lambda count, families: None)
            await service.play_block()
            await asyncio.sleep(0)  # the block's own task ends
            assert len(store.results) == GAMES
            assert not [each for each in gc.get_objects() if isinstance(each, LiveGame)]
            await service.close()
    finally:
        gc.enable()
