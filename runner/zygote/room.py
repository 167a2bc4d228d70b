"""Memory for seats: what each may use is put aside before it starts."""

import asyncio
from collections import deque
from pathlib import Path
from typing import Final

SHARE: Final = 0.8  # of what is free when the runner starts


class Room:
    """So many MiB for all seats together; who comes first is served first."""

    def __init__(self, total_mib: int) -> None:
        self.total_mib = self.free_mib = total_mib
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def take(self, mib: int) -> None:
        """Put *mib* aside, once they are there."""
        if not self._waiting and mib <= self.free_mib:
            self.free_mib -= mib
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((mib, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(mib)
            raise

    def give_back(self, mib: int) -> None:
        """Take back what a seat had, and serve who waits."""
        self.free_mib += mib
        while self._waiting and (self._waiting[0][1].done() or self._waiting[0][0] <= self.free_mib):
            wanted, turn = self._waiting.popleft()
            if not turn.done():
                self.free_mib -= wanted
                turn.set_result(None)


def free_memory_mib(meminfo: Path = Path("/proc/meminfo")) -> int:
    """Return how much of the memory that is free now seats may have."""
    for line in meminfo.read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(int(line.split()[1]) / 1024 * SHARE)
    raise RuntimeError("the kernel does not say how much memory is free")
