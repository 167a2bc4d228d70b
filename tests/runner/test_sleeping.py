"""For how long a process sleeps over a decision, and what becomes of it then."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from google.protobuf.duration_pb2 import Duration

from arena.bundles import read_manifest
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.gen.bundles_pb2 import SeatLog
from bots.sdk.seats.session import Answer, Reply
from runner.seats.process import LOOK, MAX_GAP, SleepTimer
from runner.seats.seat import WALL_GUARD, Seat
from runner.service.starting import BundleStarter, Zygotes, limit_cpu
from runner.zygote.client import MemoryPool
from tests.runner.conftest import MANIFEST, PATIENCE, Quiet, Seats, bundle

MOVE_US = 100_000


def test_only_sleep_counts() -> None:
    process, dice, slept, now = Quiet(), Random(1), 0, 100.0
    wall = SleepTimer(process)
    wall.begin(now)
    for _ in range(40):
        process.sleeps = dice.random() < 0.5
        slept += process.sleeps
        now += LOOK
        assert wall.look(now) == slept * LOOK * 1e6
    wall.begin(now)
    process.sleeps = True
    assert wall.look(now + LOOK) == LOOK * 1e6


def test_pauses_of_the_runner_are_not_counted() -> None:
    wall = SleepTimer(Quiet(sleeps=True))
    wall.begin(0.0)
    assert wall.look(3600.0) == MAX_GAP * 1e6


@pytest.mark.parametrize(
    ("module", "sleeps"),
    [
        ("while True: pass\n", False),
        ("import time\ntime.sleep(60)\n", True),
        # Its first thread waits for another, which thinks.
        (
            "import threading\ndef think():\n    while True: pass\n"
            "thread = threading.Thread(target=think)\nthread.start()\nthread.join()\n",
            False,
        ),
    ],
)
async def test_sleeping_processes_are_recognised(seats: Seats, tmp_path: Path, module: str, sleeps: bool) -> None:
    folder = bundle(tmp_path, "print('in', flush=True)\n" + module)
    started = [await seats.start(folder) for _ in range(2)]
    for seat, _ in started:
        await seats.printed(seat, until="in")
        async with asyncio.timeout(PATIENCE):
            while seat.is_asleep() is not sleeps:  # noqa: ASYNC110  # nobody tells; it may only just have printed
                await asyncio.sleep(0.02)
    for seat, line in started:
        assert seat.is_asleep() is sleeps
        seat.stop()
        await seats.end_of(seat)
        assert not seat.is_asleep()
        line.close()


async def test_a_process_that_sleeps_too_long_resigns(tmp_path: Path) -> None:
    zygotes, logs, said = Zygotes(), list[SeatLog](), asyncio.Queue[Reply]()
    folder = bundle(tmp_path, "import time\ntime.sleep(60)\n")
    starter = BundleStarter(folder, read_manifest(MANIFEST), MemoryPool(64), zygotes)
    seat = Seat(1, starter, said.put_nowait, lambda ending: pytest.fail(ending.why), logs.append)
    playing = asyncio.ensure_future(seat.run())
    start = seat_pb2.SeatStart(variant="spades-4", seats=4, move_time=Duration(nanos=MOVE_US * 1000))
    turn = seat_pb2.Turn(decision=seat_pb2.Decision(number=1))
    clock = seat_pb2.Clock(move_us=MOVE_US, bank_us=1_000_000)
    seat.tell(link_pb2.UpdateEnvelope(seat_id=1, start=start.SerializeToString()))
    seat.tell(link_pb2.UpdateEnvelope(seat_id=1, turn=turn.SerializeToString(), clock=clock))
    async with asyncio.timeout(PATIENCE):
        late = await said.get()
        resigned = await said.get()
        await playing
    await zygotes.end()
    assert isinstance(late, Answer)
    assert (late.action, late.cpu_us < MOVE_US, late.slept_us > WALL_GUARD * MOVE_US) == (b"", True, True)
    assert isinstance(resigned, seat_pb2.Resign)
    assert [each.ending[:8] for each in logs] == ["it slept"]


def test_long_clocks_bring_more_cpu_time() -> None:
    assert [limit_cpu(seconds * 1_000_000) for seconds in (0, 5, 300, 3600)] == [3600, 3600, 216_000, 2_592_000]
