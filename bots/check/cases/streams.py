"""Cases about broken and closed streams: the bot must dial again, and must not change an answer."""

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

RETRY = 1.0  # seconds that the bot is asked to wait before dialling
EARLY = 0.9  # share of RETRY that the bot must wait at least
BREAKS = 3
LATER_REASON = 1007  # a value that CloseReason in seat.proto does not have


async def await_return(bench: Bench) -> Line:
    """Wait for the bot's next stream and welcome it. Raises `CaseFailedError` if `Hello.instance` has changed."""
    line = await bench.await_stream()
    if line.hello.instance != bench.instance:
        raise CaseFailedError("it came back with another Hello.instance; keep it as long as the process lives")
    return await bench.welcome_stream(line, resumed=1)


async def repeat_answers(bench: Bench) -> str:
    """Break the stream three times, ask answered decisions again, and expect the same answers."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, 4))
    given = await bench.ask(line, seats)
    for _ in range(BREAKS):
        await bench.break_stream()
        line = await await_return(bench)
        if await bench.resume(line, seats) != given:
            raise CaseFailedError("after Resume it changed its answer; send the first answer again")
    await bench.release(line, seats)
    return f"{len(seats)} seats over {BREAKS} breaks, the same answers"


async def resume_open_decision(bench: Bench) -> str:
    """Break the stream while a decision is open, and expect an answer after the Resume."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    (action,) = await bench.put(line, [seat])
    await bench.break_stream()
    action.cancel()
    line = await await_return(bench)
    await bench.resume(line, [seat])
    await bench.release(line, [seat])
    return "answered after the Resume"


async def close_stream(reason: "seat_pb2.CloseReason.ValueType", text: str, bench: Bench) -> str:
    """Close the stream for *reason* with a `retry_after`, and expect the bot to dial after that time."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    given = await bench.ask(line, [seat])
    await line.close(seat_pb2.Closing(reason=reason, text=text, retry_after=duration_of(int(RETRY * 1e6))))
    took = await _time_return(bench, "retry_after")
    line = await bench.line()
    if await bench.resume(line, [seat]) != given:
        raise CaseFailedError("after the stream was closed it changed its answer; send the first answer again")
    await bench.release(line, [seat])
    return f"back after {took:.1f} s"


async def break_hellos(bench: Bench) -> str:
    """Break the stream right after the Hello, three times, and expect the bot to dial again."""
    await bench.break_stream()
    for _ in range(BREAKS):
        (await bench.await_stream()).end(BROKEN)
    await await_return(bench)
    return f"dialled again after {BREAKS} breaks"


async def refuse_as_full(bench: Bench) -> str:
    """Refuse the stream like a full gateway, and expect the bot to dial after the given time."""
    await bench.break_stream()
    refusal = refusal_metadata(int(RETRY * 1000))
    (await bench.await_stream()).end(Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "this gateway is full", refusal))
    took = await _time_return(bench, "arena-retry-after-ms")
    return f"back after {took:.1f} s"


async def _time_return(bench: Bench, name: str) -> float:
    """Return the seconds until the bot is back; raise `CaseFailedError`, with the wait's *name*, if too early."""
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
