"""The cases of a check, in the order of play."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bots.check.bench import Bench


@dataclass(frozen=True)
class Case:
    """One thing a bot must do; *play* returns what was seen, in a few words, or raises `CaseFailedError`."""

    name: str
    play: Callable[[Bench], Awaitable[str]]
    thorough: bool = False  # left out of a quick check
    stops: bool = False  # the bot is told to stop, so its process has to be started again
    ours: bool = False  # only for a process that the check started
    turns: bool = False  # only for a process that is asked by turns: a columnar one is sent no events
    signals: bool = False  # only where a process can be asked to leave
