"""Questions and what comes of them: asked once, answered once, whoever asks again."""

import asyncio

from arena.gateway.bot_stream import BotStream
from arena.gateway.clock import Stopwatch, charge
from arena.gateway.seats import Ask, Now, Seat
from arena.wire.gen import link_pb2


def put(seat: Seat, message: link_pb2.Ask, now: Now) -> None:
    """A worker asks. What is known already is answered at once; a question that is open stays as it is."""
    asked = Ask(message, Stopwatch(now(), _before_us(seat, message)))
    known = seat.answers.get(asked.key)
    if known or seat.lost or (seat.ask and seat.ask.key == asked.key):
        if not message.attempt:
            seat.story.keep(message.turn)
        if known:
            _send(seat, known[0])
        elif seat.lost:
            _settle(seat, asked, now(), _lost(seat.lost))
        return
    seat.ask = asked
    if message.attempt:
        seat.reject(asked)
    else:
        seat.tell(message.turn, asked)
    if seat.home:
        watch_time(seat, now)


def answer(seat: Seat, given: link_pb2.AnswerEnvelope, stream: BotStream, now: Now) -> None:
    """The bot that has the seat answers. Only the first answer to an open question counts."""
    ask = seat.ask
    if ask is None or given.number != ask.message.number:
        stream.faults["stale"] += 1
        return
    if ask.refused is not None and given.action == ask.refused:
        ask.refused = None  # sent before the bot knew that it was rejected
        return
    at = now()
    if ask.overdue_us(at) > 0:
        _time_up(seat, ask, at)
    else:
        _settle(seat, ask, at, link_pb2.Answered(action=given.action))


def lose(seat: Seat, reason: link_pb2.LostReason.ValueType, now: Now) -> None:
    """The bot answers this seat no more; it hears of it again when the game is over."""
    seat.lost = reason
    seat.synced = False
    if seat.ask:
        _settle(seat, seat.ask, now(), _lost(reason))


def watch_time(seat: Seat, now: Now) -> None:
    """Look again when time may be up for the open question; who looks too early looks again, so one look is enough."""
    if seat.ask is None:
        return
    loop = asyncio.get_running_loop()
    delay = max(0, -seat.ask.overdue_us(now())) / 1e6 + 0.001
    if seat.timer is not None:
        if seat.timer.when() <= loop.time() + delay:
            return
        seat.timer.cancel()
    seat.timer = loop.call_later(delay, _look, seat, now)


def _look(seat: Seat, now: Now) -> None:
    seat.timer = None
    at = now()
    if seat.ask and seat.ask.overdue_us(at) > 0:
        _time_up(seat, seat.ask, at)
    else:
        watch_time(seat, now)


def _time_up(seat: Seat, ask: Ask, at: int) -> None:
    evidence = link_pb2.TimedOut(
        elapsed_us=ask.watch.elapsed_us(at),
        rtt_us=_trip_us(seat),
        lag_us=max(0, ask.overdue_us(at)),
        connected=seat.stream is not None,
    )
    _settle(seat, ask, at, link_pb2.Answered(timed_out=evidence))


def _settle(seat: Seat, ask: Ask, at: int, outcome: link_pb2.Answered) -> None:
    """Complete *outcome*, keep it and send it; the question is closed."""
    elapsed = ask.watch.elapsed_us(at)
    outcome.seat_id = seat.id
    outcome.number, outcome.attempt = ask.key
    outcome.think_us, outcome.net_us = charge(elapsed, _trip_us(seat))
    seat.ask = None
    seat.answers[ask.key] = (outcome, elapsed)
    _send(seat, outcome)


def _send(seat: Seat, outcome: link_pb2.Answered) -> None:
    if seat.link:
        seat.link.answered(outcome)


def _before_us(seat: Seat, message: link_pb2.Ask) -> int:
    """Time the bot had for the attempts before this one."""
    before = seat.answers.get((message.number, message.attempt - 1)) if message.attempt else None
    return before[1] if before else 0


def _lost(reason: link_pb2.LostReason.ValueType) -> link_pb2.Answered:
    return link_pb2.Answered(lost=link_pb2.Lost(reason=reason))


def _trip_us(seat: Seat) -> int:
    return seat.stream.trips.least_us if seat.stream else 0
