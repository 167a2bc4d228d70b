"""A gateway and workers that play blocks, with the kit's bots before them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from arena.gateway.server import Endpoints, Gateway
from arena.rules import Rules, configure
from arena.store.play.rows import Claim, GameResult
from bots.sdk.seats.errors import BotErrors
from bots.sdk.streams.client import Client
from bots.sdk.vector.bot import BotClass
from tests.bots.arena import at
from tests.gateway.clients import SECRET, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.standing import StandingClock
from tests.workers.both_ways import OneBlock, Player, connected
from tools.bench.turns.store import NoStore
from workers.process.service import Service
from workers.process.settings import STUCK_AFTER, Settings


def rules_of(variant: str = "spades-4", hands: int = 2) -> Rules:
    return configure(variant, options={"format": {"kind": "hands", "count": hands}})


def gateway(
    grace: float = 30.0, clock: StandingClock | None = None, hand_over: float = 0
) -> AbstractAsyncContextManager[tuple[Gateway, Endpoints]]:
    return serving(FewTokens(), grace, clock, hand_over=hand_over)


@asynccontextmanager
async def worker(reached: Endpoints, *claims: Claim) -> AsyncIterator[tuple[Service, OneBlock]]:
    store = OneBlock(reached.workers, *claims)
    async with worker_over(store) as service:
        yield service, store


@asynccontextmanager
async def worker_over(store: OneBlock, stuck_after: float = STUCK_AFTER) -> AsyncIterator[Service]:
    settings = Settings("", SECRET, 10.0, "w", stuck_after)
    service = Service.over(settings, NoStore(store), lambda count, families: None)
    try:
        yield service
    finally:
        await service.close()


async def play_with_kit(claim: Claim, bot: BotClass, errors: BotErrors) -> list[GameResult]:
    """Play the block with the kit's *bot*, as version 7, in all seats; return its results."""
    async with gateway() as (_, reached), worker(reached, claim) as (service, store):
        client = Client(bot, at(reached.bots), "token-of-7", 64, errors)
        serve = asyncio.create_task(client.serve())
        try:
            await service.play_block()
            await until(lambda: client.session.games_over == sum(len(result.ranks) for result in store.results))
        finally:
            serve.cancel()
            with suppress(asyncio.CancelledError):
                await serve
    return store.results


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
