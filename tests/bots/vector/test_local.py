import hashlib
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from arena.rules import VARIANTS, Rules, configure, sides_of
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from bots.house.random import RandomBot
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.practice.local import board_seed, play_board
from bots.sdk.seats.errors import BotErrors
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.local import play_boards


class Counting(VectorBot):
    """The fallback, and what it was told."""

    def __init__(self) -> None:
        self.rows: Counter[int] = Counter()
        self.starts: list[tuple[int, str, int]] = []
        self.outcomes: dict[int, Outcome] = {}
        self.numbers: dict[int, int] = {}

    def decide(self, batch: Batch) -> Any:
        self.rows[len(batch)] += 1
        for seat_id, number in zip(batch.seat_id.tolist(), batch.number.tolist(), strict=True):
            assert number == self.numbers.get(seat_id, 0) + 1
            self.numbers[seat_id] = number
        return batch.fallback

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        self.starts.append((seat_id, rules.name, seat))

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        self.outcomes[seat_id] = outcome


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_vector_bot_plays_as_a_bot_of_the_same_mind(variant: str) -> None:
    rules = configure(variant, options={"format": {"kind": "hands", "count": 2}})
    seeds = [board_seed(3, board) for board in range(4)]
    bot, errors = Counting(), BotErrors(strict=True)
    boards = list(play_boards(rules, seeds, bot, [Bot] * (sides_of(rules) - 1), errors))
    assert [[game.actions for game in games] for games in boards] == [
        [game.actions for game in play_board(rules, seed, [Bot] * sides_of(rules))] for seed in seeds
    ]
    games = [game for games in boards for game in games]
    assert verify(to_record(games[-1], "x", ["bot@1"] * rules.seats)) == []
    own = 4 * rules.seats
    assert len({seat_id for seat_id, _, _ in bot.starts}) == len(bot.outcomes) == own
    assert max(bot.rows) == len(games)
    assert {outcome.ended for outcome in bot.outcomes.values()} <= {game.result().ended for game in games}


def test_against_itself_all_seats_are_in_its_batches() -> None:
    rules = configure("spades-4", options={"format": {"kind": "hands", "count": 1}})
    bot = Counting()
    (games,) = play_boards(rules, [bytes(32)], bot, [None] * 3, BotErrors(strict=True))
    assert len(bot.outcomes) == 16
    assert len({tuple(game.actions) for game in games}) == 1


def test_a_mind_of_its_own_against_a_house_bot() -> None:
    class Highest(VectorBot):
        def decide(self, batch: Batch) -> Any:
            return np.where(batch.kind == 9, 63 - batch.legal[:, ::-1].argmax(axis=1), batch.fallback)

    rules = configure("spades-5-3jokers", options={"format": {"kind": "hands", "count": 3}})
    seed = hashlib.sha256(random.Random(1).randbytes(4)).digest()
    (games,) = play_boards(rules, [seed], Highest(), [RandomBot] * 4, BotErrors(strict=True))
    assert len(games) == 5
    assert all(game.is_over for game in games)
