"""All seats of a process: handle updates and return answers, without sockets or threads."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from google.protobuf.message import DecodeError

from arena.rules import Event, Legal, RulesError
from arena.wire.actions import action_to_bytes
from arena.wire.events import event_from_bytes
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.legal import legal_from_bytes, legal_from_pb
from arena.wire.refusals import MalformedError
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.bot import Outcome
from bots.sdk.bot.clock import Clock
from bots.sdk.seats.diary import Diary, view_of
from bots.sdk.seats.errors import BotErrors, Latest, report_verdict
from bots.sdk.seats.pace import Pace
from bots.sdk.seats.replay import Decision, pack_decision, rules_of
from bots.sdk.seats.seat import Seat

Update: TypeAlias = link_pb2.UpdateEnvelope


class Answer(NamedTuple):
    """An answer of a seat to a decision, ready to send."""

    seat_id: int
    number: int
    kind: int
    action: bytes  # a serialised Action
    cpu_us: int = 0  # microseconds of CPU time; set only by runners
    slept_us: int = 0  # microseconds that the process slept; set only by runners
    wait: float = 0.0  # seconds to wait before sending it
    replaced: bool = False  # whether the kit answered because the bot failed


class OpenDecision(NamedTuple):
    """A decision that the bot must make now."""

    seat: Seat
    legal: Legal
    number: int
    clock: Clock


Reply = Answer | seat_pb2.Resign | seat_pb2.ColumnAnswers


class Session:
    """All seats of one bot class; each seat has its own bot object."""

    def __init__(
        self, make: Callable[[], AnyBot], errors: BotErrors, diary: Diary, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        """Create a session without seats. *make*: creates a bot; *ticks*: returns seconds as the arena charges them."""
        self.seats: dict[int, Seat] = {}
        self.errors = errors
        self.diary = diary
        self.games_over = 0
        self._ended = Latest[None]()  # ids of seats whose games are over
        self._make = make
        self._ticks = ticks
        self._sent = Latest[Answer]()  # by seat id: the last answer, to repeat after a Resume
        self.pace = Pace()
        self._warned: set[str] = set()

    def begin(self) -> None:
        """Forget all seats, because a new stream begins, which resumes every seat that is still held."""
        self.seats.clear()

    async def handle(self, update: Update, heard: float) -> Reply | None:
        """Handle an update of a seat; return the answer, or None if there is nothing to send. Raises `BotFailedError`.

        *heard*: when the arena began to charge for the update, in seconds of *ticks*. This method waits only for the
        bot. Call it for the updates of one seat one after another.
        """
        body = update.WhichOneof("body")
        if body is None:
            return None
        try:
            if body == "game_over":
                await self._game_over(update)
                return None
            news = HANDLERS[body](self, update, heard)
            if not isinstance(news, OpenDecision):
                return news
            return await self._decide(update.seat_id, news)
        except (RulesError, MalformedError, DecodeError) as error:
            self._warn(f"this kit cannot play this game and resigns: {error}; update the kit")
            return seat_pb2.Resign(seat_id=update.seat_id)

    async def _decide(self, seat_id: int, news: OpenDecision) -> Answer:
        kind, began = news.legal.kind, time.perf_counter()
        action = await news.seat.decide(news.legal, news.number, news.clock)
        answer = self._answer(seat_id, news.number, kind, action, news.seat.replaced)
        if news.seat.is_answered_for(news.legal):
            free = (news.clock.left - news.clock.bank) / 2  # a longer wait could use the bank or time out
            return answer._replace(wait=max(0.0, min(self.pace.draw_wait(kind), free)))
        self.pace.note(kind, time.perf_counter() - began)
        return answer

    def _start(self, update: Update, heard: float) -> None:
        self._ended.pop(update.seat_id, None)
        self._seat(update.seat_id, seat_pb2.SeatStart.FromString(update.start))

    def _turn(self, update: Update, heard: float) -> OpenDecision | Answer | None:
        seat = self.seats.get(update.seat_id)
        if seat is None:
            return None
        turn = link_pb2.TurnEnvelope.FromString(update.turn)
        seat.hear(known(turn.events))
        return self._decision(update, heard, seat, turn.decision)

    def _resume(self, update: Update, heard: float) -> OpenDecision | Answer | None:
        resume = link_pb2.ResumeEnvelope.FromString(update.resume)
        seat = self._seat(update.seat_id, seat_pb2.SeatStart.FromString(resume.start))
        seat.hear(known(resume.events))
        return self._decision(update, heard, seat, resume.decision)

    def _reject(self, update: Update, heard: float) -> Answer | None:
        """Return the fallback as the answer after a rejection, which is an error of the kit or the arena."""
        seat = self.seats.get(update.seat_id)
        sent = self._sent.get(update.seat_id)
        rejected = seat_pb2.Rejected.FromString(update.rejected)
        if seat is None or sent is None or sent.number != rejected.number:
            return None
        self._warn(f"the arena rejected an answer: {rejected.reason}")
        action = seat.fallback(legal_from_pb(sent.kind, rejected.legal))
        return self._answer(update.seat_id, sent.number, sent.kind, action, True)

    def judge(self, verdict: seat_pb2.Verdict, is_last: bool) -> bool:
        """Report a verdict of the arena; return False if its decision has not arrived at the seat yet.

        *is_last*: report the verdict even then. May be called from another thread. Raises `BotFailedError`.
        """
        is_last = is_last or not self.errors.shows_verdicts
        seat = self.seats.get(verdict.seat_id)
        last = seat.last if seat is not None and self.errors.shows_verdicts else None
        if seat is None or last is None or last[0] != verdict.number:
            if is_last:
                report_verdict(self.errors, verdict)
            return is_last
        _, heard, legal = last
        decision = Decision(seat.view.rules, seat.view.seat, seat.events[:heard], legal)
        report_verdict(self.errors, verdict, legal, view_of(decision), pack_decision(*decision))
        return True

    async def _game_over(self, update: Update) -> None:
        seat = self.seats.pop(update.seat_id, None)
        self._sent.pop(update.seat_id, None)
        if update.seat_id in self._ended:
            return
        self._ended[update.seat_id] = None
        self.games_over += 1
        over = seat_pb2.GameOver.FromString(update.game_over)
        self.errors.note_infractions(update.seat_id, over.infractions)
        if seat is not None:
            seat.hear(known(event.SerializeToString() for event in over.events))
            await seat.over(Outcome(over.rank, over.score, over.ended, over.infractions))

    def _seat(self, seat_id: int, start: seat_pb2.SeatStart) -> Seat:
        rules = rules_of(start)
        if rules.revision != start.revision:
            self._warn(
                f"{rules.name} has rules revision {start.revision}, and {rules.revision} in this kit; update the kit"
            )
        self.seats[seat_id] = Seat(self._make, rules, start.seat, self.errors, self.diary, seat_id)
        return self.seats[seat_id]

    def _decision(self, update: Update, heard: float, seat: Seat, data: bytes) -> OpenDecision | Answer | None:
        """Return the decision to make, or the earlier answer if it was already made; None if *data* is empty."""
        if not data:
            return None
        decision = link_pb2.DecisionEnvelope.FromString(data)
        sent = self._sent.get(update.seat_id)
        legal = legal_from_bytes(decision.kind, decision.legal)
        if sent is not None and sent.number == decision.number:
            seat.last = sent.number, len(seat.events), legal
            return sent
        return OpenDecision(seat, legal, decision.number, Clock(update.clock, heard, self._ticks))

    def _answer(self, seat_id: int, number: int, kind: int, action: int, replaced: bool) -> Answer:
        answer = Answer(seat_id, number, kind, action_to_bytes(kind, action), replaced=replaced)
        self._sent[seat_id] = answer
        return answer

    def _warn(self, line: str) -> None:
        if line not in self._warned:
            self._warned.add(line)
            print(line, file=sys.stderr, flush=True)


HANDLERS: Final[dict[str, Callable[[Session, Update, float], OpenDecision | Answer | None]]] = {
    "start": Session._start,
    "turn": Session._turn,
    "rejected": Session._reject,
    "resume": Session._resume,
}


def known(serialised: Iterable[bytes]) -> Iterable[Event]:
    """Return the serialised events as objects, without those that this release does not know (seat.proto)."""
    return [event for event in map(event_from_bytes, serialised) if event is not None]
