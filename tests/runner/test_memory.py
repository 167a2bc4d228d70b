"""A seat's memory: what a program has of it, and what its author is told."""

import asyncio
import shutil
import socket
from pathlib import Path
from typing import NoReturn

import pytest

from arena.bundles import read_manifest
from bots.sdk.seats.session import Reply
from runner.seats.process import CannotRun, Told
from runner.seats.seat import Seat
from runner.service.starting import BundleStarter, Zygotes
from runner.zygote.client import Zygote
from runner.zygote.room import Room
from tests.runner.conftest import MANIFEST, PATIENCE, Seats, bundle

LEAST_MIB = 16


def data_limit(pid: int) -> str:
    """Return how many bytes of data a process may have."""
    limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return next(line.split()[4] for line in limits if line.startswith("Max data size"))  # the hard one


async def told_of(seat: Seat, told: list[Told]) -> Told:
    """Play *seat* to its end, and return what its author is told."""
    async with asyncio.timeout(PATIENCE):
        await seat.run()
    (only,) = told
    return only


@pytest.mark.parametrize("libraries", [[], ["numpy"]])
async def test_a_program_has_its_memory_though_python_has_more(tmp_path: Path, libraries: list[str]) -> None:
    """Python has 18 MB of data before it becomes the program, and 60 MB with numpy."""
    folder = bundle(tmp_path, "")
    program = folder / "bot.elf"
    shutil.copy("/usr/bin/yes", program)
    program.chmod(0o755)
    seats = Seats(await Zygote.begin(libraries))
    seat, line = await seats.start(folder, memory_mib=LEAST_MIB, kind="executable", entry="bot.elf")
    assert (await seats.printed(seat, "y\n")).startswith("y\ny\n")
    assert data_limit(seat.pid) == str(LEAST_MIB * 2**20)
    line.close()
    await seats.zygote.end()


async def test_a_bot_with_too_little_memory_says_so(tmp_path: Path) -> None:
    zygotes, told, said = Zygotes(), list[Told](), list[Reply]()
    folder = bundle(tmp_path, "held = [bytearray(100) for _ in range(1_000_000)]\n")
    manifest = read_manifest(MANIFEST.replace("64 MB", f"{LEAST_MIB} MB"))
    starter = BundleStarter(folder, manifest, Room(LEAST_MIB), zygotes)
    seat = Seat(1, starter, said.append, lambda ending: pytest.fail(ending.why), told.append)
    kept = await told_of(seat, told)
    await zygotes.end()
    assert kept.ending.startswith("it ended by itself, with exit code")
    assert "MemoryError" in kept.text


class Barred:
    """Starts nothing, and says what was printed before."""

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> NoReturn:
        raise CannotRun("it ended by itself, with exit code 1", is_ours=False, text="MemoryError: ...\n")


async def test_why_nothing_was_started_is_kept_for_the_author() -> None:
    told, said = list[Told](), list[Reply]()
    seat = Seat(5, Barred(), said.append, lambda ending: pytest.fail(ending.why), told.append)
    assert await told_of(seat, told) == Told(5, "it ended by itself, with exit code 1", "MemoryError: ...\n", 0, 0)
    assert [type(each).__name__ for each in said] == ["Resign"]
