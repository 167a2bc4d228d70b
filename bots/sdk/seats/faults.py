"""Count what the arena refused or noted of a bot, and tell its author."""

import asyncio
import os
import shlex
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Final, TextIO

from arena.rules import Legal, describe
from arena.wire.actions import action_from_pb, told
from arena.wire.gen import seat_pb2
from bots.sdk.bot.traces import beyond_the_kit, told_from

REMEMBERED: Final = 10_000


class Ended:
    """The last `REMEMBERED` of these seats."""

    def __init__(self) -> None:
        self._seats: dict[int, None] = {}

    def add(self, seat_id: int) -> bool:
        """Note that the game is over; return False if that was known."""
        if seat_id in self._seats:
            return False
        if len(self._seats) >= REMEMBERED:
            del self._seats[next(iter(self._seats))]
        self._seats[seat_id] = None
        return True

    def begins(self, seat_id: int) -> None:
        """Note that a game begins there, from its start."""
        self._seats.pop(seat_id, None)


TOLD_IN_FULL: Final = 10
UNTOLD: Final = "not told at once"  # of the infractions that a game ends with


# sys.exit() or a cancelled wait in a bot's method would end the thinking thread, while the process still answers pings.
RAISED: Final = (Exception, SystemExit, asyncio.CancelledError)


class BotFailed(Exception):
    """Raised after a reported fault, if the run is strict."""


class Faults:
    """Counts a process's faults and the arena's verdicts, and reports the first of each in full.

    `strict`: a fault ends the run, by `BotFailed`.

    Attributes:
        count: how many faults the kit saw, and `kinds` of each kind.
        verdicts: how many infractions the arena counted, and `verdict_kinds` of each kind.
    """

    def __init__(self, strict: bool = False, out: TextIO | None = None) -> None:
        self.strict = strict
        self.out = out
        self.count = 0
        self.kinds = Counter[str]()
        self.verdicts = 0
        self.verdict_kinds = Counter[str]()
        self._told = 0  # verdicts, some of which are no infractions
        self._games = 0
        self._open: dict[int, set[int]] = {}  # by seat, while its game goes on: the decisions told as infractions
        self._lock = threading.Lock()

    def raised(self, where: object, error: BaseException, replay: str) -> None:
        """Report that a method raised *error*; *replay* asks the decision again."""
        self._report("raised", told_from(error, beyond_the_kit), where, replay)

    def refused(self, where: object, reason: str, replay: str) -> None:
        """Report an answer that cannot be sent, for *reason*."""
        self._report("illegal", reason + "\n", where, replay)

    def late(self, where: object, reason: str, replay: str) -> None:
        """Report an answer that came after its time, where this process keeps the clock."""
        self._report("late", reason + "\n", where, replay)

    @property
    def shows_verdicts(self) -> bool:
        """Whether the next verdict is told in full: in a bad hour thousands come at once."""
        return self._told < TOLD_IN_FULL

    def verdict(self, seat_id: int, number: int, kind: str, line: str, where: object, replay: str) -> None:
        """Report in a *line* what the arena held against decision *number* of a seat, at once.

        *kind*: of an infraction; "" where the decision is still open. What is told twice is reported once.
        """
        with self._lock:
            if kind:
                if seat_id not in self._open and len(self._open) >= REMEMBERED:  # their GameOver never came
                    del self._open[next(iter(self._open))]
                seen = self._open.setdefault(seat_id, set())
                if number in seen:
                    return
                seen.add(number)
                self.verdicts += 1
                self.verdict_kinds[kind] += 1
            self._told += 1
            self._print(self._told, f"\n{line}", where, replay, "verdicts of the arena")
        if self.strict:
            raise BotFailed

    def judged(self, seat_id: int, infractions: int) -> None:
        """Tell and count what the arena held against a seat in a game and has not said at once.

        It ends no strict run: the game is over.
        """
        with self._lock:
            at_once = len(self._open.pop(seat_id, ()))
            more = infractions - at_once
            if more <= 0:
                return
            self.verdicts += more
            self.verdict_kinds[UNTOLD] += more
            self._games += 1
            if self._games <= TOLD_IN_FULL:
                told = f"{more} more infractions" if at_once else f"{more} infractions"
                line = f"the arena counted {told} in a game of seat {seat_id}: arena bot faults"
                print(line, file=self.out or sys.stderr, flush=True)
            elif self._games == TOLD_IN_FULL + 1:
                print("further games' infractions are counted, not told", file=self.out or sys.stderr, flush=True)

    def told(self) -> str:
        """Return the counts by kind, in a line."""
        own, arenas = by_kind(self.kinds), by_kind(self.verdict_kinds)
        return f"{self.count} faults{own}, {self.verdicts} infractions by the arena{arenas}"

    def _report(self, kind: str, what: str, where: object, replay: str) -> None:
        with self._lock:
            self.count += 1
            self.kinds[kind] += 1
            self._print(self.count, f"\n{what.rstrip()}", where, replay, "faults")
        if self.strict:
            raise BotFailed

    def _print(self, count: int, what: str, where: object, replay: str, whose: str) -> None:
        """Print the first in full, and that there are more."""
        out = self.out or sys.stderr
        if count <= TOLD_IN_FULL:
            again = f"once more: {command()} --replay {replay}" if replay else ""
            print("\n".join([each for each in (what, str(where), again) if each]), end="\n\n", file=out, flush=True)
        elif count == TOLD_IN_FULL + 1:
            print(f"further {whose} are counted, not told", file=out, flush=True)


def by_kind(kinds: Mapping[str, int]) -> str:
    """Return counts in brackets, the most first, as " (2 raised, 1 late)"; "" for none."""
    counts = sorted(kinds.items(), key=lambda each: (-each[1], each[0]))
    return f" ({', '.join(f'{count} {kind}' for kind, count in counts)})" if counts else ""


def command() -> str:
    """Return the command that started this bot, without its arguments."""
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    script = ["-m", spec.name.removesuffix(".__main__")] if spec is not None else [sys.argv[0]]
    return shlex.join([os.path.basename(sys.executable) or "python", *script])


TIMEOUT: Final = "timeout"
WORDS: Final = {seat_pb2.FAULT_TIMEOUT: TIMEOUT, seat_pb2.FAULT_ILLEGAL: "illegal"}


def tell_verdict(
    faults: Faults, verdict: seat_pb2.Verdict, legal: Legal | None = None, where: object = "", replay: str = ""
) -> None:
    """Tell a verdict; what was *legal*, the view *where* it was and its *replay* if they are known.

    Raises `BotFailed`.
    """
    word = WORDS.get(verdict.fault, "fault")
    kind = word if verdict.HasField("played") else ""
    line = _line(verdict, word, legal) if faults.shows_verdicts else ""
    faults.verdict(verdict.seat_id, verdict.number, kind, line, where, replay)


def _line(verdict: seat_pb2.Verdict, word: str, legal: Legal | None) -> str:
    what = "time was up" if word == TIMEOUT else verdict.reason or word
    is_over = verdict.HasField("played")
    then = f"the fallback answered {_played(verdict, legal)}" if is_over else "it is asked again"
    place = f"hand {verdict.hand + 1}, decision {verdict.decision + 1}"
    return f"the arena, at {place} of seat {verdict.seat_id}: {what}; {then}"


def _played(verdict: seat_pb2.Verdict, legal: Legal | None) -> str:
    if legal is None:
        return told(verdict.played)
    return describe(legal.kind, action_from_pb(legal.kind, verdict.played), legal.count)
