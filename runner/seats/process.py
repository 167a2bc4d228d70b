"""The interface of a seat's process, for any kind of confinement."""

import asyncio
import socket
from dataclasses import dataclass
from typing import Final, Protocol

LENGTH: Final = 4  # bytes of a message's length
MOST: Final = 65_536  # the most bytes of a message from a seat; an answer has less than a hundred bytes


class FrameError(Exception):
    """Raised if a seat's process sends a message that is too long or malformed."""


def frame_message(message: bytes) -> bytes:
    """Return *message* with its length in front: 4 bytes, big-endian."""
    return len(message).to_bytes(LENGTH, "big") + message


async def read_frame(reader: asyncio.StreamReader) -> bytes | None:
    """Return the next message, without its length; None at the end of the stream. Raises `FrameError`."""
    try:
        length = int.from_bytes(await reader.readexactly(LENGTH), "big")
        if length > MOST:
            raise FrameError(f"it sent a message of {length} bytes; at most {MOST} are accepted")
        return await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


@dataclass(frozen=True)
class Ending:
    """Why a process ended, in one line. *is_ours*: the runner is at fault, not the bot."""

    why: str
    is_ours: bool = False


class Process(Protocol):
    """A confined process that plays one seat."""

    memory_kib: int  # the peak memory of the process, once it has ended

    @property
    def text(self) -> str:
        """The output of the process; the middle of a long output is left out."""

    def cpu_us(self) -> int:
        """Return the CPU time used so far, in microseconds; after the end the last known value."""

    def is_asleep(self) -> bool:
        """Return whether all threads of the process sleep: no thread runs or waits for a core."""

    async def ended(self) -> Ending:
        """Wait for the end of the process, and return its reason."""

    def stop(self) -> None:
        """End the process at once."""


class Starter(Protocol):
    """Starts processes of one bot version."""

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> Process:
        """Start a process for the seat, once there is room. Raises `CannotStartError`.

        *channel*: the seat's end of its socket; the method closes its own copy. *move_us*: the time of a decision.
        """


class CannotStartError(Exception):
    """Raised if a process cannot be started. *process* is set if the bot's code is at fault."""

    def __init__(self, why: str, process: Process | None = None) -> None:
        super().__init__(why)
        self.ending = Ending(why, is_ours=process is None)
        self.process = process


LOOK: Final = 0.25  # seconds between two checks
MAX_GAP: Final = 2 * LOOK  # the most seconds that count between two checks; in a longer gap the runner was stopped


class SleepTimer:
    """Measures how long a process has slept during the open decision.

    A process that runs or waits for a core does not sleep. Its CPU time is charged instead, because other seats may use
    the cores.
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
            self._slept += min(now - self._looked_at, MAX_GAP)
        self._looked_at = now
        return int(self._slept * 1e6)
