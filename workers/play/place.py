"""Which seat of which game, and why it cannot be played here."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias


class NoInstance(Exception):
    """Raised when no gateway has room for a bot's new game."""


class GatewayAway(Exception):
    """Raised when the seat's gateway is gone and none has the bot."""


class RunnerAway(GatewayAway):
    """Raised when no runner has the process of a version that was handed in."""

    def __init__(self, version_id: int) -> None:
        super().__init__(f"no runner has version {version_id}")


class LeaseSupersededError(Exception):
    """Raised when another worker has the block, under a higher token."""


class AnswersLost(Exception):
    """Raised when a killed worker's answers are gone with their gateway."""


class BotAbsent(Exception):
    """Raised when no gateway found an instance within the time it set."""


Moment: TypeAlias = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """Return at once, as a `Moment` with nothing to wait for."""


@dataclass(frozen=True)
class Place:
    """Which seat it is: as in `SeatOpen` of link.proto. *gateway*: where another worker had it last, "" if none did."""

    seat_id: int
    version_id: int
    token: int
    variant: str
    start: bytes
    gateway: str = ""
    is_confined: bool = False
