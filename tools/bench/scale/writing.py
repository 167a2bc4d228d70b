"""Measure the store's cost of a board: scheduling, claiming, and storing it with its decisions."""

import asyncio
import random
import time
from typing import Any, Final

from arena.rules.records.play_counts import COUNTS
from arena.store import Store
from arena.store.play.rows import Claim, GameResult, Instance, SeatPlay
from tests import ask
from tools.bench.scale.season import DECISIONS

WORKERS: Final = 2
HANDS: Final = 4  # of a game
ACTIONS: Final = random.Random(1).randbytes(DECISIONS)
PLAY: Final = [SeatPlay(DECISIONS // 4, 1_000_000, 0, [4] * len(COUNTS), 0)] * 4


async def writing(
    store: Store, name: str, versions: list[str], ids: list[int], seconds: float, boards: int = 1, apart: bool = False
) -> dict[str, Any]:
    """Return milliseconds to create a board, and boards and hands per second claimed and stored.

    *boards*: for each line-up, in blocks of at most eight; *apart*: in blocks of one.
    """
    await _connect(store, ids)
    each = 1 if apart else boards
    new = ask.tournament(name, [ask.variant("spades-4")], versions, boards=each, test_seed=name, allow_same_owner=True)
    began = time.perf_counter()
    row = await store.tournaments.create_tournament(new)
    making = time.perf_counter() - began
    for _ in range(each, boards):
        await store.tournaments.extend_tournament(name, 1)
    await store.tournaments.start_tournament(name)
    began = time.perf_counter()
    played = sum(await asyncio.gather(*(_work(store, began + seconds) for _ in range(WORKERS))))
    playing = time.perf_counter() - began
    if (await store.tournaments.progress(name)).state != "finished":  # a fast machine has played all boards
        await store.tournaments.cancel_tournament(name)  # so that the next measurement claims none of the rest
    return {
        "bots": len(versions),
        "boards made": row.boards,
        "making ms a board": 1000 * making / row.boards,
        "boards stored a second": played / playing,
        "hands stored a second": played * 4 * HANDS / playing,
    }


async def _connect(store: Store, ids: list[int]) -> None:
    instances = [Instance(f"instance-{id_}", id_, 4096, ["spades-4"]) for id_ in ids]
    await store.play.renew_gateway("gateway", "127.0.0.1:1", instances)


async def _work(store: Store, until: float) -> int:
    boards = 0
    while time.perf_counter() < until and (claim := await store.play.claim("worker", 60)):
        await store.play.finish(claim.block_id, claim.lease_number, results_of(claim))
        boards += len(claim.boards)
    return boards


def results_of(claim: Claim) -> list[GameResult]:
    return [
        GameResult(game.game_id, game.players, [1, 2, 3, 4], [300, 200, 100, -50], "hands", ACTIONS, [], [], play=PLAY)
        for board in claim.boards
        for game in board.games
    ]
