"""A tournament in Postgres, played by workers at a scripted gateway; how it stands, and how a worker is lost."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from arena.store import Store
from arena.store.play.rows import Instance
from arena.tokens import digest
from tests import ask
from tests.gateway.clients import until
from tests.house import BOTS
from tests.lasting import renew_for_good
from tests.workers.gateway import ScriptedGateway, answered
from workers.play.blocks import Block
from workers.process.service import Service


async def create_cup(
    store: Store, gateway: ScriptedGateway, bots: Sequence[str] = BOTS, boards: int = 2, **fields: Any
) -> None:
    """Create a tournament of one block, of bots at *gateway*."""
    is_open = fields.get("pool") == "open"  # each bot then has its own owner
    owners = {bot: f"of-{bot}" if is_open else "olga" for bot in bots}
    for owner in set(owners.values()):
        await store.accounts.create_owner(owner, digest(owner))
    versions = [await store.accounts.register_bot(bot, "1", owners[bot], digest(f"bot {bot}")) for bot in bots]
    instances = [Instance(f"i{version}", version, 64, ["spades-4"]) for version in versions]
    await renew_for_good(store, "g", gateway.address, instances)
    chosen = [ask.variant("spades-4", options={"format": {"kind": "hands", "count": 1}})]
    tournament = ask.tournament("cup", chosen, bots, boards, allow_same_owner=not is_open, test_seed="a seed", **fields)
    await store.tournaments.create_tournament(tournament)
    await store.tournaments.start_tournament("cup")


async def voided(store: Store) -> list[int]:
    return [row.voided for row in await store.tournaments.commitments("cup")]


async def closed(store: Store) -> int:
    return (await store.tournaments.progress("cup")).closed


def stuck_at(gateway: ScriptedGateway, asks: int) -> None:
    """From then on nobody answers."""
    gateway.answer = lambda ask: answered(ask) if len(gateway.asked) < asks else None


@asynccontextmanager
async def stuck(service: Service, gateway: ScriptedGateway, asks: int) -> AsyncIterator[Block]:
    """Yield a block under play whose bots stopped answering; in the end its worker has let it go."""
    stuck_at(gateway, asks)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(asks)
    await until(lambda: bool(service._leases.blocks))
    (block,) = service._leases.blocks
    yield block
    assert await playing


async def take_from(service: Service) -> Block:
    """Release the block as if the worker had been killed and its lease had ended."""
    await service._leases._renew(list(service._leases.blocks), clean=False)
    (block,) = service._leases.blocks
    await service._store.play.release(block.claim.block_id, block.claim.lease_number)
    return block
