"""The case about packs: ask a bot, in any language, the decisions of packs again."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from arena.rules import Event, HandStarted, new_game
from arena.wire.gen import seat_pb2
from arena.wire.seats import start_bytes, turn_bytes
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.line import Line
from bots.check.mock import BANK_US, MOVE_US, CaseFailedError
from bots.check.tables import MockSeat
from bots.sdk.packs.pack import PackError
from bots.sdk.packs.questions import Question
from bots.sdk.packs.replaying import BotAnswer, ReplayResult, compare, questions_in
from bots.sdk.seats.diary import view_of
from bots.sdk.seats.replay import Decision

SEED_BYTES = 32


class LoggedSeat(MockSeat):
    """The seat of a logged decision, of which only the seat's own view is known."""

    def __init__(self, decision: Decision, seat_id: int) -> None:
        super().__init__(new_game(decision.rules, bytes(SEED_BYTES)), decision.seat, seat_id)  # only its rules are used
        self._decision = decision

    def owed(self, line: Line) -> "asyncio.Future[int]":
        """Register the decision with the stream *line*; return the future of the answer."""
        hand = view_of(self._decision).core.cards
        return line.owed.add(self.seat_id, self.number, self._decision.legal, hand, self.attempt)

    def _start(self) -> seat_pb2.SeatStart:
        dealer = next((event.dealer for event in self._decision.events if isinstance(event, HandStarted)), 0)
        return seat_pb2.SeatStart.FromString(start_bytes(self._decision.rules, self.seat, dealer, MOVE_US, BANK_US))

    def _turn(self) -> seat_pb2.Turn:
        legal = self._decision.legal
        return seat_pb2.Turn.FromString(turn_bytes(self._decision.events, self.number, legal.kind, legal))

    def _news(self) -> list[Event]:
        return []  # no event follows the decision


def cases_of(folder: Path | None) -> list[Case]:
    """Return the case of a folder of packs; no case if *folder* is None."""
    return [Case(f"packs of {folder}", partial(ask_packs, folder))] if folder is not None else []


async def ask_packs(folder: Path, bench: Bench) -> str:
    """Ask the decisions of all packs in *folder*; return a list of changed answers, which are not failures."""
    count, asked, changed = 0, 0, []
    line = await bench.line()
    try:
        for name, questions in questions_in(folder, bench.variants):
            count += 1
            for question, action in zip(questions, await _answers(bench, line, questions), strict=True):
                asked += 1
                change = compare(name, question, BotAnswer(question.kept), BotAnswer(action), question.why)
                changed += [] if change is None else [change]
    except PackError as problem:
        raise CaseFailedError(str(problem)) from None
    return "\n      ".join([ReplayResult(count, asked, changed).summary(), *map(str, changed)])


async def _answers(bench: Bench, line: Line, questions: Sequence[Question]) -> list[int]:
    if line.columnar and any(question.game is None for question in questions):
        raise PackError("a pack has a decision of a log, which columns cannot ask; remove the pack")
    seats = [_seat(bench, question) for question in questions]
    actions: list[int] = []
    for first in range(0, len(seats), line.room):
        some = seats[first : first + line.room]
        actions += await bench.resume(line, some)
        await bench.release(line, some)
    return actions


def _seat(bench: Bench, question: Question) -> MockSeat:
    if question.game is None:
        return LoggedSeat(question.decision, bench.dice.getrandbits(64) | 1 << 63)
    return bench.seats([(question.game, question.decision.seat)])[0]
