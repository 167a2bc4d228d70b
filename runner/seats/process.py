"""Define the interface of a seat's process, for any kind of confinement."""

import asyncio
import socket
from dataclasses import dataclass
from typing import Final, Protocol

LENGTH: Final = 4
MOST: Final = 65_536  # bytes of a message from a seat; an answer has less than a hundred


class FrameError(Exception):
    """Raised for a message that is too long or malformed."""


def frame_message(message: bytes) -> bytes:
    """Return *message* behind its length."""
    return len(message).to_bytes(LENGTH, "big") + message


async def read_frame(reader: asyncio.StreamReader) -> bytes | None:
    """Return the next message; None at the end. Raises `FrameError`."""
    try:
        length = int.from_bytes(await reader.readexactly(LENGTH), "big")
        if length > MOST:
            raise FrameError(f"it sent a message of {length} bytes; at most {MOST} are accepted")
        return await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


@dataclass(frozen=True)
class Ending:
    """The reason for the end of a process, in one line; *is_ours*: the runner failed, not the program."""

    why: str
    is_ours: bool = False


class Process(Protocol):
    """A confined process that plays one seat."""

    memory_kib: int  # its peak memory, once it has ended

    @property
    def text(self) -> str:
        """The output of the process; a long one lacks its middle."""

    def cpu_us(self) -> int:
        """Return the CPU time used, in microseconds; after the end the last known one."""

    def is_asleep(self) -> bool:
        """Return whether all threads sleep: none runs or waits for a core."""

    async def ended(self) -> Ending:
        """Wait for the end of the process."""

    def stop(self) -> None:
        """End the process at once."""


class Starter(Protocol):
    """Starts processes of one version."""

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> Process:
        """Start a process with *channel* once there is room; *move_us* is the time of a decision.

        The method closes its copy of *channel*. Raises `CannotStartError`.
        """


class CannotStartError(Exception):
    """Raised if a process cannot be started; *process* is set if the bot's code is at fault."""

    def __init__(self, why: str, process: Process | None = None) -> None:
        super().__init__(why)
        self.ending = Ending(why, is_ours=process is None)
        self.process = process


LOOK: Final = 0.25  # seconds between two checks
HELD_UP: Final = 2 * LOOK  # most seconds that count between two checks; a longer gap means that the runner was stopped


class SleepTimer:
    """Measures how long a process has slept during the open decision.

    A process that runs, or waits for a core, is charged its CPU time instead: it cannot help that other seats use the
    cores.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._slept = 0.0
        self._looked_at = 0.0

    def begin(self, now: float) -> None:
        """Begin a decision at *now*, in seconds of a monotonic clock."""
        self._slept, self._looked_at = 0.0, now

    def look(self, now: float) -> int:
        """Return how long the process has slept, in microseconds; must be called every `LOOK` seconds."""
        if self._process.is_asleep():
            self._slept += min(now - self._looked_at, HELD_UP)
        self._looked_at = now
        return int(self._slept * 1e6)
