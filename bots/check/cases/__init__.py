"""The cases of a check, in the order of play."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bots.check.bench import Bench


@dataclass(frozen=True)
class Case:
    """One requirement of a bot. *play* returns the observation in a few words, or raises `CaseFailedError`."""

    name: str
    play: Callable[[Bench], Awaitable[str]]
    thorough: bool = False  # whether a quick check skips it
    stops: bool = False  # whether it makes the bot stop, so that the process must be started again
    ours: bool = False  # whether it needs a process that the check started
    turns: bool = False  # whether it needs a process that is asked by turns: columns have no events
    signals: bool = False  # whether it needs POSIX signals
