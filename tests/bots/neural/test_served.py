"""A policy object of the environment plays rated boards at a real gateway, and answers there as it did here."""

import asyncio
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from arena.rl.house import HouseSeats
from arena.rl.stepping import deal_seed
from arena.rl.tables import VectorTables
from arena.rules import pack, side_of
from arena.store.play.rows import Claim
from bots.examples.neural.play import NeuralBot
from bots.examples.neural.training import Progress, Training
from bots.examples.neural.weights import round_weights
from bots.house.simple import SimpleBot
from bots.sdk import VectorBot
from bots.sdk.practice.practice import rated_rules
from bots.sdk.seats.errors import BotErrors
from bots.sdk.streams.client import Client
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import BotClass
from tests.bots.arena import at
from tests.gateway.clients import until
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import gateway, worker

VARIANT = "spades-3"
RULES = rated_rules(VARIANT, None)
SEED = 5
BOARDS = 2
GAMES = BOARDS * RULES.seats
LEARNER, HOUSE = 7, 8  # versions, by the tokens of the gateway's store


def in_the_environment(policy: VectorBot) -> list[bytes]:
    """Return the actions of each board's games, the policy being player 0 among `simple`."""
    tables = VectorTables(VARIANT, GAMES, options={"format": {"kind": "hands", "count": RULES.seats}})
    boards, rotations = np.divmod(np.arange(GAMES), RULES.seats)
    tables.reset(SEED, {"deal": boards, "rotation": rotations})
    games, over = [tables.game(row) for row in range(GAMES)], np.zeros(GAMES, np.bool_)
    house = HouseSeats(tables, "simple")
    while not over.all():
        own = (tables.player == 0) & ~over
        actions = np.where(own, policy.decide(tables.batch), house.answers(np.flatnonzero(~own & ~over)))
        tables.step(actions)
        over |= tables.done
    return [pack(game.actions) for game in games]


def rated_boards() -> Claim:
    """Return a block of the same boards, as a worker claims it."""
    claim = claim_of(RULES, GAMES, [0] * RULES.seats, auto_single=True)
    games = [board.games[0] for board in claim.boards]
    boards = []
    for number in range(BOARDS):
        own = games[number * RULES.seats : (number + 1) * RULES.seats]
        rotations = [
            replace(
                game,
                rotation=rotation,
                players=[
                    LEARNER if seat in side_of(RULES, rotation % RULES.seats) else HOUSE for seat in range(RULES.seats)
                ],
            )
            for rotation, game in enumerate(own)
        ]
        boards.append(replace(claim.boards[number], seed=deal_seed(SEED, number), games=rotations))
    return replace(claim, boards=boards)


async def at_the_arena(bots: Sequence[tuple[BotClass, int]]) -> list[bytes]:
    """Return the actions of the block's games, each bot a process's client on a socket."""
    out = io.StringIO()
    async with gateway() as (_, reached), worker(reached, rated_boards()) as (service, store):
        clients = [Client(bot, at(reached.bots), f"token-of-{id_}", 64, BotErrors(out=out)) for bot, id_ in bots]
        serving = [asyncio.create_task(client.serve()) for client in clients]
        try:
            await service.play_block()
            await until(lambda: sum(client.session.games_over for client in clients) == GAMES * RULES.seats)
        finally:
            for serve in serving:
                serve.cancel()
                with suppress(asyncio.CancelledError):
                    await serve
    assert out.getvalue() == ""
    assert [result.infractions for result in store.results] == [[]] * GAMES
    return [result.actions for result in sorted(store.results, key=lambda result: result.game_id)]


async def test_the_object_that_was_trained_answers_at_the_arena_as_in_the_environment() -> None:
    training = Training(Progress(VARIANT, [32, 16], 1), 24)
    training.round(0)
    training.round(1)
    policy = NeuralBot(round_weights(VARIANT, training.learner.policy.parameters))
    asked: list[int] = []

    class Trained(VectorBot):
        """That very object at an arena, which makes its bots itself."""

        variants = (VARIANT,)

        def decide(self, batch: Batch) -> Any:
            asked.append(len(batch))
            return policy.decide(batch)

    expected = in_the_environment(policy)
    assert await at_the_arena([(Trained, LEARNER), (SimpleBot, HOUSE)]) == expected
    assert max(asked) > 1
