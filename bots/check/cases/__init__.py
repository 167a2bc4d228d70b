"""The cases of a check, in modules by topic."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bots.check.bench import Bench


@dataclass(frozen=True)
class Case:
    """A test of the bot. *play* runs it and returns the observation in a few words, or raises `CaseFailedError`."""

    name: str
    play: Callable[[Bench], Awaitable[str]]
    thorough: bool = False  # whether a quick check skips it
    stops: bool = False  # whether the case stops the bot, so that the process must be started again
    ours: bool = False  # whether the case needs a process that the check started
    turns: bool = False  # whether the case needs a bot that is asked by turns, because columns have no events
    signals: bool = False  # whether the case needs POSIX signals
