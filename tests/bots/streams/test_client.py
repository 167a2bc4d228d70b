import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import ClassVar

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from arena.rules import VARIANTS, Kind, configure
from arena.rules import View as CoreView
from arena.wire.actions import action_from_pb
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.seats import rejected_bytes
from bots.check.mock import BROKEN, Ending
from bots.house.simple import SimpleBot
from bots.sdk import Bot, Outcome, View
from bots.sdk.practice.local import play_local
from bots.sdk.practice.practice import rated_rules
from bots.sdk.seats.errors import BotErrors, BotFailedError
from bots.sdk.streams.client import Client
from bots.sdk.streams.stream import StoppedError
from bots.sdk.vector.bot import BotClass
from tests.bots.arena import Arena, Line, Table, arena, at

SPADES = configure("spades-4", options={"format": {"kind": "hands", "count": 4}, "blind_nil_allowed": False})
SEED = bytes(range(32))
TOKEN = "secret-token-of-the-test"


class Serving:
    """A kit's client at a test's arena."""

    def __init__(self, there: Arena, bot: BotClass, errors: BotErrors) -> None:
        self.arena = there
        self.client = Client(bot, at(there.address), TOKEN, 16, errors)
        self.task = asyncio.ensure_future(self.client.serve())

    async def error(self) -> BaseException:
        await asyncio.wait({self.task})
        error = self.task.exception()
        assert error is not None
        return error


@asynccontextmanager
async def serving(bot: BotClass = SimpleBot, errors: BotErrors | None = None) -> AsyncIterator[Serving]:
    async with arena() as there:
        kit = Serving(there, bot, errors or BotErrors(strict=True))
        try:
            yield kit
        finally:
            kit.task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await kit.task


@asynccontextmanager
async def asked(bot: BotClass = SimpleBot, log: BotErrors | None = None) -> AsyncIterator[tuple[Serving, Line, Table]]:
    """Yield a kit that was asked the first bid of a table, its stream and the table."""
    async with serving(bot, log) as kit:
        line = await kit.arena.joined()
        table = Table(SPADES, SEED)
        await line.update(*table.starts(), table.ask())
        yield kit, line, table


async def play_on(line: Line, table: Table) -> None:
    while not table.game.is_over:
        await line.update(table.ask())
        table.apply(await line.answer())


class Remembering(SimpleBot):
    """A bot that notes what it was asked, over all objects, and how its games ended."""

    asked: ClassVar[list[tuple["Remembering", CoreView]]] = []
    outcomes: ClassVar[list[Outcome]] = []

    def bid(self, view: View) -> int | str:
        self.asked.append((self, view.core))
        return super().bid(view)

    def game_over(self, view: View, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    Remembering.asked.clear()
    Remembering.outcomes.clear()


async def test_hello_says_who_calls() -> None:
    async with serving() as kit:
        line = await kit.arena.joined()
        assert line.authorization == f"Bearer {TOKEN}"
        assert line.hello.protocol == 1
        assert line.hello.max_seats == 16
        assert list(line.hello.variants) == list(VARIANTS)
        assert 8 <= len(line.hello.instance) <= 64


@pytest.mark.parametrize("variant", ["spades-3", "pinochle-racehorse", "pinochle-chips", "pinochle-two-handed"])
async def test_a_game_over_the_socket_is_the_game_in_process(variant: str) -> None:
    rules = rated_rules(variant, None)
    async with serving() as kit:
        line = await kit.arena.joined()
        table = Table(rules, SEED)
        await line.update(*table.starts())
        await play_on(line, table)
        assert table.game.actions == play_local(rules, SEED, [SimpleBot] * rules.seats).actions


async def test_each_seat_has_its_own_bot_and_hears_how_it_ended() -> None:
    async with serving(Remembering) as kit:
        line = await kit.arena.joined()
        table = Table(SPADES, SEED)
        await line.update(*table.starts())
        await play_on(line, table)
        await line.update(*table.overs())
        await line.update(table.overs()[0])  # the arena does not know that it was read
        bots = {bot for bot, _ in Remembering.asked}
        assert len(bots) == 4

        another = Table(SPADES, SEED)
        await line.update(*another.starts(), another.ask())
        await line.answer()
        assert [outcome.rank for outcome in Remembering.outcomes] == list(table.game.result().ranks)
        assert kit.client.session.games_over == 4
        assert Remembering.asked[-1][0] not in bots


async def test_many_seats_in_one_batch() -> None:
    async with serving() as kit:
        line = await kit.arena.joined()
        tables = [Table(SPADES, bytes([number]) * 32) for number in range(100)]
        updates = []
        for number, table in enumerate(tables):
            for update in (table.starts()[table.game.to_act], table.ask()):
                update.seat_id += 1000 * number
                updates.append(update)
        await line.update(*updates)
        answers = await line.answers(len(tables))
        assert {answer.seat_id // 1000 for answer in answers} == set(range(100))


async def test_pings_are_answered_while_the_bot_thinks() -> None:
    thought = threading.Event()

    class Slow(SimpleBot):
        def bid(self, view: View) -> int | str:
            thought.wait()
            return 3

    async with asked(Slow) as (_, line, table):
        for nonce in (7, 8, 9):
            await line.ping(nonce)
            assert (await line.read()).pong.nonce == nonce
        thought.set()
        assert (await line.answer()).seat_id == 100 + table.game.to_act


async def test_a_rejected_answer_is_followed_by_the_fallback(capfd: pytest.CaptureFixture[str]) -> None:
    async with asked() as (_, line, table):
        first = await line.answer()
        rejected = seat_pb2.Rejected.FromString(rejected_bytes(first.number, "not so", table.game.legal(), 2))
        await line.update(seat_pb2.Update(seat_id=first.seat_id, rejected=rejected))
        second = await line.answer()
        assert (second.seat_id, second.number) == (first.seat_id, first.number)
        assert action_from_pb(table.game.kind, second.action) == table.game.fallback()
    assert "rejected an answer: not so" in capfd.readouterr().err


async def test_a_broken_stream_is_dialled_again_and_resumed() -> None:
    async with asked(Remembering) as (kit, line, table):
        given = await line.answer()
        line.end(BROKEN)

        again = await kit.arena.joined()
        assert again.hello.instance == line.hello.instance
        await again.update(table.resume())
        assert await again.answer() == given
        assert len(Remembering.asked) == 1, "a number that was answered is not asked of the bot again"

        table.apply(given)
        update = table.ask()
        await again.update(table.starts()[table.game.to_act], update)
        expected = table.game.view(table.game.to_act)
        await again.answer()
        expected.legal = None
        assert Remembering.asked[-1][1] == expected


async def test_a_new_process_goes_on_from_a_resume() -> None:
    table = Table(SPADES, SEED)
    while table.game.kind != Kind.PLAY or len(table.game.view(0).played) < 9:
        table.game.apply(table.game.fallback())
    table.asked.number = 5
    async with serving() as kit:
        line = await kit.arena.joined()
        await line.update(table.resume())
        answer = await line.answer()
        assert answer.number == 5
        assert table.game.legal().allows(action_from_pb(table.game.kind, answer.action))


async def test_a_restarted_gateway_finds_the_bot_again() -> None:
    async with serving() as kit:
        first = await kit.arena.joined()
        await kit.arena.stop()
        await kit.arena.start()
        again = await kit.arena.joined()
        assert again.hello.instance == first.hello.instance
        table = Table(SPADES, SEED)
        await again.update(*table.starts())
        await play_on(again, table)


async def test_an_arena_that_is_not_ready_is_dialled_again() -> None:
    async with serving() as kit:
        for _ in range(3):
            (await kit.arena.dialled()).end(Ending(grpc.StatusCode.UNAVAILABLE, "not yet"))
        await kit.arena.joined()


async def test_a_draining_gateway_is_left_and_dialled_again() -> None:
    async with serving() as kit:
        line = await kit.arena.joined()
        retry = Duration(nanos=1_000_000)
        await line.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_DRAINING, text="bye", retry_after=retry))
        await kit.arena.joined()


@pytest.mark.parametrize("code", [grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.INVALID_ARGUMENT])
async def test_a_refusal_stops_the_bot(code: grpc.StatusCode) -> None:
    async with serving() as kit:
        (await kit.arena.dialled()).end(Ending(code, "not like this"))
        error = await kit.error()
        assert isinstance(error, StoppedError)
        assert str(error) == "not like this"


async def test_a_replaced_stream_stops_the_bot() -> None:
    async with serving() as kit:
        line = await kit.arena.joined()
        await line.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_REPLACED, text="another took over"))
        error = await kit.error()
        assert isinstance(error, StoppedError)
        assert str(error) == "another took over"


async def test_news_from_a_later_release_is_ignored() -> None:
    async with serving() as kit:
        line = await kit.arena.joined()
        table = Table(SPADES, SEED)
        turn = table.ask()
        turn.turn.events.insert(0, cards_pb2.Event())
        unknown = seat_pb2.Update(seat_id=999)
        await line.update(unknown, seat_pb2.Update(seat_id=998, turn=turn.turn), *table.starts(), turn)
        assert (await line.answer()).seat_id == turn.seat_id


@pytest.mark.parametrize("change", [{"variant": "whist"}, {"options": '{"moon_phase": 3}'}, {"options": "["}])
async def test_a_game_the_kit_does_not_know_is_given_up(change: dict[str, str]) -> None:
    async with serving() as kit:
        line = await kit.arena.joined()
        update = Table(SPADES, SEED).starts()[2]
        update.start.MergeFrom(seat_pb2.SeatStart(**change))  # type: ignore[arg-type]
        await line.update(update)
        assert (await line.read()).resign.seat_id == update.seat_id


class Broken(Bot):
    """Cannot bid."""

    def bid(self, view: View) -> int | str:
        raise RuntimeError("no idea")


async def test_a_bot_that_raises_is_answered_for() -> None:
    errors = BotErrors()
    async with asked(Broken, errors) as (_, line, table):
        assert action_from_pb(table.game.kind, (await line.answer()).action) == table.game.fallback()
        assert errors.count == 1


async def test_a_strict_run_ends_with_the_first_error() -> None:
    async with asked(Broken, BotErrors(strict=True)) as (kit, _line, _):
        assert isinstance(await kit.error(), BotFailedError)
