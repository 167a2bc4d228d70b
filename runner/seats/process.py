"""What a seat's process is to the runner, however it is confined."""

import socket
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Ending:
    """Why a process ended, in a line; *is_ours*: the runner failed, not the program."""

    why: str
    is_ours: bool = False


@dataclass(frozen=True)
class Told:
    """What is kept of a seat for its author; *ending* is "" where its game was played out."""

    seat_id: int
    ending: str
    text: str
    cpu_us: int
    memory_kib: int


class Process(Protocol):
    """A confined process that plays one seat."""

    memory_kib: int  # its largest size, once it has ended

    @property
    def text(self) -> str:
        """What it printed, shortened where it was long."""

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
        """Start a process that has *channel*, once there is room for it.

        *channel* is closed here afterwards. *move_us* is the time of a decision. Raises `CannotRun`.
        """


class CannotRun(Exception):
    """Raised where a process cannot be started, in a line for whom it concerns.

    *process*: what there was of it, where it ended by its own fault.
    """

    def __init__(self, why: str, process: Process | None = None) -> None:
        super().__init__(why)
        self.ending = Ending(why, is_ours=process is None)
        self.process = process
