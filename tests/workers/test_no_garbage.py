"""Games that are over refer to nothing that refers to them: workers look for garbage seldom."""

import asyncio
import gc
from dataclasses import replace

import pytest

from tests.workers.both_ways import Player, claim_of, connected, lowest
from tests.workers.link.blocks import gateway, rules_of, worker
from workers.play.games import LiveGame

RULES = rules_of(hands=1)
GAMES = 3


@pytest.mark.parametrize("columnar", [False, True])
async def test_games_leave_no_garbage(columnar: bool) -> None:
    claim = replace(claim_of(RULES, GAMES, [7] * 4), columnar=columnar)
    player = Player("spades-4", lowest, columnar=columnar)
    gc.collect()
    gc.disable()
    try:
        async with (
            gateway() as (_, reached),
            connected(player, reached.bots),
            worker(reached, claim) as (service, store),
        ):
            await service.play_block()
            await asyncio.sleep(0)  # the block's own task ends
            assert len(store.results) == GAMES
            assert not [each for each in gc.get_objects() if isinstance(each, LiveGame)]
    finally:
        gc.enable()
