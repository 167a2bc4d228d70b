"""What waits for room is written before what comes after it."""

import asyncio
from collections import deque
from contextlib import suppress

from arena.rpc.pump import Pump


class Narrow:
    """Takes messages at once as long as *room* is there for them."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.got: list[bytes] = []

    def write_at_once(self, message: bytes) -> bool:
        if len(message) > self.room:
            return False
        self.got.append(message)
        return True

    async def write(self, message: bytes) -> None:
        await asyncio.sleep(0)
        self.got.append(message)


async def test_nothing_overtakes_what_there_was_no_room_for() -> None:
    waiting: deque[bytes] = deque()
    pump = Pump(lambda: waiting.popleft() if waiting else None)
    call = Narrow(3)
    running = asyncio.create_task(pump.run(call))
    await asyncio.sleep(0)
    sent = [b"1", b"22", b"333333", b"4", b"55555", b"6"]
    for message in sent:
        waiting.append(message)
        pump.write_at_once()
    assert call.got == sent[:2]
    pump.finish()
    await running
    assert call.got == sent


async def test_it_writes_at_once_again_when_what_waited_is_written() -> None:
    waiting: deque[bytes] = deque([b"too long"])
    pump = Pump(lambda: waiting.popleft() if waiting else None)
    call = Narrow(3)
    running = asyncio.create_task(pump.run(call))
    await asyncio.sleep(0)
    pump.write_at_once()
    for _ in range(4):
        await asyncio.sleep(0)
    waiting.append(b"now")
    pump.write_at_once()
    assert call.got == [b"too long", b"now"]
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
