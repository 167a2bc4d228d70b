import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from runner.confine.machine import why_not_confined
from runner.seats.process import Ending
from runner.zygote.client import SeatProcess, Zygote
from runner.zygote.messages import Start

PATIENCE = 60.0  # seconds until a test that waits fails
MANIFEST = 'entry = "mine:Mine"\nvariants = ["spades-4"]\nmemory = "64 MB"\n'
CALM = "from bots.sdk import Bot\n\nclass Mine(Bot):\n    pass\n"


def bundle(parent: Path, module: str, name: str = "bot") -> Path:
    """Return the folder of an unpacked bundle, which other users can read."""
    folder = parent / name
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST)
    (folder / "mine.py").write_text(module)
    for path in (parent, folder):
        path.chmod(0o755)
    return folder


class Quiet:
    """A process that runs until it is stopped, and uses no time."""

    memory_kib = 0

    def __init__(self, text: str = "", sleeps: bool = False) -> None:
        self.text = text
        self.sleeps = sleeps
        self.over = asyncio.Event()

    def cpu_us(self) -> int:
        return 0

    def is_asleep(self) -> bool:
        return self.sleeps

    async def ended(self) -> Ending:
        await self.over.wait()
        return Ending("")

    def stop(self) -> None:
        self.over.set()


@dataclass
class Seats:
    """Seats of one zygote."""

    zygote: Zygote

    async def start(
        self, folder: Path, memory_mib: int = 64, cpu_s: int = 60, kind: str = "python", entry: str = "mine:Mine"
    ) -> tuple[SeatProcess, socket.socket]:
        """Start a seat; return it, and our end of its socket."""
        here, there = socket.socketpair()
        try:
            seat = await self.zygote.start(Start(0, 0, str(folder), kind, entry, memory_mib, cpu_s), there)
        finally:
            there.close()
        return seat, here

    async def printed(self, seat: SeatProcess, until: str) -> str:
        """Return what a seat has printed once that has *until* in it."""
        async with asyncio.timeout(PATIENCE):
            while until not in seat.text:  # noqa: ASYNC110  # nobody tells
                await asyncio.sleep(0.02)
        return seat.text

    async def end_of(self, seat: SeatProcess) -> Ending:
        async with asyncio.timeout(PATIENCE):
            return await seat.ended()


@pytest.fixture(autouse=True, scope="session")
def _machine() -> None:
    """Where a machine cannot confine, `arena doctor` says so, and nothing here can be tried."""
    if why := why_not_confined():
        pytest.skip(f"this machine cannot confine a seat: {why}")


@pytest.fixture
async def seats() -> AsyncIterator[Seats]:
    zygote = await Zygote.begin()
    yield Seats(zygote)
    await zygote.end()
