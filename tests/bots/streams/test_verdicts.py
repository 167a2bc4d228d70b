"""What the kit prints of the arena's verdicts, over a socket; and answers that are not the bot's say so."""

import io
import re
import threading
from typing import Any, ClassVar

import pytest

from arena.rules import Kind, configure
from arena.wire.columns.pack import Columns
from arena.wire.gen import cards_pb2, link_pb2, seat_pb2
from bots.house.simple import SimpleBot
from bots.sdk import AsyncBot, Bot, VectorBot, View
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import MAX_REPORTS, REMEMBERED, BotErrors, BotFailedError
from bots.sdk.seats.replay import unpack_decision
from bots.sdk.seats.session import Session
from bots.sdk.streams.async_thinker import AsyncThinker
from tests.bots.arena import Line, Table
from tests.bots.streams.test_client import SPADES, Broken, asked, serving
from tests.gateway.clients import until


def late(seat_id: int, number: int, **fields: Any) -> seat_pb2.Verdict:
    usual: dict[str, Any] = {"infraction": seat_pb2.INFRACTION_KIND_TIMEOUT, "hand": 0, "decision": 2}
    verdict = seat_pb2.Verdict(seat_id=seat_id, number=number, **(usual | fields))
    if verdict.infraction == seat_pb2.INFRACTION_KIND_TIMEOUT:
        verdict.played.CopyFrom(cards_pb2.Action(bid=1))
    return verdict


async def judge(line: Line, *verdicts: seat_pb2.Verdict) -> None:
    await line.write(seat_pb2.ToBot(verdicts=seat_pb2.Verdicts(verdicts=verdicts)))


def replay_in(text: str) -> str:
    match = re.search(r"--replay (\S+)", text)
    assert match
    return match[1]


class Waiting(AsyncBot):
    """Bids one."""

    async def bid(self, view: View) -> int | str:
        return 1


@pytest.mark.parametrize("bot", [SimpleBot, Waiting])
async def test_a_verdict_is_printed_with_its_view_and_asked_again(bot: type[Bot]) -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    async with asked(bot, errors) as (_, line, table):
        await line.answer()
        seat = table.asked
        await judge(line, late(seat.seat_id, seat.number), late(seat.seat_id, seat.number))
        await line.update(table.seats[0].news())
        await until(lambda: "--replay" in out.getvalue())
    text = out.getvalue()
    assert (
        f"the arena, at hand 1, decision 3 of seat {seat.seat_id}: time was up; the fallback answered bid 1\n" in text
    )
    decision = unpack_decision(replay_in(text))
    assert (decision.seat, decision.legal.kind) == (seat.seat, Kind.BID)
    assert decision.events == table.game.events(seat.seat)
    assert "hand   " in text
    assert errors.summary() == "0 errors, 1 infractions counted by the arena (1 timeout)"


class Hung(Bot):
    """Thinks until it is let go."""

    go: ClassVar[threading.Event]

    def bid(self, view: View) -> int | str:
        self.go.wait(30)
        return 1


async def test_a_hanging_bot_hears_its_verdict_while_it_hangs() -> None:
    Hung.go = threading.Event()
    out = io.StringIO()
    async with asked(Hung, BotErrors(out=out)) as (kit, line, table):
        seat = table.asked
        session = kit.client.session
        assert isinstance(session, Session)
        await until(lambda: seat.seat_id in session.seats and session.seats[seat.seat_id].last is not None)
        await judge(line, late(seat.seat_id, seat.number))
        await until(lambda: "time was up" in out.getvalue())
        assert not Hung.go.is_set()
        Hung.go.set()
        await line.answer()
    assert unpack_decision(replay_in(out.getvalue())).seat == seat.seat


async def test_a_verdict_of_an_unknown_decision_is_printed_without_a_view() -> None:
    out = io.StringIO()
    async with serving(SimpleBot, BotErrors(out=out)) as kit:
        await judge(await kit.arena.joined(), late(5, 1))
        await until(lambda: "seat 5" in out.getvalue())
    assert (
        out.getvalue() == "\nthe arena, at hand 1, decision 3 of seat 5: time was up; the fallback answered bid: 1\n\n"
    )


async def test_the_end_of_a_game_prints_only_new_infractions() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    async with asked(SimpleBot, errors) as (kit, line, table):
        await line.answer()
        seat = table.asked
        await judge(line, late(seat.seat_id, seat.number))
        over = seat_pb2.GameOver(rank=1, infractions=3)
        await line.update(seat_pb2.Update(seat_id=seat.seat_id, game_over=over))
        await until(lambda: kit.client.session.games_over == 1)
    assert (
        f"the arena counted 2 more infractions in a game of seat {seat.seat_id}: arena bot infractions"
        in out.getvalue()
    )
    assert errors.summary() == "0 errors, 3 infractions counted by the arena (2 without a verdict, 1 timeout)"


async def test_a_strict_run_ends_with_a_verdict() -> None:
    async with asked(SimpleBot, BotErrors(strict=True, out=io.StringIO())) as (kit, line, table):
        await line.answer()
        await judge(line, late(table.asked.seat_id, table.asked.number))
        assert isinstance(await kit.error(), BotFailedError)


class RaisingLater(AsyncBot):
    """Cannot bid."""

    async def bid(self, view: View) -> int | str:
        raise RuntimeError("no idea")


class Unmade(Bot):
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no model")


@pytest.mark.parametrize(
    ("bot", "replaced"), [(Broken, True), (RaisingLater, True), (Unmade, True), (SimpleBot, False), (Waiting, False)]
)
async def test_an_answer_that_is_the_kits_says_so(bot: type[Bot], replaced: bool) -> None:
    async with asked(bot, BotErrors(out=io.StringIO())) as (_, line, _):
        assert (await line.answer()).replaced is replaced


class Erring(VectorBot):
    """Answers nothing legal at row 0 of two, and raises at three rows."""

    def decide(self, batch: Any) -> Any:
        if len(batch) == 3:
            raise RuntimeError("no idea")
        actions = batch.fallback.copy()
        if len(batch) == 2:
            actions[0] = 50
        return actions


def batch_of(rows: int) -> bytes:
    columns = Columns(configure("spades-4"))
    for row in range(rows):
        table = Table(SPADES, bytes([row]) * 32)
        columns.add(table.game, row + 1, 1, 0, 5_000_000, 60_000_000)
    return columns.take()


@pytest.mark.parametrize(("rows", "replaced"), [(1, []), (2, [0]), (3, [0, 1, 2])])
async def test_rows_that_are_the_kits_say_so(rows: int, replaced: list[int]) -> None:
    async with serving(Erring, BotErrors(out=io.StringIO())) as kit:
        line = await kit.arena.joined()
        await line.columns(7, batch_of(rows))
        assert list((await line.read()).column_answers.replaced) == replaced


async def test_a_refused_row_is_printed_and_asked_again() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    async with serving(Erring, errors) as kit:
        line = await kit.arena.joined()
        await line.columns(7, batch_of(1))
        await line.read()
        reason = "bid 50 is not legal: legal is 1 to 13"
        await judge(line, late(1, 1, infraction=seat_pb2.INFRACTION_KIND_ILLEGAL, reason=reason))
        await until(lambda: "--replay" in out.getvalue())
    assert "bid 50 is not legal: legal is 1 to 13; it is asked again\nspades-4: " in out.getvalue()
    assert errors.summary() == "0 errors, 0 infractions counted by the arena"


def test_the_summary_names_the_kinds() -> None:
    errors = BotErrors(out=io.StringIO())
    errors.report_error("here", RuntimeError("no"))
    errors.report("illegal", "14 is not legal", "here")
    errors.report_error("here", RuntimeError("no"))
    assert errors.summary() == "3 errors (2 raised, 1 illegal), 0 infractions counted by the arena"


def test_seats_whose_end_never_came_are_forgotten() -> None:
    errors = BotErrors(out=io.StringIO())
    for seat_id in range(REMEMBERED + 1):
        errors.verdict(seat_id, 1, "timeout", "time was up", "", "")
    errors.note_infractions(REMEMBERED, 1)
    assert errors.verdicts == REMEMBERED + 1, "the last was told at once"
    errors.note_infractions(1, 1)
    assert errors.verdicts == REMEMBERED + 1
    errors.note_infractions(0, 1)
    assert errors.verdicts == REMEMBERED + 2, "nobody remembers the first"


class Unasked:
    """A stream that is sent nothing."""

    def post(self, reply: object) -> None:
        raise AssertionError(reply)


async def test_what_comes_while_the_kit_stops_begins_no_task() -> None:
    thinker, stream = AsyncThinker(Session(Waiting, BotErrors(), Diary())), Unasked()
    begun, go_on, left = threading.Event(), threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        go_on.wait(30)

    thinker._thoughts.call_soon_threadsafe(hold)
    assert begun.wait(30)
    thinker.begin(stream)
    thinker.put(stream, link_pb2.BatchEnvelope(updates=[link_pb2.UpdateEnvelope(seat_id=1)]))
    thinker.stop()
    thinker._thoughts.call_soon_threadsafe(left.set)
    go_on.set()
    assert left.wait(30)
    assert not thinker._tasks


async def test_many_verdicts_are_counted_and_few_printed() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    async with serving(SimpleBot, errors) as kit:
        await judge(await kit.arena.joined(), *(late(seat_id, 1) for seat_id in range(1, 31)))
        await until(lambda: errors.verdicts == 30)
    assert out.getvalue().count("time was up") == MAX_REPORTS
    assert out.getvalue().endswith("further verdicts of the arena are counted, not printed\n")


async def test_a_game_with_infractions_is_printed_once() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    session = Session(SimpleBot, errors, Diary())
    over = seat_pb2.GameOver(rank=1, infractions=7).SerializeToString()
    for _ in range(2):  # the arena may repeat it
        await session.handle(link_pb2.UpdateEnvelope(seat_id=3, game_over=over), 0.0)
    assert (session.games_over, errors.verdicts, errors.count) == (1, 7, 0)
    assert out.getvalue() == "the arena counted 7 infractions in a game of seat 3: arena bot infractions\n"


def test_a_clean_game_prints_nothing_and_many_verdicts_are_shortened() -> None:
    out = io.StringIO()
    errors = BotErrors(out=out)
    errors.note_infractions(1, 0)
    assert out.getvalue() == ""
    for seat in range(MAX_REPORTS + 5):
        errors.note_infractions(seat, 2)
    assert errors.verdicts == 2 * (MAX_REPORTS + 5)
    assert len(out.getvalue().splitlines()) == MAX_REPORTS + 1
