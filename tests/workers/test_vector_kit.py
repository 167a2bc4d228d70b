"""The kit's vector bot at a real gateway.

Dealt by a real worker's service: every variant, all seats its own.
"""

import asyncio
import io
from collections.abc import Iterator
from contextlib import suppress

import pytest

from arena.rules import VARIANTS, configure, pack, sides_of
from arena.store.play.rows import Claim, GameResult
from bots.examples.vector_bot import GreedyVectorBot
from bots.sdk.seats.faults import Faults
from bots.sdk.streams.client import Client
from bots.sdk.vector.local import play_boards
from tests.bots.arena import at
from tests.gateway.clients import until
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import gateway, worker


async def played(claim: Claim, faults: Faults, bot: type[GreedyVectorBot] = GreedyVectorBot) -> list[GameResult]:
    """Play the block with the kit's bot in all seats.

    As version 7; returns the results of the block.
    """
    async with gateway() as (_, reached), worker(reached, claim) as (service, store):
        client = Client(bot, at(reached.bots), "token-of-7", 64, faults)
        serve = asyncio.create_task(client.serve())
        try:
            await service.play_block()
            await until(lambda: client.session.games_over == sum(len(result.ranks) for result in store.results))
        finally:
            serve.cancel()
            with suppress(asyncio.CancelledError):
                await serve
    return store.results


def locally(claim: Claim) -> Iterator[bytes]:
    """The actions of the same deals, played in process."""
    rules = configure(claim.variant, options=claim.options)
    seeds = [board.seed for board in claim.boards]
    others = [None] * (sides_of(rules) - 1)
    for games in play_boards(rules, seeds, GreedyVectorBot(), others, Faults(strict=True)):
        yield pack(games[0].actions)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_over_the_stream_as_in_process(variant: str) -> None:
    rules = configure(variant, options={"format": {"kind": "hands", "count": 2}})
    claim = claim_of(rules, 4, [7] * rules.seats, auto_single=True)
    out = io.StringIO()
    results = await played(claim, Faults(out=out))
    assert out.getvalue() == ""
    assert [result.actions for result in sorted(results, key=lambda result: result.game_id)] == list(locally(claim))
    assert [result.infractions for result in results] == [[]] * 4
