"""Ask a bot, by turns or by columns, as its Hello wants."""

import asyncio
from collections.abc import Sequence
from random import Random

from arena.wire.gen import seat_pb2
from bots.check.line import Line
from bots.check.tables import MockSeat, batches_of

Actions = list["asyncio.Future[int]"]


async def ask(line: Line, seats: Sequence[MockSeat], starting: bool, dice: Random) -> Actions:
    """Ask these seats, after their starts if *starting*; return answers' futures."""
    starts = [seat.start() for seat in seats] if starting else []
    for seat in seats:
        seat.next_question()
    if line.columnar:
        return await _by_columns(line, seats, starts, dice)
    actions = [seat.owed(line) for seat in seats]
    turns = [seat.turn() for seat in seats]
    pairs = zip(starts, turns, strict=True) if starting else ((turn,) for turn in turns)
    await line.update(*(update for pair in pairs for update in pair))
    return actions


async def resume(line: Line, seats: Sequence[MockSeat], dice: Random) -> Actions:
    """Resume these seats; return the futures of their answers."""
    for seat in seats:
        seat.number = max(seat.number, 1)
    if line.columnar:
        return await _by_columns(line, seats, [seat.resume_bare() for seat in seats], dice)
    actions = [seat.owed(line) for seat in seats]
    await line.update(*(seat.resume() for seat in seats))
    return actions


async def reject(line: Line, seat: MockSeat, left: int, dice: Random) -> Actions:
    """Reject the last answer; return the future of the next one."""
    seat.next_attempt()
    if line.columnar:
        return await _by_columns(line, [seat], [], dice)
    action = seat.owed(line)
    await line.update(seat.rejection(left))
    return [action]


async def _by_columns(
    line: Line, seats: Sequence[MockSeat], before: Sequence[seat_pb2.Update], dice: Random
) -> Actions:
    """Ask in batches; what was batched before is sent unchanged."""
    if before:
        await line.update(*before)
    for batch in batches_of([seat for seat in seats if seat.batch is None], dice):
        for seat in seats:
            if seat.seat_id in batch.seat_ids:
                seat.batch = batch
    actions: dict[int, asyncio.Future[int]] = {}
    for asked in dict.fromkeys(seat.batch for seat in seats):
        assert asked is not None
        await line.owed.two_batches.acquire()
        actions.update((seat.seat_id, seat.owed(line)) for seat in seats if seat.batch is asked)
        line.owed.add_batch(asked)
        await line.write(asked.message())
    return [actions[seat.seat_id] for seat in seats]
