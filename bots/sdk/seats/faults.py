"""Report a bot's faults on standard error, and count them."""

import asyncio
import os
import shlex
import sys
import threading
from typing import Final, TextIO

from bots.sdk.bot.frames import beyond_the_kit, told_from

TOLD_IN_FULL: Final = 10


# sys.exit() or a cancelled wait in a bot's method would end the thinking thread, while the process still answers pings.
RAISED: Final = (Exception, SystemExit, asyncio.CancelledError)


class BotFailed(Exception):
    """Raised after a reported fault, if the run is strict."""


class Faults:
    """Counts a process's faults and reports the first in full.

    `strict`: a fault ends the run, by `BotFailed`.
    """

    def __init__(self, strict: bool = False, out: TextIO | None = None) -> None:
        self.strict = strict
        self.out = out
        self.count = 0
        self.verdicts = 0
        self._games = 0
        self._lock = threading.Lock()

    def raised(self, where: object, error: BaseException, replay: str) -> None:
        """Report that a method raised *error*; *replay* asks the decision again."""
        self._report(told_from(error, beyond_the_kit), where, replay)

    def refused(self, where: object, reason: str, replay: str) -> None:
        """Report an answer that cannot be sent, for *reason*."""
        self._report(reason + "\n", where, replay)

    def judged(self, seat_id: int, infractions: int) -> None:
        """Tell and count what the arena held against a seat in a game.

        It ends no strict run: the game is over.
        """
        if not infractions:
            return
        with self._lock:
            self.verdicts += infractions
            self._games += 1
            if self._games <= TOLD_IN_FULL:
                line = f"the arena counted {infractions} infractions in a game of seat {seat_id}: arena bot faults"
                print(line, file=self.out or sys.stderr, flush=True)
            elif self._games == TOLD_IN_FULL + 1:
                print("further games' infractions are counted, not told", file=self.out or sys.stderr, flush=True)

    def _report(self, what: str, where: object, replay: str) -> None:
        with self._lock:
            self.count += 1
            if self.count <= TOLD_IN_FULL:
                again = f"once more: {command()} --replay {replay}\n" if replay else ""
                print(f"\n{what}{where}\n{again}", file=self.out or sys.stderr, flush=True)
            elif self.count == TOLD_IN_FULL + 1:
                print("further faults are counted, not told", file=self.out or sys.stderr, flush=True)
        if self.strict:
            raise BotFailed


def command() -> str:
    """Return the command that started this bot, without its arguments."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    script = ["-m", spec.name.removesuffix(".__main__")] if spec is not None else [sys.argv[0]]
    return shlex.join([os.path.basename(sys.executable) or "python", *script])
