"""Deliver decisions one per message: the open question of a seat, and the outcomes."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from arena.gateway.seats.clock import Stopwatch, charge, left_us, limit_us
from arena.gateway.seats.delivery import Delivery, evidence_of, trip_us
from arena.gateway.seats.infractions import StreamInfraction
from arena.gateway.seats.timekeeper import TICK_US, Timekeeper
from arena.guards.limits import ACTION_BYTES
from arena.handover import Key, unmarked
from arena.logs import of_decision
from arena.wire.gen import link_pb2, seat_pb2

if TYPE_CHECKING:
    from arena.gateway.seats.bot_stream import BotStream
    from arena.gateway.seats.seat import Seat
    from arena.gateway.seats.worker_stream import WorkerStream

log = logging.getLogger("arena.gateway")

LONGEST_US: Final = 10**12  # a runner's longer times are cut to this; sums over a season then still fit into 64 bits


class Ask:
    """The open question of a seat that is asked one decision at a time.

    Attributes:
        refused: The rejected answer to the previous attempt. A bot that was resumed before it read Rejected may send
            the answer again.
        lag_us: `Timekeeper.lag_us` when the question was put.
        cpu_us: The CPU time of a confined seat over all attempts; None for other seats, whose elapsed time counts.
        slept_us: How long a confined seat slept, if its runner reports that this was too long; otherwise 0.
    """

    __slots__ = ("cpu_us", "key", "lag_us", "message", "refused", "slept_us", "watch")

    def __init__(self, message: link_pb2.Ask, watch: Stopwatch, lag_us: int, cpu_us: int | None = None) -> None:
        self.message = message
        self.lag_us = lag_us
        self.cpu_us = cpu_us
        self.slept_us = 0
        self.key: Key = (message.number, message.attempt)
        self.watch = watch
        self.refused: bytes | None = None

    def overdue_us(self, now: int) -> int:
        """Return for how many microseconds time has been up, by the elapsed time; negative before that."""
        return self.watch.elapsed_us(now) - limit_us(self.message.move_us, self.message.bank_us)

    def is_up(self, now: int) -> bool:
        """Return whether time is up: by the elapsed time, or for a confined seat by CPU time or its runner's report."""
        if self.cpu_us is None:
            return self.overdue_us(now) > 0
        return bool(self.slept_us) or self.cpu_us > self.message.move_us + self.message.bank_us

    def evident_us(self, now: int) -> int:
        """Return the microseconds used at *now*; of a confined seat, as its runner reported them, or its CPU time."""
        return self.watch.elapsed_us(now) if self.cpu_us is None else self.slept_us or self.cpu_us

    def put_clock(self, clock: seat_pb2.Clock, now: int, lag_us: int) -> None:
        """Fill in *clock* while the question is being written, *lag_us* late by the arena's fault."""
        self.watch.show(now, lag_us)
        message = self.message
        spent_us = self.watch.elapsed_us(now) if self.cpu_us is None else self.cpu_us
        clock.move_us, clock.bank_us = left_us(spent_us, message.move_us, message.bank_us)
        clock.last_think_us, clock.last_net_us = message.last_think_us, message.last_net_us
        self.trace("written to the bot, %d us late", lag_us)

    def trace(self, line: str, *values: object) -> None:
        """Log *line* about the decision, at the level DEBUG."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug(line, *values, extra=of_decision(self.message.seat_id, self.message.number))


class RowDelivery(Delivery):
    """Delivery that sends a seat's decisions one by one, each with its own clock."""

    def __init__(self, seat: "Seat", time: Timekeeper) -> None:
        super().__init__(seat)
        self._time = time
        self._ask: Ask | None = None
        self._asked = 0  # the number of the last asked decision
        self._answers: dict[Key, tuple[link_pb2.Answered, int]] = {}  # by decision: (outcome, elapsed time in us)
        self._timer: asyncio.TimerHandle | None = None

    @property
    def outcomes(self) -> list[link_pb2.Answered]:
        return [answered for answered, _ in self._answers.values()]

    @property
    def outcome_count(self) -> int:
        return len(self._answers)

    def forget(self, number: int | None = None) -> None:
        self._answers = {} if number is None else unmarked(self._answers, number)

    def take(self, former: "WorkerStream | None", opening: link_pb2.SeatOpen) -> None:
        self._seat.story.open(opening.events)

    @property
    def last_answered(self) -> int:
        return max((number for number, _ in self._answers), default=0)

    def rest(self) -> bytes:
        return self._seat.story.rest()

    def ask(self, message: link_pb2.Ask) -> None:
        """Take a worker's question; if it was answered before, send the outcome again."""
        seat = self._seat
        watch = Stopwatch(self._time.now(), self._before_us(message))
        asked = Ask(message, watch, self._time.lag_us, self._cpu_before_us(message) if seat.is_confined else None)
        known = self._answers.get(asked.key)
        if known or seat.lost or (self._ask and self._ask.key == asked.key):
            if not message.attempt:
                seat.story.keep(message.turn)
            if known:
                self._send(known[0])
            elif seat.lost:
                self._settle(asked, self._time.now(), _lost(seat.lost))
            return
        asked.trace("asked by the worker with lease %d, attempt %d", message.lease_number, message.attempt)
        self._ask, self._asked = asked, message.number
        if message.attempt:
            self._reject(asked)
        else:
            seat.tell(message.turn, asked)
        if seat.home:
            self.watch_time()

    def answer(self, given: link_pb2.AnswerEnvelope, stream: "BotStream", at: int) -> bool:
        """Take a bot's answer; return whether it was asked for.

        Only the first answer to an open question that was already written to the bot counts.
        """
        ask = self._ask
        if ask is None or given.number != ask.message.number or not ask.watch.is_shown:
            stream.infractions[self._classify(given.number)] += 1
            return False
        if ask.refused is not None and given.action == ask.refused:
            ask.refused = None  # the bot sent this answer again before it knew of the rejection
            return True
        if given.replaced:
            stream.infractions[StreamInfraction.REPLACED] += 1
        if ask.cpu_us is not None:
            ask.cpu_us = min(ask.cpu_us + given.cpu_us, LONGEST_US)
            ask.slept_us = min(given.slept_us, LONGEST_US)
        if ask.is_up(at):
            self._time_up(ask, at)
        elif len(given.action) > ACTION_BYTES:
            stream.infractions[StreamInfraction.TOO_LARGE] += 1
            self._settle(ask, at, link_pb2.Answered(action=b""))
        else:
            self._settle(ask, at, link_pb2.Answered(action=given.action))
        return True

    def resume(self, stream: "BotStream") -> None:
        seat, ask = self._seat, self._ask
        decision = link_pb2.TurnEnvelope.FromString(ask.message.turn).decision if ask else b""
        body = link_pb2.ResumeEnvelope(start=seat.start, events=seat.story.full_history(), decision=decision)
        stream.push(seat, "resume", body.SerializeToString(), ask)
        if ask and ask.message.attempt:
            before = self._answers.get((ask.message.number, ask.message.attempt - 1))
            ask.refused = before[0].action if before else None
            stream.push(seat, "rejected", ask.message.rejected, ask)

    def lose(self) -> None:
        if self._ask and self._seat.lost:
            self._settle(self._ask, self._time.now(), _lost(self._seat.lost))

    def is_missed(self, look_us: int) -> bool:
        """Return whether an open question has waited for an absent bot for longer than *look_us*.

        During that time the worker looks for the bot at other gateways. Without a question the seat is not lost: the
        bot may be at another gateway, where the seat is opened only when it is asked.
        """
        return (open_us := self.open_us) is not None and open_us > look_us

    @property
    def open_us(self) -> int | None:
        return self._ask.watch.elapsed_us(self._time.now()) if self._ask else None

    def restart_clock(self) -> None:
        if self._ask:
            self._ask.watch.restart(self._time.now())

    def watch_time(self) -> None:
        """Set the timer to the moment when time may be up; for a confined seat its runner reports that moment."""
        if self._ask is None or self._seat.is_confined:
            return
        loop = asyncio.get_running_loop()
        delay = max(TICK_US, -self._ask.overdue_us(self._time.now())) / 1e6 + 0.001
        if self._timer is not None:
            if self._timer.when() <= loop.time() + delay:
                return
            self._timer.cancel()
        self._timer = loop.call_later(delay, self._look)

    def stop(self) -> None:
        self._ask = None
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        at = self._time.unread_since()  # after a delay of the loop, an answer may still be unread
        if self._ask and self._ask.is_up(at):
            self._time_up(self._ask, at)
        else:
            self.watch_time()

    def _reject(self, ask: Ask) -> None:
        seat = self._seat
        stream = seat.stream
        if stream and seat.synced:
            stream.push(seat, "rejected", ask.message.rejected, ask)
        elif stream:
            seat.resume(stream)

    def _classify(self, number: int) -> StreamInfraction:
        if number > self._asked or (self._ask and number == self._asked and not self._ask.message.attempt):
            return StreamInfraction.EARLY
        return StreamInfraction.REPEATED if number == self._asked else StreamInfraction.STALE

    def _time_up(self, ask: Ask, at: int) -> None:
        evidence = evidence_of(self._seat.stream, ask.evident_us(at), self._time.lag_us - ask.lag_us)
        self._settle(ask, at, link_pb2.Answered(timed_out=evidence))

    def _settle(self, ask: Ask, at: int, outcome: link_pb2.Answered) -> None:
        """Complete *outcome*, the end of *ask*; keep and send it, and close the question."""
        elapsed = ask.watch.elapsed_us(at)
        outcome.seat_id = self._seat.id
        outcome.number, outcome.attempt = ask.key
        outcome.think_us, outcome.net_us = (
            charge(elapsed, trip_us(self._seat.stream)) if ask.cpu_us is None else (ask.cpu_us, 0)
        )
        ask.trace("%s after %d us", outcome.WhichOneof("outcome"), elapsed)
        self._ask = None
        self._answers[ask.key] = (outcome, elapsed)
        self._send(outcome)

    def _send(self, outcome: link_pb2.Answered) -> None:
        if self._seat.link:
            self._seat.link.send_answered(outcome)

    def _before_us(self, message: link_pb2.Ask) -> int | None:
        """Return the bot's time (us) for earlier attempts at the decision; None at the first attempt."""
        if not message.attempt:
            return message.spent_us or None
        before = self._answers.get((message.number, message.attempt - 1))
        return before[1] if before else 0

    def _cpu_before_us(self, message: link_pb2.Ask) -> int:
        before = self._answers.get((message.number, message.attempt - 1)) if message.attempt else None
        return before[0].think_us if before else 0


def _lost(reason: link_pb2.LostReason.ValueType) -> link_pb2.Answered:
    return link_pb2.Answered(lost=link_pb2.Lost(reason=reason))
