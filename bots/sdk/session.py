"""The seats a bot process holds, by seat_id: news in, answers out. Knows nothing of sockets and threads."""

import sys
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, NamedTuple

from arena.rules import Event, RulesError
from arena.wire.actions import action_to_pb
from arena.wire.events import event_from_pb
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.legal import legal_from_pb
from arena.wire.problems import Malformed
from bots.sdk.async_bot import AnyBot
from bots.sdk.bot import Outcome
from bots.sdk.clock import Clock
from bots.sdk.diary import Diary
from bots.sdk.faults import Faults
from bots.sdk.replay import rules_of
from bots.sdk.seat import Seat

REMEMBERED: Final = 10_000  # seats whose last answer is kept, to be sent again after a Resume

Reply = seat_pb2.Answer | seat_pb2.Resign | seat_pb2.ColumnAnswers


class Sent(NamedTuple):
    """The last answer of a seat."""

    number: int
    kind: int
    answer: seat_pb2.Answer


class Session:
    """One bot class at many seats: a fresh object for each seat_id."""

    def __init__(self, make: Callable[[], AnyBot], faults: Faults, diary: Diary) -> None:
        self.seats: dict[int, Seat] = {}
        self.faults = faults
        self.diary = diary
        self.games_over = 0
        self._make = make
        self._sent: dict[int, Sent] = {}
        self._warned: set[str] = set()

    def begin(self) -> None:
        """A new stream: every seat that is still held will be told from the beginning."""
        self.seats.clear()

    async def handle(self, update: seat_pb2.Update, heard: float) -> Reply | None:
        """What one update, heard at *heard* (`time.monotonic`), is answered with, if with anything.

        It waits for nothing but the bot. The updates of one seat have to be handled one after the other.

        Raises:
            BotFailed: the bot is at fault and the run is strict.
        """
        body = update.WhichOneof("body")
        if body is None:
            return None
        try:
            return await HANDLERS[body](self, update, heard)
        except (RulesError, Malformed) as error:
            self._warn(f"this kit cannot play what the arena deals and gives the game up: {error}")
            return seat_pb2.Resign(seat_id=update.seat_id)

    async def _start(self, update: seat_pb2.Update, heard: float) -> Reply | None:
        self._seat(update.seat_id, update.start)
        return None

    async def _turn(self, update: seat_pb2.Update, heard: float) -> Reply | None:
        seat = self.seats.get(update.seat_id)
        if seat is None:
            return None
        turn = update.turn
        seat.hear(known(turn.events))
        return await self._decide(update, heard, seat, turn.decision) if turn.HasField("decision") else None

    async def _resume(self, update: seat_pb2.Update, heard: float) -> Reply | None:
        resume = update.resume
        seat = self._seat(update.seat_id, resume.start)
        seat.hear(known(resume.events))
        return await self._decide(update, heard, seat, resume.decision) if resume.HasField("decision") else None

    async def _rejected(self, update: seat_pb2.Update, heard: float) -> Reply | None:
        """The kit sends legal answers only, so this is a fault of kit or arena; the fallback is never rejected."""
        seat = self.seats.get(update.seat_id)
        sent = self._sent.get(update.seat_id)
        if seat is None or sent is None or sent.number != update.rejected.number:
            return None
        self._warn(f"the arena rejected an answer: {update.rejected.reason}")
        action = seat.fallback(legal_from_pb(sent.kind, update.rejected.legal))
        return self._send(update.seat_id, sent.number, sent.kind, action)

    async def _game_over(self, update: seat_pb2.Update, heard: float) -> Reply | None:
        seat = self.seats.pop(update.seat_id, None)
        self._sent.pop(update.seat_id, None)
        self.games_over += 1
        if seat is not None:
            over = update.game_over
            seat.hear(known(over.events))
            await seat.over(Outcome(over.rank, over.score, over.ended, over.infractions))
        return None

    def _seat(self, seat_id: int, start: seat_pb2.SeatStart) -> Seat:
        rules = rules_of(start)
        if rules.revision != start.revision:
            self._warn(
                f"{rules.name} is played by revision {start.revision} of its rules, this kit has {rules.revision}"
            )
        self.seats[seat_id] = Seat(self._make, rules, start.seat, self.faults, self.diary, seat_id)
        return self.seats[seat_id]

    async def _decide(self, update: seat_pb2.Update, heard: float, seat: Seat, decision: seat_pb2.Decision) -> Reply:
        """The answer; the same as before where this number has been answered already."""
        sent = self._sent.get(update.seat_id)
        if sent is not None and sent.number == decision.number:
            return sent.answer
        legal = legal_from_pb(decision.kind, decision.legal)
        action = await seat.decide(legal, decision.number, Clock(update.clock, heard))
        return self._send(update.seat_id, decision.number, decision.kind, action)

    def _send(self, seat_id: int, number: int, kind: int, action: int) -> Reply:
        answer = seat_pb2.Answer(seat_id=seat_id, number=number, action=action_to_pb(kind, action))
        if len(self._sent) >= REMEMBERED and seat_id not in self._sent:
            del self._sent[next(iter(self._sent))]
        self._sent[seat_id] = Sent(number, kind, answer)
        return answer

    def _warn(self, line: str) -> None:
        if line not in self._warned:
            self._warned.add(line)
            print(line, file=sys.stderr, flush=True)


HANDLERS: Final[dict[str, Callable[[Session, seat_pb2.Update, float], Awaitable[Reply | None]]]] = {
    "start": Session._start,
    "turn": Session._turn,
    "rejected": Session._rejected,
    "resume": Session._resume,
    "game_over": Session._game_over,
}


def known(messages: Iterable[cards_pb2.Event]) -> Iterable[Event]:
    """The events this release knows; a bot ignores the others (seat.proto)."""
    return [event_from_pb(message) for message in messages if message.WhichOneof("event")]
