"""Plays a tournament's blocks straight into the store, every seat by the fallback, or at random."""

import random
from collections.abc import Callable
from typing import Any

from arena.rules import Game, configure, new_game, pack
from arena.rules.records.play_counts import play_counts
from arena.store import Store
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, Instance, SeatPlay
from tests.lasting import renew_for_good
from tests.rules.playing import random_action


async def connect(store: Store, variants: list[str]) -> None:
    """Let the store believe that every bot is connected."""
    versions = [
        row.version_id for row in await store.accounts.bots() if "+" not in row.name
    ]  # pairs connect as their members
    instances = [Instance(f"instance-{version}", version, 100, variants) for version in versions]
    await renew_for_good(store, "gateway-test", "127.0.0.1:1", instances)


def outcome(claimed: ClaimedGame, game: Game, **more: Any) -> GameResult:
    """Return the result of a game that is over; without infractions, unless *more* has some."""
    ended = game.result()
    fields = {"infractions": []} | more
    return GameResult(
        game_id=claimed.game_id,
        players_by_seat=[claimed.players[player] for player in game.seating],
        ranks=list(ended.ranks),
        scores=list(ended.scores),
        ended=ended.ended,
        actions=pack(game.actions),
        **fields,
    )


def result(claim: Claim, board: ClaimedBoard, claimed: ClaimedGame, luck: random.Random | None = None) -> GameResult:
    game = new_game(configure(claim.variant, options=claim.options), board.seed)
    while not game.is_over:
        game.apply(random_action(game.legal(), luck) if luck else game.fallback())
    return outcome(claimed, game, play=[SeatPlay(10, 20_000, 0, counts, 0) for counts in play_counts(game)])


Play = Callable[[Claim, ClaimedBoard, ClaimedGame], GameResult]


async def play_blocks(store: Store, most: int = 1000, play: Play = result) -> int:
    """Claim, play and finish at most *most* blocks; return how many there were."""
    for done in range(most):
        claim = await store.play.claim("worker-test", 60)
        if claim is None:
            return done
        results = [play(claim, board, game) for board in claim.boards for game in board.games]
        await store.play.finish(claim.block_id, claim.lease_number, results)
    return most
