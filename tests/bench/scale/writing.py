"""What a board costs the store: made by a schedule, claimed, and its results stored with their decisions."""

import asyncio
import random
import time
from typing import Any, Final

from arena.store import Store
from arena.store.rows import Claim, GameResult, Instance, NewTournament, NewVariant
from tests.bench.scale.season import DECISIONS

WORKERS: Final = 2
HANDS: Final = 4  # of a game
BOARDS_OF_FEW: Final = 100  # for each of the 210 line-ups of ten bots: about as many as the one of each of 500 bots
ACTIONS: Final = random.Random(1).randbytes(DECISIONS)


async def writing(store: Store, name: str, versions: list[str], ids: list[int], seconds: float) -> dict[str, Any]:
    """Milliseconds that making a board takes, boards and hands a second that are claimed and stored beside a season."""
    await _connect(store, ids)
    each = BOARDS_OF_FEW if len(versions) < 20 else 1
    new = NewTournament(name, [NewVariant("spades-4")], versions, boards=each, seed=name, allow_same_owner=True)
    began = time.perf_counter()
    made = await store.create_tournament(new)
    making = time.perf_counter() - began
    await store.start_tournament(name)
    began = time.perf_counter()
    boards = sum(await asyncio.gather(*(_work(store, began + seconds) for _ in range(WORKERS))))
    playing = time.perf_counter() - began
    if (await store.progress(name)).state != "finished":  # a quick machine has played all of it
        await store.cancel_tournament(name)  # what is left of it is not for the next to claim
    return {
        "bots": len(versions),
        "boards made": made.boards,
        "making ms a board": 1000 * making / made.boards,
        "boards stored a second": boards / playing,
        "hands stored a second": boards * 4 * HANDS / playing,
    }


async def _connect(store: Store, ids: list[int]) -> None:
    """All bots connected, with room for anything."""
    instances = [Instance(f"instance-{id_}", id_, 4096, ["spades-4"]) for id_ in ids]
    await store.renew_gateway("gateway", "127.0.0.1:1", instances)


async def _work(store: Store, until: float) -> int:
    """Claim and finish; how many boards that were."""
    boards = 0
    while time.perf_counter() < until and (claim := await store.claim("worker", 60)):
        await store.finish(claim.block_id, claim.token, _results(claim))
        boards += len(claim.boards)
    return boards


def _results(claim: Claim) -> list[GameResult]:
    return [
        GameResult(game.game_id, game.players, [1, 2, 3, 4], [300, 200, 100, -50], "hands", ACTIONS, [], [])
        for board in claim.boards
        for game in board.games
    ]
