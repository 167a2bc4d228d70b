"""Cases about rare messages: rejections, messages of later releases, floods, and a slow arena."""

import asyncio

from arena.rules import new_game
from arena.wire.gen import cards_pb2, seat_pb2
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.cases.seats import first_rules, first_seats, play_out
from bots.check.line import Line
from bots.check.mock import CaseFailedError

UNKNOWN = b"\xfa\x3e\x03new"  # field 1007 with three bytes, as a later release may send
REJECTIONS = 2
UPDATES = 10_000
BATCH = 100  # updates in one message
PINGS = 200
PAUSE = 1.5  # seconds without updates


async def reject_answers(bench: Bench) -> str:
    """Reject two answers, and expect legal answers to the same decision number."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    await bench.ask(line, [seat])
    for attempt in range(REJECTIONS):
        await bench.reject(line, seat, REJECTIONS - attempt)
    await bench.release(line, [seat])
    return f"answered again after each of {REJECTIONS} rejections"


async def ignore_later_release(bench: Bench) -> str:
    """Send messages and fields of a later release, and expect the bot to ignore them."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    await line.write(seat_pb2.ToBot.FromString(UNKNOWN))
    await line.write(seat_pb2.ToBot())
    await line.update(seat_pb2.Update.FromString(UNKNOWN), seat_pb2.Update(seat_id=seat.seat_id))
    await bench.finish(line, [seat])
    return "ignored"


async def ignore_later_turn(bench: Bench) -> str:
    """Send a turn with unknown events and fields, and expect the bot to ignore these."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    seat.begin_decision()
    action = seat.owed(line)
    update = seat.turn()
    update.turn.events.insert(0, cards_pb2.Event.FromString(UNKNOWN))
    update.turn.events.append(cards_pb2.Event())
    update.turn.decision.MergeFromString(UNKNOWN)
    update.clock.MergeFromString(UNKNOWN)
    await line.update(seat.start(), update)
    await bench.await_answers([action])
    await bench.release(line, [seat])
    return "ignored"


async def ignore_unknown_seats(bench: Bench) -> str:
    """Send updates of unknown and finished seats, and expect the bot to ignore them."""
    line = await bench.line()
    unknown, ended, seat = first_seats(bench, 3)
    await line.update(unknown.news(), unknown.over())
    await bench.finish(line, [ended])
    await line.update(ended.news())
    await bench.finish(line, [seat])
    return "ignored"


async def repeat_game_over(bench: Bench) -> str:
    """Send a GameOver again after a Resume, as after a broken stream."""
    line = await bench.line()
    game = new_game(first_rules(bench), bench.dice.randbytes(32))
    await play_out(bench, line, game, 1)
    (seat,) = bench.seats([(game, 0)])
    await line.update(seat.start())
    await line.update(seat.over())
    await bench.break_stream()
    line = await bench.line()
    await line.update(seat.resume_bare() if line.columnar else seat.resume(False), seat.over())
    await bench.finish(line, first_seats(bench, 1))
    return "the second changes nothing"


async def answer_many_pings(bench: Bench) -> str:
    """Send many pings at once, and expect each nonce back."""
    line = await bench.line()
    first = bench.dice.getrandbits(62)
    for nonce in range(first, first + PINGS):
        await line.ping(nonce)
    await _catch_up(bench, line)
    return f"{PINGS} pings, the slowest {1000 * line.pulse.slowest:.0f} ms"


async def flood(bench: Bench) -> str:
    """Send thousands of updates at once, and expect answers and quick pongs."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, BATCH))
    await line.update(*(seat.start() for seat in seats))
    for _ in range(UPDATES // BATCH):
        await line.update(*(seats[place % len(seats)].news() for place in range(BATCH)))
    await bench.finish(line, seats, starting=False)
    await _catch_up(bench, line)
    return f"{UPDATES} updates at {len(seats)} seats, the slowest pong {1000 * line.pulse.slowest:.0f} ms"


async def _catch_up(bench: Bench, line: Line) -> None:
    deadline = asyncio.get_running_loop().time() + bench.patience
    while (unanswered := line.pulse.unanswered) > 1:
        if asyncio.get_running_loop().time() > deadline:
            raise CaseFailedError(f"{unanswered} pings were not answered within {bench.patience:g} s; answer each")
        await asyncio.sleep(0.02)


async def wait_for_slow_arena(bench: Bench) -> str:
    """Send nothing but pings for a while, before and after a decision."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    await line.update(seat.start())
    await asyncio.sleep(PAUSE)
    await bench.ask(line, [seat], starting=False)
    await asyncio.sleep(PAUSE)
    await bench.release(line, [seat])
    return f"waited {PAUSE:g} s twice"


async def wait_for_reader(bench: Bench) -> str:
    """Stop reading the stream for a while, and expect all answers afterwards."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, BATCH))
    line.heeding.clear()
    asking = asyncio.ensure_future(bench.ask(line, seats))
    await asyncio.sleep(PAUSE / 3)
    line.heeding.set()
    await asking
    await bench.release(line, seats)
    return f"{len(seats)} answers after {PAUSE / 3:g} s"


CASES = (
    Case("rejected: answers the same number again", reject_answers),
    Case("news of a later release", ignore_later_release),
    Case("a turn of a later release", ignore_later_turn, turns=True),
    Case("news of unknown seats", ignore_unknown_seats, turns=True),
    Case("game over, twice", repeat_game_over),
    Case("a burst of pings", answer_many_pings),
    Case("a flood of updates", flood, turns=True),
    Case("a slow arena", wait_for_slow_arena, thorough=True),
    Case("an arena that does not read", wait_for_reader, thorough=True),
)
