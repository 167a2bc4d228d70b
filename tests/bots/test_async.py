import asyncio
import json
import queue
import threading
import time
from io import StringIO
from typing import ClassVar

import pytest

from arena.rules.records.record import to_record
from arena.rules.replays.place import Place, decisions_at
from arena.wire.gen import seat_pb2
from bots.check.mock import BROKEN
from bots.house.simple import SimpleBot
from bots.sdk import AsyncBot, Bot, Outcome, View
from bots.sdk.practice.local import play_local
from bots.sdk.practice.practice import rated_rules
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import is_async
from bots.sdk.seats.replay import unpack_decision
from bots.sdk.seats.session import Session
from tests.bots.arena import Table
from tests.bots.streams.test_client import SEED, SPADES, asked, play_on, serving


class Patient(AsyncBot):
    """Answers as `simple` does, after a turn of its loop."""

    outcomes: ClassVar[queue.SimpleQueue[Outcome]] = queue.SimpleQueue()

    def __init__(self) -> None:
        self.simple = SimpleBot()

    async def answer(self, view: View) -> object:
        hand = list(view.hand)
        await asyncio.sleep(0)
        assert view.hand == hand, "a view stands still while its bot waits"
        return self.simple.answer(view)

    async def game_over(self, view: View, outcome: Outcome) -> None:
        await asyncio.sleep(0)
        self.outcomes.put(outcome)


class Gated(AsyncBot):
    """A bot that waits at seat 1 until the gate opens."""

    gate: ClassVar[threading.Event] = threading.Event()
    asked: ClassVar[threading.Event] = threading.Event()

    async def bid(self, view: View) -> int | str:
        self.asked.set()
        if view.seat == 1:
            await asyncio.to_thread(self.gate.wait)
        return 3


@pytest.fixture(autouse=True)
def _fresh() -> None:
    Patient.outcomes = queue.SimpleQueue()
    Gated.gate.clear()
    Gated.asked.clear()


def test_async_bots_are_recognised() -> None:
    class Mixed(Bot):
        async def play(self, view: View) -> str:  # type: ignore[override]
            return str(view.legal[0])

    assert [is_async(bot) for bot in (Bot, SimpleBot, AsyncBot, Patient, Mixed)] == [False, False, True, True, True]


@pytest.mark.parametrize("variant", ["spades-4", "pinochle-racehorse", "pinochle-chips"])
def test_an_async_bot_plays_the_game_that_it_plays_without_waiting(variant: str) -> None:
    rules = rated_rules(variant, None)
    waited = play_local(rules, SEED, [Patient] * rules.seats)
    assert waited.actions == play_local(rules, SEED, [SimpleBot] * rules.seats).actions


async def test_an_async_bot_plays_over_the_socket() -> None:
    async with serving(Patient) as kit:
        line = await kit.arena.joined()
        table = Table(SPADES, SEED)
        await line.update(*table.starts())
        await play_on(line, table)
        assert table.game.actions == play_local(SPADES, SEED, [SimpleBot] * 4).actions
        await line.update(*table.overs())
        ranks = [(await asyncio.to_thread(Patient.outcomes.get)).rank for _ in range(4)]
        assert sorted(ranks) == sorted(table.game.result().ranks)


async def test_a_seat_that_waits_holds_up_neither_pings_nor_others() -> None:
    async with asked(Gated) as (_, line, slow):
        quick = Table(SPADES, SEED)
        quick.game.apply(quick.game.fallback())
        assert (slow.game.to_act, quick.game.to_act) == (1, 2)
        update = quick.ask()
        await line.update(quick.starts()[2], update)
        assert (await line.answer()).seat_id == update.seat_id
        await line.ping(5)
        assert (await line.read()).pong.nonce == 5
        Gated.gate.set()
        assert (await line.answer()).seat_id == 101


async def test_an_async_bot_that_blocks_its_loop_answers_pings_all_the_same() -> None:
    class Blocking(AsyncBot):
        async def bid(self, view: View) -> int | str:
            Gated.gate.wait()
            return 3

    async with asked(Blocking) as (_, line, _):
        await line.ping(6)
        assert (await line.read()).pong.nonce == 6
        Gated.gate.set()
        await line.answer()


async def test_a_thought_outlives_the_stream_that_asked_for_it() -> None:
    async with asked(Gated) as (kit, line, table):
        await asyncio.to_thread(Gated.asked.wait)
        line.end(BROKEN)
        again = await kit.arena.joined()
        await again.update(table.resume())
        Gated.asked.clear()
        Gated.gate.set()
        assert (await again.answer()).number == 1
        assert not Gated.asked.is_set(), "it was not asked again"


async def test_an_error_of_an_async_bot_is_answered_for() -> None:
    class Cancelled(AsyncBot):
        async def bid(self, view: View) -> int | str:
            raise asyncio.CancelledError

    errors = BotErrors(out=StringIO())
    async with asked(Cancelled, errors) as (_, line, _):
        await line.answer()
        assert errors.count == 1


@pytest.mark.parametrize("bot", [SimpleBot, Patient])
async def test_a_bot_that_is_stopped_answers_first(bot: type[Bot] | type[AsyncBot]) -> None:
    async with asked(bot) as (kit, line, _):
        await line.answer()
        kit.client.signals.count_signal()
        assert await line.ended()
        line.end()
        await kit.task


async def test_open_decisions_are_answered_before_a_bot_stops() -> None:
    async with asked(Gated) as (kit, line, _):
        await asyncio.to_thread(Gated.asked.wait)
        kit.client.signals.count_signal()
        Gated.gate.set()
        assert (await line.answer()).seat_id == 101
        assert await line.ended()
        line.end()
        await kit.task


async def test_told_twice_it_leaves_at_once() -> None:
    async with asked(Gated) as (kit, _line, _):
        await asyncio.to_thread(Gated.asked.wait)
        kit.client.signals.count_signal()
        kit.client.signals.count_signal()
        await kit.task
        assert not Gated.gate.is_set()


async def test_a_bot_reads_its_clock() -> None:
    clocks = []

    class Reading(Bot):
        def bid(self, view: View) -> int | str:
            clocks.append(view.clock)
            return 3

    async with serving(Reading) as kit:
        line = await kit.arena.joined()
        table = Table(SPADES, SEED)
        update = table.ask()
        update.clock.move_us, update.clock.bank_us = 5_000_000, 60_000_000
        update.clock.last_think_us, update.clock.last_net_us = 1500, 2500
        before = time.monotonic()
        await line.update(table.starts()[1], update)
        await line.answer()
        (clock,) = clocks
        assert (clock.move, clock.bank, clock.last_think, clock.last_net) == (5.0, 60.0, 0.0015, 0.0025)
        assert clock.since >= before
        assert clock.left <= 65.0


def test_a_local_game_has_no_clock() -> None:
    lefts = set()

    class Reading(Bot):
        def play(self, view: View) -> str:
            lefts.add(view.clock.left)
            return str(view.legal[0])

    play_local(SPADES, SEED, [Reading, Bot, Bot, Bot])
    assert lefts == {float("inf")}


def test_a_diary_has_the_times_of_its_own_bot_and_a_line_for_each_decision() -> None:
    log = StringIO()
    diary = Diary(log)
    record = to_record(play_local(SPADES, SEED, [SimpleBot, Bot, Bot, Bot], diaries={SimpleBot: diary}), "1", "abcd")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    decisions = [line for line in lines if "kind" in line]
    assert diary.figures()["bid"]["decisions"] == 4
    assert sum(figures["decisions"] for figures in diary.figures().values()) == len(decisions)
    assert {line["seat"] for line in decisions} == {decisions[0]["seat"]}
    assert lines[-1]["game_over"]["ended"] == "hands"
    own = decisions[0]["seat"]
    places = [place for place, there, _ in decisions_at(record, Place("1")) if there.to_act == own]
    assert {f"1:{line['place']}" for line in decisions} <= {*map(str, places)}
    assert [line.split()[0] for line in diary.format_times()] == ["decisions", "bid", "play"]


async def test_the_log_of_a_seat_of_the_arena() -> None:
    log = StringIO()
    async with serving() as kit:
        assert isinstance(kit.client.session, Session)
        kit.client.session.diary = Diary(log)
        line = await kit.arena.joined()
        table = Table(SPADES, SEED)
        update = table.ask()
        start = table.starts()[1]
        start.seat_id = update.seat_id = 2**64 - 1
        update.clock.CopyFrom(seat_pb2.Clock(move_us=5_000_000, last_net_us=2500))
        await line.update(start, update)
        await line.answer()
    (entry,) = [json.loads(text) for text in log.getvalue().splitlines()]
    assert (entry["seat_id"], entry["number"], entry["kind"]) == (str(2**64 - 1), 1, "bid")
    assert entry["left_ms"] <= 5000
    assert entry["last_net_ms"] == 2.5
    assert entry["error"] == ""
    assert unpack_decision(entry["decision"]).seat == 1
