"""A seat's memory: what a program has of it, and what its author is told."""

import asyncio
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from arena.bundles import read_manifest
from arena.wire.gen.bundles_pb2 import SeatLog
from bots.sdk.seats.session import Reply
from runner.seats.process import CannotStartError, Ending, Process
from runner.seats.seat import Seat
from runner.service.starting import BundleStarter, Zygotes
from runner.zygote.client import MemoryPool, Zygote
from tests.runner.conftest import CALM, MANIFEST, PATIENCE, Quiet, Seats, bundle

LEAST_MIB = 16


def fail(ending: Ending) -> None:
    pytest.fail(ending.why)


def data_limit(pid: int) -> str:
    """Return how many bytes of data a process may have."""
    limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return next(line.split()[4] for line in limits if line.startswith("Max data size"))  # the hard one


@pytest.mark.parametrize("libraries", [[], ["numpy"]])
async def test_a_program_has_its_memory_though_python_has_more(tmp_path: Path, libraries: list[str]) -> None:
    """Python has 18 MB of data before it becomes the program, and 60 MB with numpy."""
    folder = bundle(tmp_path, "")
    program = folder / "bot.elf"
    shutil.copy("/usr/bin/yes", program)
    program.chmod(0o755)
    seats = Seats(await Zygote.begin(libraries))
    try:
        seat, line = await seats.start(folder, memory_mib=LEAST_MIB, kind="executable", entry="bot.elf")
        line.close()
        assert (await seats.printed(seat, "y\n")).startswith("y\ny\n")
        assert data_limit(seat.pid) == str(LEAST_MIB * 2**20)
    finally:
        await seats.zygote.end()


async def test_numpy_starts_with_less_than_it_has_in_memory_itself(tmp_path: Path) -> None:
    module = "import numpy\nprint(len(numpy.random.random(3)), flush=True)\n"
    seats = Seats(await Zygote.begin(["numpy"]))
    try:
        seat, line = await seats.start(bundle(tmp_path, module + CALM), memory_mib=48)
        assert await seats.printed(seat, "3\n") == "3\n"
        line.close()
    finally:
        await seats.zygote.end()


async def test_a_bot_that_hoards_at_import_finds_the_error_in_its_log(tmp_path: Path) -> None:
    zygotes, logs, said = Zygotes(), list[SeatLog](), list[Reply]()
    folder = bundle(tmp_path, "held = bytearray(1 << 30)\n")
    starter = BundleStarter(folder, read_manifest(MANIFEST), MemoryPool(64), zygotes)
    seat = Seat(1, starter, said.append, fail, logs.append)
    async with asyncio.timeout(PATIENCE):
        await seat.run()
    await zygotes.end()
    assert [each.ending for each in logs] == ["it ended by itself, with exit code 2"]
    assert "MemoryError" in logs[0].text


@dataclass
class Barred:
    """Starts nothing."""

    process: Process | None

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> NoReturn:
        raise CannotStartError("it ended by itself, with exit code 1", self.process)


async def test_an_end_before_confinement_is_in_the_log() -> None:
    logs, said = list[SeatLog](), list[Reply]()
    await Seat(5, Barred(Quiet("MemoryError: \n")), said.append, fail, logs.append).run()
    assert logs == [SeatLog(seat_id=5, ending="it ended by itself, with exit code 1", text="MemoryError: \n")]
    assert [type(each).__name__ for each in said] == ["Resign"]


async def test_failures_of_the_runner_are_not_in_the_log() -> None:
    logs, said, failed = list[SeatLog](), list[Reply](), list[Ending]()
    await Seat(5, Barred(None), said.append, failed.append, logs.append).run()
    assert (logs, said, [each.is_ours for each in failed]) == ([], [], [True])
