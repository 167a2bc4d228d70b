"""Count a bot's errors and the arena's verdicts about its answers, and report them to the author."""

import asyncio
import os
import shlex
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Final, TextIO, TypeVar

from arena.rules import Legal, describe
from arena.wire.actions import action_from_pb, format_action
from arena.wire.gen import seat_pb2
from bots.sdk.bot.traces import format_trace, is_outside_kit

REMEMBERED: Final = 10_000  # seats
Value = TypeVar("Value")


class Latest(dict[int, Value]):
    """A dictionary that keeps only the latest *size* keys."""

    def __init__(self, size: int = REMEMBERED) -> None:
        super().__init__()
        self._size = size

    def __setitem__(self, key: int, value: Value) -> None:
        if key not in self and len(self) >= self._size:
            del self[next(iter(self))]
        super().__setitem__(key, value)


TEXT_PROGRAM: Final = "bots text "  # how the name of a text program in `sys.argv` begins
MAX_REPORTS: Final = 10  # reports that are printed in full, of each sort
UNREPORTED: Final = "without a verdict"  # the kind of infractions for which no verdict arrived


# Exceptions of a bot's method that the kit handles. The last two would end the bot's thread, but not the process.
RAISED: Final = (Exception, SystemExit, asyncio.CancelledError)


class BotFailedError(Exception):
    """Raised after an error was reported, if the run is strict."""


class BotErrors:
    """The errors of a process and the arena's verdicts; the first ten of each are printed in full.

    An error with the same cause as an earlier one is counted. Causes are equal for exceptions at the same line, and for
    illegal answers to the same kind of decision.

    *strict*: every error or verdict ends the run, by `BotFailedError`. *out*: where to print; None: standard error.
    """

    def __init__(self, strict: bool = False, out: TextIO | None = None) -> None:
        self.strict = strict
        self.out = out
        self.count = 0  # errors that the kit noticed
        self.kinds = Counter[str]()
        self.verdicts = 0  # infractions that the arena reported
        self.verdict_kinds = Counter[str]()
        self._causes = Counter[str]()  # how often each cause was reported: a line of the bot, or a kind of answer
        self._reports = 0  # reported verdicts, also those that are not infractions
        self._games = 0
        self._open = Latest[set[int]]()  # by seat id, until the game is over: decisions with a reported infraction
        self._lock = threading.Lock()

    def report_error(self, where: object, error: BaseException, replay: str = "") -> None:
        """Report that a method of the bot raised *error*. Raises `BotFailedError`.

        *where*: the view or place to print. *replay*: text of the decision, to ask it again; "" if unknown.
        """
        self.report("raised", format_trace(error, is_outside_kit), where, replay)

    def report(self, kind: str, reason: str, where: object, replay: str = "") -> None:
        """Report an error of the bot with its *reason*. Raises `BotFailedError`.

        *kind*: "raised", "illegal" (an answer that cannot be sent) or "late". *where*: the view or place to print.
        *replay*: text of the decision, to ask it again; "" if unknown.
        """
        with self._lock:
            self.count += 1
            self.kinds[kind] += 1
            self._print_new(kind, reason.rstrip(), where, replay)
        if self.strict:
            raise BotFailedError

    @property
    def shows_verdicts(self) -> bool:
        """Whether the next verdict is printed in full; there may be thousands."""
        return self._reports < MAX_REPORTS

    def verdict(self, seat_id: int, number: int, kind: str, line: str, where: object, replay: str) -> None:
        """Report the arena's verdict about decision *number* of a seat. Raises `BotFailedError`.

        *kind*: kind of the infraction, "" if the decision is still open. *line*: the verdict in words. *where*,
        *replay*: as in `report_error`. A verdict that the arena repeats is reported once.
        """
        with self._lock:
            if kind:
                if seat_id not in self._open:
                    self._open[seat_id] = set()
                if number in self._open[seat_id]:
                    return
                self._open[seat_id].add(number)
                self.verdicts += 1
                self.verdict_kinds[kind] += 1
            self._reports += 1
            self._print(self._reports, describe_error(f"\n{line}", where, replay), "verdicts of the arena")
        if self.strict:
            raise BotFailedError

    def note_infractions(self, seat_id: int, infractions: int) -> None:
        """Report how many of a finished game's *infractions* had no verdict. A strict run continues."""
        with self._lock:
            at_once = len(self._open.pop(seat_id, ()))
            more = infractions - at_once
            if more <= 0:
                return
            self.verdicts += more
            self.verdict_kinds[UNREPORTED] += more
            self._games += 1
            count = f"{more} more infractions" if at_once else f"{more} infractions"
            line = f"the arena counted {count} in a game of seat {seat_id}: arena bot infractions"
            self._print(self._games, line, "games' infractions")

    def summary(self) -> str:
        """Return the numbers of errors and infractions by kind, in one line."""
        own, arenas = by_kind(self.kinds), by_kind(self.verdict_kinds)
        return f"{self.count} errors{own}, {self.verdicts} infractions counted by the arena{arenas}"

    def _print_new(self, kind: str, reason: str, where: object, replay: str) -> None:
        """Print an error whose cause is new; of an earlier cause, say once that further cases are counted."""
        lines = reason.rpartition("\n")[0]  # without the exception's text, which may differ from case to case
        cause = f"{kind} {lines or getattr(where, 'kind', reason)}"
        self._causes[cause] += 1
        if self._causes[cause] == 1:
            self._print(len(self._causes), describe_error(f"\n{reason}", where, replay), "errors")
        elif self._causes[cause] == 2 and len(self._causes) <= MAX_REPORTS:
            print("the same error again: further cases are counted, not printed", file=self.out or sys.stderr)

    def _print(self, count: int, text: str, whose: str) -> None:
        if count <= MAX_REPORTS + 1:
            further = f"further {whose} are counted, not printed"
            print(text if count <= MAX_REPORTS else further, file=self.out or sys.stderr, flush=True)


def describe_error(reason: str, where: object, replay: str, file: str | None = None) -> str:
    """Return the lines of a report: the reason, the view or place, and the command that asks the decision again.

    *file*: the bot's Python file, "" for a bot of another language; None: the running program.
    """
    is_text_program = file is None and sys.argv[0].startswith(TEXT_PROGRAM)
    again = f"to ask it again: {_command(file)} --replay {replay}" * bool(replay and file != "" and not is_text_program)
    return "\n".join([each for each in (reason, str(where), again) if each]) + "\n"


def by_kind(kinds: Mapping[str, int]) -> str:
    """Return counts by kind, the largest first, as " (2 raised, 1 late)"; "" for an empty mapping."""
    counts = sorted(kinds.items(), key=lambda each: (-each[1], each[0]))
    return f" ({', '.join(f'{count} {kind}' for kind, count in counts)})" if counts else ""


def _command(file: str | None) -> str:
    spec = None if file else getattr(sys.modules.get("__main__"), "__spec__", None)
    script = ["-m", spec.name.removesuffix(".__main__")] if spec is not None else [file or sys.argv[0]]
    return shlex.join([os.path.basename(sys.executable) or "python", *script])


TIMEOUT: Final = "timeout"
WORDS: Final = {seat_pb2.INFRACTION_KIND_TIMEOUT: TIMEOUT, seat_pb2.INFRACTION_KIND_ILLEGAL: "illegal"}


def report_verdict(
    errors: BotErrors, verdict: seat_pb2.Verdict, legal: Legal | None = None, where: object = "", replay: str = ""
) -> None:
    """Report a verdict of the arena to *errors*. Raises `BotFailedError`.

    *legal*: the legal answers, or None if unknown. *where*: the view to print. *replay*: text of the decision, to ask
    it again.
    """
    word = WORDS.get(verdict.infraction, "infraction")
    kind = word if verdict.HasField("played") else ""
    line = _line(verdict, word, legal) if errors.shows_verdicts else ""
    errors.verdict(verdict.seat_id, verdict.number, kind, line, where, replay)


def _line(verdict: seat_pb2.Verdict, word: str, legal: Legal | None) -> str:
    what = "time was up" if word == TIMEOUT else verdict.reason or word
    then = "it is asked again"
    if verdict.HasField("played"):
        action = verdict.played
        known = legal and describe(legal.kind, action_from_pb(legal.kind, action), legal.count)
        then = f"the fallback answered {known or format_action(action)}"
    place = f"hand {verdict.hand + 1}, decision {verdict.decision + 1}"
    return f"the arena, at {place} of seat {verdict.seat_id}: {what}; {then}"
