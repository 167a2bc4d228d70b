"""The interface of a seat's process, however it is confined."""

import asyncio
import socket
from dataclasses import dataclass
from typing import Final, Protocol

LENGTH: Final = 4
MOST: Final = 65_536  # bytes of a message from a seat: an answer takes less than a hundred


class FrameError(Exception):
    """Raised for a message that is too long or malformed."""


def frame_message(message: bytes) -> bytes:
    """Return *message* after its length."""
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
    """Why a process ended, in one line; *is_ours*: the runner failed, not the program."""

    why: str
    is_ours: bool = False


class Process(Protocol):
    """A confined process that plays one seat."""

    memory_kib: int  # its largest size, once it has ended

    @property
    def text(self) -> str:
        """Its output; a long one lacks its middle."""

    def cpu_us(self) -> int:
        """Return the CPU time it has used, in microseconds; the last known once it has ended."""

    def is_asleep(self) -> bool:
        """Return whether none of its threads runs or waits for a core."""

    async def ended(self) -> Ending:
        """Wait for its end."""

    def stop(self) -> None:
        """End it at once."""


class Starter(Protocol):
    """Starts processes of one version."""

    async def start(self, seat_id: int, channel: socket.socket, move_us: int) -> Process:
        """Start a process with *channel* once there is room; *move_us* is the time of a decision.

        *channel* is closed here afterwards. Raises `CannotStartError`.
        """


class CannotStartError(Exception):
    """Raised if a process cannot be started; *process* is set if it ended by its own fault."""

    def __init__(self, why: str, process: Process | None = None) -> None:
        super().__init__(why)
        self.ending = Ending(why, is_ours=process is None)
        self.process = process


LOOK: Final = 0.25  # seconds between two looks
HELD_UP: Final = 2 * LOOK  # what counts at most between two looks: beyond it the runner did not run


class SleepTimer:
    """Measures for how long a process has slept over the open decision.

    A process that runs, or waits for a core, pays with its CPU time: other seats that use the cores are not its fault.
    """

    def __init__(self, process: Process) -> None:
        self._process = process
        self._slept = 0.0
        self._looked_at = 0.0

    def begin(self, now: float) -> None:
        """Begin a decision at *now*, in seconds of a clock that only goes on."""
        self._slept, self._looked_at = 0.0, now

    def look(self, now: float) -> int:
        """Return how long it has slept, in microseconds; to be called every `LOOK` seconds."""
        if self._process.is_asleep():
            self._slept += min(now - self._looked_at, HELD_UP)
        self._looked_at = now
        return int(self._slept * 1e6)
