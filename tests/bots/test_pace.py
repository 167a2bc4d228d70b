"""Answers without a choice take as long as others."""

import signal
import threading
from typing import Any

import pytest

from arena.rules import Kind, configure, legal_actions
from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk import AsyncBot, Bot
from bots.sdk.bot.clock import Clock
from bots.sdk.practice.local import play_local
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import LAST, HungError, Pace, interrupt_after
from bots.sdk.seats.seat import Seat
from bots.sdk.seats.session import Answer, OpenDecision, Reply, Session
from bots.sdk.streams.async_thinker import AsyncThinker
from bots.sdk.streams.thinker import Listener, ThreadThinker

RULES = configure("spades-4", options={"format": {"kind": "hands", "count": 1}})
WAIT = 0.05  # seconds


def test_a_wait_is_as_long_as_one_of_the_last_of_its_kind() -> None:
    pace = Pace()
    assert pace.draw_wait(1) == 0
    pace.note(1, 2.0)
    assert pace.draw_wait(9) == 2.0  # of any kind, while there is none of this
    for seconds in (5.0, 6.0) * LAST:
        pace.note(9, seconds)
    assert {pace.draw_wait(9) for _ in range(100)} == {5.0, 6.0}
    assert pace.draw_wait(1) == 2.0


def test_waits_that_are_late_become_shorter() -> None:
    pace = Pace()
    pace.note(9, 1.0)
    for _ in range(200):
        pace.note_wait(0.5, 0.75)
    assert pace.draw_wait(9) == pytest.approx(0.75, abs=0.01)


@pytest.mark.timeout(60, method="thread")  # the other method uses the same timer
def test_an_earlier_alarm_continues_after_a_time_limit() -> None:
    before = signal.signal(signal.SIGALRM, handler := lambda *_: None)
    timer = signal.setitimer(signal.ITIMER_REAL, 50.0, 7.0)
    with pytest.raises(HungError), interrupt_after(0.1):
        signal.pause()
    left, _ = signal.setitimer(signal.ITIMER_REAL, *timer)
    assert (signal.signal(signal.SIGALRM, before), left < 49.95) == (handler, True)


@pytest.mark.timeout(60, method="thread")
def test_a_slow_block_is_noted_before_it_is_interrupted(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HungError, match=rf"no answer after .* s, at {__file__}:"), interrupt_after(0.2, 0.1):
        threading.Event().wait()
    assert f"no answer for 0 s, at {__file__}:" in capsys.readouterr().err


@pytest.mark.parametrize("answers_single", [False, True])
def test_a_bot_is_asked_without_a_choice_only_if_it_says_so(answers_single: bool) -> None:
    choices: list[int] = []

    class Counting(Bot):
        def play(self, view: Any) -> str:
            choices.append(len(view.legal))
            return super().play(view)

    Counting.answers_single = answers_single
    play_local(RULES, bytes(32), [Counting] * 4)
    assert (min(choices) == 1) == answers_single
    assert (len(choices) == 52) == answers_single


@pytest.mark.parametrize(("usual", "wait"), [(0.5, 0.5), (40.0, 2.5)])
async def test_no_wait_costs_the_bank(usual: float, wait: float) -> None:
    session = Session(Bot, BotErrors(strict=True), Diary(), ticks=lambda: 0.0)
    session.pace.note(Kind.PLAY, usual)
    clock = Clock(seat_pb2.Clock(move_us=5_000_000, bank_us=60_000_000), 0.0, lambda: 0.0)
    seat = Seat(Bot, RULES, 0, session.errors, session.diary)
    answer = await session._decide(1, OpenDecision(seat, legal_actions(Kind.PLAY, [7]), 1, clock))
    assert answer.wait == pytest.approx(wait)


class Patient:
    """A session whose answers are sent later."""

    def __init__(self) -> None:
        self.pace = Pace()

    def begin(self) -> None:
        """Nothing is held."""

    async def handle(self, update: link_pb2.UpdateEnvelope, heard: float) -> Reply | None:
        return Answer(update.seat_id, 1, 9, b"", wait=WAIT)


class Kept(Listener):
    def __init__(self) -> None:
        self.posted: list[Reply] = []

    def post(self, reply: Reply) -> None:
        self.posted.append(reply)


@pytest.mark.parametrize("kind", [Bot, AsyncBot])
async def test_delayed_answers_are_sent_before_a_bot_leaves(kind: type[Bot] | type[AsyncBot]) -> None:
    session: Any = Patient()
    thinker = ThreadThinker(session) if kind is Bot else AsyncThinker(session)
    stream = Kept()
    thinker.begin(stream)
    updates = [link_pb2.UpdateEnvelope(seat_id=seat_id) for seat_id in (1, 2, 3)]

    async def bring() -> None:
        thinker.put(stream, link_pb2.BatchEnvelope(updates=updates))

    await thinker.run(bring())
    await thinker.finish()
    assert {reply.seat_id for reply in stream.posted if isinstance(reply, Answer)} == {1, 2, 3}
    thinker.stop()
