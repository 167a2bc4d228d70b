"""Plays a tournament's blocks straight into the store, every seat by the fallback, or at random."""

import random

from arena.rules import configure, new_game, pack
from arena.rules.records.play_counts import play_counts
from arena.store import Store
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, Instance, SeatPlay
from tests.lasting import renew_for_good
from tests.rules.playing import random_action

LEASE = 60.0


async def connect(store: Store, variants: list[str]) -> None:
    """Let the store believe that every bot is connected."""
    versions = [
        row.version_id for row in await store.accounts.bots() if "+" not in row.name
    ]  # pairs connect as their members
    instances = [Instance(f"instance-{version}", version, 100, variants) for version in versions]
    await renew_for_good(store, "gateway-test", "127.0.0.1:1", instances)


async def play_blocks(store: Store, most: int = 1000, luck: random.Random | None = None) -> int:
    """Claim, play and finish at most *most* blocks; how many there were. With *luck* seats answer at random."""
    for done in range(most):
        claim = await store.play.claim("worker-test", LEASE)
        if claim is None:
            return done
        results = [result(claim, board, game, luck) for board in claim.boards for game in board.games]
        await store.play.finish(claim.block_id, claim.lease_number, results)
    return most


def result(claim: Claim, board: ClaimedBoard, claimed: ClaimedGame, luck: random.Random | None = None) -> GameResult:
    game = new_game(configure(claim.variant, options=claim.options), board.seed)
    while not game.is_over:
        game.apply(random_action(game.legal(), luck) if luck else game.fallback())
    came_to = game.result()
    return GameResult(
        game_id=claimed.game_id,
        players_by_seat=[claimed.players[player] for player in game.seating],
        ranks=list(came_to.ranks),
        scores=list(came_to.scores),
        ended=came_to.ended,
        actions=pack(game.actions),
        infractions=[],
        play=[SeatPlay(10, 20_000, 0, counts, 0) for counts in play_counts(game)],
    )
