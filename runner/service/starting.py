"""Start the processes of a bundle's seats: reserve memory, and choose a zygote with its libraries."""

import asyncio
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.bundles import Manifest
from runner.seats.process import CannotStartError
from runner.zygote.client import MemoryPool, SeatProcess, Zygote
from runner.zygote.messages import Start

# The CPU time of a game, in move times. It limits programs that compute without an open decision. The clock ends a
# decision that takes too long much earlier.
MOVES: Final = 720
LEAST_CPU_S: Final = 3_600


class Zygotes:
    """Keeps a zygote (see `runner.zygote`) for each set of libraries, started on first use."""

    def __init__(self) -> None:
        self._zygotes: dict[tuple[str, ...], Zygote] = {}
        self._beginning = asyncio.Lock()

    async def of(self, libraries: Sequence[str]) -> Zygote:
        """Return the zygote that has *libraries*; start it if necessary."""
        key = tuple(sorted(libraries))
        async with self._beginning:
            zygote = self._zygotes.get(key)
            if zygote is None or zygote.is_gone:
                zygote = self._zygotes[key] = await Zygote.begin(key)
            return zygote

    async def end(self) -> None:
        """End all zygotes, and with them their seats."""
        await asyncio.gather(*(zygote.end() for zygote in self._zygotes.values()))


class BundleStarter:
    """Starts processes of the bundle in *folder* (implements `runner.seats.process.Starter`).

    *room*: the memory of all seats. *is_strict*: the first exception or illegal answer ends a seat.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, room: MemoryPool, zygotes: Zygotes, is_strict: bool = False
    ) -> None:
        self._is_strict = is_strict
        self._folder = folder
        self._manifest = manifest
        self._room = room
        self._zygotes = zygotes

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> SeatProcess:
        """Start a process that has *channel*, once there is memory for it. Raises `CannotStartError`."""
        about = self._manifest
        await self._room.take(about.memory_mib)
        try:
            zygote = await self._zygotes.of(about.libraries)
            request = Start(
                id=0,
                number=0,
                folder=str(self._folder),
                kind=about.kind.value,
                entry=about.entry,
                memory_mib=about.memory_mib,
                cpu_s=limit_cpu(move_us),
                is_strict=self._is_strict,
            )
            process = await zygote.start(request, channel)
        except BaseException as problem:
            self._room.give_back(about.memory_mib)
            if isinstance(problem, OSError):
                raise CannotStartError(f"no process can be started: {problem}") from problem
            raise
        process.when_ended(lambda: self._room.give_back(about.memory_mib))
        return process


def limit_cpu(move_us: int) -> int:
    """Return the most CPU seconds of a game's process. *move_us*: the time of a decision."""
    return max(LEAST_CPU_S, MOVES * move_us // 1_000_000)
