import io
from typing import Any, ClassVar

import pytest

from arena.rules import Rules, configure, new_game
from arena.wire.columns.frame import read_actions
from arena.wire.columns.pack import Columns
from arena.wire.gen import seat_pb2
from arena.wire.refusals import MalformedError
from arena.wire.seats import start_bytes
from bots.sdk import Outcome, VectorBot
from bots.sdk.seats.errors import BotErrors, BotFailedError
from bots.sdk.vector.batch import Batch
from tests.bots.arena import Line
from tests.bots.streams.test_client import serving

RULES = configure("spades-5-2jokers", options={"target": 300})


class Kept(VectorBot):
    """A bot that errs at row 0 of batches of two rows."""

    started_at: ClassVar[list[tuple[int, int, int | None]]]
    ended: ClassVar[list[tuple[int, Outcome]]]
    asked: ClassVar[list[int]]

    def decide(self, batch: Batch) -> Any:
        self.asked.append(len(batch))
        actions = batch.fallback.copy()
        if len(batch) == 2:
            actions[0] = 50
        return actions

    def started(self, seat_id: int, rules: Rules, seat: int) -> None:
        self.started_at.append((seat_id, seat, rules.length.target))

    def game_over(self, seat_id: int, outcome: Outcome) -> None:
        self.ended.append((seat_id, outcome))


@pytest.fixture(autouse=True)
def fresh() -> None:
    Kept.started_at, Kept.ended, Kept.asked = [], [], []


def batch_of(rows: int) -> tuple[bytes, list[int]]:
    columns, fallbacks = Columns(RULES), []
    for row in range(rows):
        game = new_game(RULES, bytes([row]) * 32)
        columns.add(game, row + 1, 1, 0, 5_000_000, 60_000_000)
        fallbacks.append(game.fallback())
    return columns.take(), fallbacks


def start(seat: int) -> seat_pb2.SeatStart:
    return seat_pb2.SeatStart.FromString(start_bytes(RULES, seat, 0, 5_000_000, 60_000_000))


async def answered(line: Line, batch: int, rows: int) -> list[int]:
    message = await line.read()
    assert message.column_answers.batch == batch
    return read_actions(message.column_answers.actions, rows)


async def test_batches_are_answered_and_a_repeated_one_from_memory() -> None:
    async with serving(Kept) as kit:
        line = await kit.arena.joined()
        assert line.hello.columnar == 1
        await line.update(*(seat_pb2.Update(seat_id=seat + 1, start=start(seat)) for seat in range(3)))
        data, fallbacks = batch_of(3)
        await line.columns(2**64 - 1, data)
        assert await answered(line, 2**64 - 1, 3) == fallbacks
        line.end()
        line = await kit.arena.joined()
        await line.update(seat_pb2.Update(seat_id=2, resume=seat_pb2.Resume(start=start(1))))
        await line.columns(2**64 - 1, data)
        assert await answered(line, 2**64 - 1, 3) == fallbacks
        assert Kept.asked == [3]
        over = seat_pb2.GameOver(rank=2, score=-7, ended="hands", infractions=1)
        for _ in range(2):  # the arena does not know that it was read
            await line.update(seat_pb2.Update(seat_id=2, game_over=over))
        data, fallbacks = batch_of(4)
        await line.columns(0, data)
        assert await answered(line, 0, 4) == fallbacks
        assert Kept.started_at == [(1, 0, 300), (2, 1, 300), (3, 2, 300), (2, 1, 300)]
        assert Kept.ended == [(2, Outcome(2, -7, "hands", 1))]
        assert kit.client.session.games_over == 1


async def test_illegal_answers_are_not_sent() -> None:
    out = io.StringIO()
    async with serving(Kept, BotErrors(out=out)) as kit:
        line = await kit.arena.joined()
        data, fallbacks = batch_of(2)
        await line.columns(7, data)
        assert await answered(line, 7, 2) == fallbacks
    assert "row 0 (spades-5-2jokers, seat 1, decision 1): blind: 50 " in out.getvalue()


async def test_a_strict_run_ends_at_a_row_that_is_not_legal() -> None:
    async with serving(Kept, BotErrors(strict=True, out=io.StringIO())) as kit:
        await (await kit.arena.joined()).columns(7, batch_of(2)[0])
        assert isinstance(await kit.error(), BotFailedError)


async def test_a_game_that_the_kit_cannot_play_is_given_up() -> None:
    out = io.StringIO()
    async with serving(Kept, BotErrors(out=out)) as kit:
        line = await kit.arena.joined()
        strange = start(0)
        strange.variant = "whist"
        await line.update(seat_pb2.Update(seat_id=9, start=strange))
        assert (await line.read()).resign.seat_id == 9
    assert "this kit cannot play this game and resigns: " in out.getvalue()


async def test_a_batch_of_another_format_ends_the_bot_in_a_line() -> None:
    async with serving(Kept) as kit:
        await (await kit.arena.joined()).columns(7, b"\2" + batch_of(2)[0][1:])
        error = await kit.error()
        assert isinstance(error, MalformedError)
        assert str(error) == "a batch has format 2, variant 4; this kit reads format 1, so update it"
