"""Start seats of a bundle: memory put aside, a zygote that has its libraries."""

import asyncio
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.bundles import Manifest
from runner.seats.process import CannotRun
from runner.zygote.client import Room, SeatProcess, Zygote
from runner.zygote.messages import Start

# Move times of CPU in a game, an hour of the usual 5 s at least: what a program may burn while it is not asked. The
# clock ends one that thinks too long much earlier.
MOVES: Final = 720
LEAST_CPU_S: Final = 3_600


class Zygotes:
    """A zygote for each set of libraries, begun when it is first needed."""

    def __init__(self) -> None:
        self._zygotes: dict[tuple[str, ...], Zygote] = {}
        self._beginning = asyncio.Lock()

    async def of(self, libraries: Sequence[str]) -> Zygote:
        """Return the zygote that has *libraries*, a new one where the last has ended."""
        key = tuple(sorted(libraries))
        async with self._beginning:
            found = self._zygotes.get(key)
            if found is None or found.is_gone:
                found = self._zygotes[key] = await Zygote.begin(key)
            return found

    async def end(self) -> None:
        """End them all, and every seat."""
        await asyncio.gather(*(zygote.end() for zygote in self._zygotes.values()))


class BundleStarter:
    """Starts processes of the bundle in *folder* (`runner.seats.process.Starter`).

    *is_strict*: the first exception or illegal answer ends a seat.
    """

    def __init__(self, folder: Path, manifest: Manifest, room: Room, zygotes: Zygotes, is_strict: bool = False) -> None:
        self._is_strict = is_strict
        self._folder = folder
        self._manifest = manifest
        self._room = room
        self._zygotes = zygotes

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> SeatProcess:
        """Start a process that has *channel*, once there is room for it. Raises `CannotRun`."""
        about = self._manifest
        await self._room.take(about.memory_mib)
        try:
            zygote = await self._zygotes.of(about.libraries)
            asked = Start(
                id=0,
                number=0,
                folder=str(self._folder),
                kind=about.kind.value,
                entry=about.entry,
                memory_mib=about.memory_mib,
                cpu_s=cpu_of(move_us),
                is_strict=self._is_strict,
            )
            process = await zygote.start(asked, channel)
        except OSError as problem:
            self._room.give_back(about.memory_mib)
            raise CannotRun(f"no process can be started: {problem}") from problem
        except BaseException:
            self._room.give_back(about.memory_mib)
            raise
        process.when_ended(lambda: self._room.give_back(about.memory_mib))
        return process


def cpu_of(move_us: int) -> int:
    """Return how many seconds of CPU a game's process may use, by the time of a decision."""
    return max(LEAST_CPU_S, MOVES * move_us // 1_000_000)
