"""Streams that break and drain: the bot must dial again, and lose no answer."""

import time
from functools import partial

import grpc

from arena.wire.gen import seat_pb2
from arena.wire.refusals import refusal_metadata
from arena.wire.seats import duration_of
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.cases.seats import first_seats
from bots.check.line import Line
from bots.check.mock import BROKEN, CaseFailedError, Ending

RETRY = 1.0  # seconds
EARLY = 0.9  # of RETRY; a bot that is back sooner is too early
BREAKS = 3
LATER_REASON = 1007  # of seat.proto's CloseReason


async def await_return(bench: Bench) -> Line:
    """Welcome the bot's next stream. Raises `CaseFailedError` if its `instance` has changed."""
    line = await bench.await_stream()
    if line.hello.instance != bench.instance:
        raise CaseFailedError("it came back with another Hello.instance; keep it as long as the process lives")
    return await bench.welcome_stream(line, resumed=1)


async def repeat_answers(bench: Bench) -> str:
    """Ask answered decisions again after a break; expect the same answers."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, 4))
    given = await bench.ask(line, seats)
    for _ in range(BREAKS):
        await bench.cut()
        line = await await_return(bench)
        if await bench.resume(line, seats) != given:
            raise CaseFailedError("after Resume it changed its answer; send the first answer again")
    await bench.release(line, seats)
    return f"{len(seats)} seats over {BREAKS} breaks, the same answers"


async def resume_open_decision(bench: Bench) -> str:
    """Break the stream with an open question; expect an answer after Resume."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    (action,) = await bench.put(line, [seat])
    await bench.cut()
    action.cancel()
    line = await await_return(bench)
    await bench.resume(line, [seat])
    await bench.release(line, [seat])
    return "answered after the Resume"


async def close_stream(reason: "seat_pb2.CloseReason.ValueType", text: str, bench: Bench) -> str:
    """Close the stream with a `retry_after`; expect a dial after that time."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    given = await bench.ask(line, [seat])
    retry = duration_of(int(RETRY * 1e6))
    await line.close(seat_pb2.Closing(reason=reason, text=text, retry_after=retry))
    took = await _time_return(bench, "retry_after")
    line = await bench.line()
    if await bench.resume(line, [seat]) != given:
        raise CaseFailedError("after the stream was closed it changed its answer; send the first answer again")
    await bench.release(line, [seat])
    return f"back after {took:.1f} s"


async def break_hellos(bench: Bench) -> str:
    """Break the network at Hello, three times; expect further dials."""
    await bench.cut()
    for _ in range(BREAKS):
        (await bench.await_stream()).end(BROKEN)
    await await_return(bench)
    return f"dialled again after {BREAKS} breaks"


async def refuse_as_full(bench: Bench) -> str:
    """Refuse the stream as a full gateway; expect a dial after the given time."""
    await bench.cut()
    refusal = refusal_metadata(int(RETRY * 1000))
    (await bench.await_stream()).end(Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "this gateway is full", refusal))
    took = await _time_return(bench, "arena-retry-after-ms")
    return f"back after {took:.1f} s"


async def _time_return(bench: Bench, name: str) -> float:
    """Return the seconds until the bot is back. Raises `CaseFailedError` if too soon."""
    began = time.monotonic()
    await await_return(bench)
    took = time.monotonic() - began
    if took < RETRY * EARLY:
        raise CaseFailedError(f"it dialled again after {took:.2f} s: {name} was {RETRY:g} s")
    return took


CASES = (
    Case("resume: the same answer again", repeat_answers),
    Case("resume: a decision that was open", resume_open_decision),
    Case(
        "draining: back after retry_after", partial(close_stream, seat_pb2.CLOSE_REASON_DRAINING, "this gateway drains")
    ),
    Case(
        "closed for a reason of a later release: back after retry_after",
        partial(close_stream, seat_pb2.CloseReason.ValueType(LATER_REASON), "a reason of a later release"),
        thorough=True,
    ),
    Case("full: back after arena-retry-after-ms", refuse_as_full),
    Case("a broken network: dials again", break_hellos),
)
