"""Measure confined seats: starts a second, memory, share of play: `python -m tools.bench.seats`."""

import asyncio
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from runner.confine.machine import why_not_confined
from runner.zygote.client import SeatProcess, Zygote
from runner.zygote.messages import Start
from runner.zygote.runtime import KIT
from tools.bench import closed
from tools.bench.machine import machine
from tools.bench.sizes import ROUNDS, SEATS

AT_ONCE: Final = 8
MODULE: Final = "from bots.sdk import Bot\n\nclass Mine(Bot):\n    pass\n"


async def start(zygote: Zygote, folder: Path) -> tuple[SeatProcess, socket.socket]:
    """Start a seat with the kit in memory."""
    here, there = socket.socketpair()
    try:
        return await zygote.start(Start(0, 0, str(folder), "python", "mine:Mine", 64, 60), there), here
    finally:
        there.close()


async def measure_starts(zygote: Zygote, folder: Path) -> float:
    """Start and end `SEATS` seats, some at once; return the number per second."""

    async def one(turn: asyncio.Semaphore) -> None:
        async with turn:
            seat, line = await start(zygote, folder)
            line.close()
            await seat.ended()

    turn, began = asyncio.Semaphore(AT_ONCE), time.monotonic()
    await asyncio.gather(*(one(turn) for _ in range(SEATS)))
    return SEATS / (time.monotonic() - began)


async def private_mib(zygote: Zygote, folder: Path) -> float:
    """Return the unshared memory of a seat after it has imported its bot."""
    started = [await start(zygote, folder) for _ in range(AT_ONCE)]
    await asyncio.sleep(1)
    sizes = [_private(seat.pid) for seat, _ in started]
    for seat, line in started:
        line.close()
        await seat.ended()
    return median(sizes) / 1024


def _private(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def start_pythons() -> float:
    """Return how many Pythons per second start and import the kit, one after another."""
    began, number = time.monotonic(), 5
    for _ in range(number):
        subprocess.run(
            [sys.executable, "-P", "-c", "import bots.sdk.confined.loop"], env={"PYTHONPATH": str(KIT)}, check=True
        )
    return number / (time.monotonic() - began)


async def measure() -> dict[str, list[float]]:
    """Return the figures of each round, by name."""
    figures: dict[str, list[float]] = {"started": [], "new": [], "private": []}
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "bot"
        folder.mkdir()
        (folder / "mine.py").write_text(MODULE)
        for path in (Path(parent), folder):
            path.chmod(0o755)
        zygote = await Zygote.begin()
        for _ in range(ROUNDS):
            figures["started"].append(await measure_starts(zygote, folder))
            figures["new"].append(await asyncio.to_thread(start_pythons))
            figures["private"].append(await private_mib(zygote, folder))
        await zygote.end()
    return figures


def show(figures: dict[str, list[float]]) -> None:
    """Print the table."""
    started, new, private = (median(figures[name]) for name in ("started", "new", "private"))
    rounds = ", ".join(f"{each:.0f}" for each in figures["started"])
    print("Seats of submitted bots")
    print(f"  started and ended, a second   {started:6.0f}  ({rounds}; floor 50)")
    print(f"  of a new Python process       {started / new:6.1f} x  ({new:.1f} a second, unconfined)")
    print(f"  memory of its own             {private:6.1f} MiB  (at most 8)")


def main() -> None:
    """Measure and print, if this machine can confine seats."""
    if why := why_not_confined():
        print(f"seats are not measured: {why}")
        return
    figures = asyncio.run(measure())
    show(figures)
    closed.show(closed.measure(), median(figures["started"]))


if __name__ == "__main__":
    print(machine())
    main()
