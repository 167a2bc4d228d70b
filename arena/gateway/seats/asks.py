"""Questions to bots and their outcomes: each question gets exactly one."""

import asyncio
from typing import Final

from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.clock import Stopwatch, charge
from arena.gateway.seats.faults import Fault
from arena.gateway.seats.seat import Ask, Seat
from arena.gateway.seats.timekeeper import TICK_US, Timekeeper
from arena.guards.limits import ACTION_BYTES
from arena.wire.gen import link_pb2

LONGEST_US: Final = 10**12  # what a runner says beyond it is damaged; sums of a season's still fit into 64 bits


def put(seat: Seat, message: link_pb2.Ask, time: Timekeeper) -> None:
    """Take a worker's question; repeat the outcome if it is known."""
    watch = Stopwatch(time.now(), _before_us(seat, message))
    asked = Ask(message, watch, time.held_us, _cpu_before_us(seat, message) if seat.is_confined else None)
    known = seat.answers.get(asked.key)
    if known or seat.lost or (seat.ask and seat.ask.key == asked.key):
        if not message.attempt:
            seat.story.keep(message.turn)
        if known:
            _send(seat, known[0])
        elif seat.lost:
            _settle(seat, asked, time.now(), _lost(seat.lost))
        return
    seat.ask, seat.asked = asked, message.number
    if message.attempt:
        seat.reject(asked)
    else:
        seat.tell(message.turn, asked)
    if seat.home:
        watch_time(seat, time)


def answer(seat: Seat, given: link_pb2.AnswerEnvelope, stream: BotStream, at: int) -> bool:
    """Take a bot's answer; return whether it had been asked for.

    Only the first answer to an open question that was written to the bot counts. *at*: the earliest time it may have
    come, from `Timekeeper.heard`.
    """
    ask = seat.ask
    if ask is None or given.number != ask.message.number or not ask.watch.is_shown:
        stream.faults[_fault(seat, given.number)] += 1
        return False
    if ask.refused is not None and given.action == ask.refused:
        ask.refused = None  # sent before the bot knew that it was rejected
        return True
    if given.replaced:
        stream.faults[Fault.REPLACED] += 1
    if ask.cpu_us is not None:
        ask.cpu_us = min(ask.cpu_us + given.cpu_us, LONGEST_US)
        ask.slept_us = min(given.slept_us, LONGEST_US)
    if ask.is_up(at):
        _time_up(seat, ask, at, stream.time)
    elif len(given.action) > ACTION_BYTES:
        stream.faults[Fault.TOO_LARGE] += 1
        _settle(seat, ask, at, link_pb2.Answered(action=b""))
    else:
        _settle(seat, ask, at, link_pb2.Answered(action=given.action))
    return True


def _fault(seat: Seat, number: int) -> Fault:
    """Return the fault of an answer to *number*, which is not open."""
    if number > seat.asked or (seat.ask and number == seat.asked and not seat.ask.message.attempt):
        return Fault.EARLY
    return Fault.REPEATED if number == seat.asked else Fault.STALE


def lose(seat: Seat, reason: link_pb2.LostReason.ValueType, now: int) -> None:
    """Give the seat up for its bot."""
    seat.lost = reason
    seat.synced = False
    if seat.ask:
        _settle(seat, seat.ask, now, _lost(reason))
    if seat.is_columnar:
        seat.say_opened()


def watch_time(seat: Seat, time: Timekeeper) -> None:
    """Set the seat's timer to when time may be up; of a confined seat its runner says that."""
    if seat.ask is None or seat.is_confined:
        return
    loop = asyncio.get_running_loop()
    delay = max(TICK_US, -seat.ask.overdue_us(time.now())) / 1e6 + 0.001
    if seat.timer is not None:
        if seat.timer.when() <= loop.time() + delay:
            return
        seat.timer.cancel()
    seat.timer = loop.call_later(delay, _look, seat, time)


def _look(seat: Seat, time: Timekeeper) -> None:
    """Close the question if time is up; else look again later."""
    seat.timer = None
    at = time.heard()  # if the loop was held up, an answer may be waiting to be read
    if seat.ask and seat.ask.is_up(at):
        _time_up(seat, seat.ask, at, time)
    else:
        watch_time(seat, time)


def _time_up(seat: Seat, ask: Ask, at: int, time: Timekeeper) -> None:
    stream = seat.stream
    evidence = link_pb2.TimedOut(
        elapsed_us=ask.evident_us(at),
        rtt_us=_trip_us(seat),
        lag_us=time.held_us - ask.held_us,
        connected=stream is not None,
        silent_us=stream.silent_us if stream else 0,
    )
    _settle(seat, ask, at, link_pb2.Answered(timed_out=evidence))


def _settle(seat: Seat, ask: Ask, at: int, outcome: link_pb2.Answered) -> None:
    """Complete *outcome*, keep it, send it, and close the question."""
    elapsed = ask.watch.elapsed_us(at)
    outcome.seat_id = seat.id
    outcome.number, outcome.attempt = ask.key
    outcome.think_us, outcome.net_us = charge(elapsed, _trip_us(seat)) if ask.cpu_us is None else (ask.cpu_us, 0)
    seat.ask = None
    seat.answers[ask.key] = (outcome, elapsed)
    _send(seat, outcome)


def _send(seat: Seat, outcome: link_pb2.Answered) -> None:
    if seat.link:
        seat.link.answered(outcome)


def _before_us(seat: Seat, message: link_pb2.Ask) -> int | None:
    """Return the bot's earlier time for this question, None at first."""
    if not message.attempt:
        return message.spent_us or None
    before = seat.answers.get((message.number, message.attempt - 1))
    return before[1] if before else 0


def _cpu_before_us(seat: Seat, message: link_pb2.Ask) -> int:
    """Return what a confined seat was charged for earlier attempts at this question."""
    before = seat.answers.get((message.number, message.attempt - 1)) if message.attempt else None
    return before[0].think_us if before else 0


def _lost(reason: link_pb2.LostReason.ValueType) -> link_pb2.Answered:
    return link_pb2.Answered(lost=link_pb2.Lost(reason=reason))


def _trip_us(seat: Seat) -> int:
    return seat.stream.trips.least_us if seat.stream else 0
