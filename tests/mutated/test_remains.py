"""Mutated messages leave nothing in a gateway: no seat, no stream, no open file."""

import asyncio
import gc
import logging
import os
from collections import Counter

import pytest

from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.hub import Hub
from arena.gateway.seats.instances import Instance
from arena.gateway.seats.keeping import KEEP_US
from arena.gateway.seats.row_delivery import Ask
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.worker_stream import WorkerStream
from tests.gateway.clients import dialling, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.mutated.test_clocks import MAD_COLUMNS, MAD_ROWS, besieged
from tools.mutated.tally import Tally

KINDS = (Seat, Ask, Instance, BotStream, WorkerStream)
SIEGES = 4  # the first may fill caches
CUT_OFF = 2.5  # seconds for which a gateway remembers a stream that it closed
SPARE = 5  # objects and files of streams that are just closing


def count_objects() -> Counter[str]:
    """Return the number of living objects of a gateway's state, by class, and of open files."""
    gc.collect()
    objects = Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, KINDS))
    return objects + Counter({"files": len(os.listdir("/proc/self/fd"))})


def is_empty(hub: Hub) -> bool:
    """Return whether *hub* has no seat, instance or link, as if ten minutes had passed."""
    for seat in hub.seats.values():
        seat.left_at -= KEEP_US
        seat.over_at -= KEEP_US
    return not (hub.seats or list(hub.homes.roster) or hub.homes._waiting or hub._links)


async def test_sieges_leave_no_object_and_no_open_file(caplog: pytest.LogCaptureFixture) -> None:
    tally, objects = Tally(), list[Counter[str]]()
    async with serving(FewTokens((MAD_ROWS, MAD_COLUMNS)), grace=0.05) as (gateway, reached):
        failure = asyncio.create_task(gateway.fail())
        for _ in range(SIEGES):
            async with dialling(reached) as clients:
                await besieged(clients, tally)
            await until(lambda: is_empty(gateway.hub))
            await asyncio.sleep(CUT_OFF if not objects else 0)
            objects.append(count_objects())
        await until(lambda: (count_objects() - objects[0]).total() < SPARE)
        assert not failure.done()
        failure.cancel()
    assert not tally.wrong
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
