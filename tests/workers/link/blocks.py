"""A gateway and workers that play blocks, with the kit's bots before them."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from arena.gateway.server import Gateway, Reached
from arena.rules import Rules, configure
from arena.store.play.rows import Claim, GameResult
from tests.gateway.clients import SECRET
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.standing import StandingClock
from tests.workers.both_ways import OneBlock, Player, connected
from tools.bench.turns.store import NoStore
from workers.process.service import Service
from workers.process.settings import Settings


def rules_of(variant: str = "spades-4", hands: int = 2) -> Rules:
    return configure(variant, options={"format": {"kind": "hands", "count": hands}})


def gateway(
    grace: float = 30.0, clock: StandingClock | None = None, hand_over: float = 0
) -> AbstractAsyncContextManager[tuple[Gateway, Reached]]:
    return serving(FewTokens(), grace, clock, hand_over=hand_over)


@asynccontextmanager
async def worker(reached: Reached, *claims: Claim) -> AsyncIterator[tuple[Service, OneBlock]]:
    store = OneBlock(reached.workers, *claims)
    service = Service.over(Settings("", SECRET, 10.0, "w"), NoStore(store), lambda count, families: None)
    try:
        yield service, store
    finally:
        await service.close()


async def played(claim: Claim, players: dict[int, Player]) -> list[GameResult]:
    """Play the block with *players*, by version id; return its results."""
    return (await store_after(claim, players)).results


async def store_after(claim: Claim, players: dict[int, Player]) -> OneBlock:
    """Play the block at one gateway with *players*, by version id; return what was stored."""
    async with gateway() as (_, reached):
        connections = [connected(player, reached.bots, version) for version, player in players.items()]
        for connection in connections:
            await connection.__aenter__()
        async with worker(reached, claim) as (service, store):
            await service.play_block()
        for connection in connections:
            await connection.__aexit__(None, None, None)
    return store
