"""Log decisions and their times; read records of games, and ask logged decisions again."""

import datetime
import inspect
import json
import os
import re
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol

from arena.rules import KIND_NAMES
from arena.rules.replays.line import from_line, is_line
from arena.rules.replays.place import Place
from bots.sdk.bot.answers import AnswerError, action_of
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.bot import Outcome
from bots.sdk.bot.parsing import UserError
from bots.sdk.bot.traces import format_trace, is_outside_kit
from bots.sdk.bot.view import View
from bots.sdk.seats.errors import RAISED
from bots.sdk.seats.pace import Driver, is_async
from bots.sdk.seats.replay import Decision


def record_in(given: str, place: Place) -> dict[str, Any]:
    """Return the record of the game of *place*. *given*: a file name, "-", or a game as one line.

    Raises `UserError`, `GameLineError`.
    """
    for record in records_in(given):
        if record.get("id") == place.game:
            return record
    raise UserError(f"--record {given[:80]} has no game {place.game!r}; `arena export T --game ID` writes one")


def records_in(given: str) -> Iterator[dict[str, Any]]:
    """Yield the records in *given*: a file name, "-" for standard input, or a game as one line.

    Raises `UserError`, `GameLineError`.
    """
    if is_line(given) and not Path(given[:200]).exists():
        yield from_line(given)
        return
    try:
        text = sys.stdin.read() if given == "-" else Path(given).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"--record {given}: {getattr(error, 'strerror', None) or error}") from None
    for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
        if is_line(line):
            yield from_line(line.strip())
            continue
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise UserError(f"--record {given}: line {number} is not a record; give JSON Lines, or a game's line")
        yield record


MB: Final = 1_000_000


class Log:
    """A log file at *path*. Before it exceeds *limit* bytes, it is renamed to `PATH.1`, and a new file begins.

    So both files together have at least the last *limit* bytes. Several processes may append to one log. After one
    process has renamed the file, the others continue in the new one.
    """

    def __init__(self, path: Path, limit: int) -> None:
        self._path = path
        self._limit = limit
        self._open()

    def write(self, line: str) -> None:
        """Append *line*, which ends in a line break. Raises `OSError` with the log's path."""
        if self._file.tell() + len(line.encode()) > self._limit and self._file.tell():
            if self._is_still_here():
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
            self._file.close()
            self._open()
        try:
            self._file.write(line)
        except OSError as error:
            error.filename = str(self._path)
            raise

    def _open(self) -> None:
        self._file = self._path.open("a", encoding="utf-8", buffering=1)
        self._file.seek(0, os.SEEK_END)

    def _is_still_here(self) -> bool:
        """Return whether the log's path still leads to the open file, and not to a newer one."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False


MAX_TIMES: Final = 10_000  # number of times that are kept for each kind of decision, the latest
FIGURES: Final = ("p50", "p99", "longest")


class Lines(Protocol):
    """A destination for the lines of a decision log."""

    def write(self, line: str, /) -> object:
        """Append a line. Raises `OSError`."""


class Diary:
    """The times of all decisions of a process, and a log of the decisions if *log* is not None."""

    def __init__(self, log: Lines | None = None) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._counts = [0] * len(KIND_NAMES)
        self._thinks = [deque[float](maxlen=MAX_TIMES) for _ in KIND_NAMES]
        self._nets = deque[float](maxlen=MAX_TIMES)

    @property
    def logs(self) -> bool:
        """Whether decisions are logged."""
        return self._log is not None

    def note(self, kind: int, think: float, net: float, decisions: int = 1) -> None:
        """Record the time of a decision, and the network's last round trip, both in seconds.

        *kind*: kind of the decision. *net* is 0 if the round trip is unknown. *decisions*: number of decisions in a
        batch that share the time.
        """
        self._counts[kind] += decisions
        self._thinks[kind].append(think)
        if net:
            self._nets.append(net)

    def note_end(self, seat_id: int, variant: str, seat: int, outcome: Outcome) -> None:
        """Log the end of a seat's game. *seat*: the seat's number at the table; *seat_id*: the arena's id."""
        if self._log is not None:
            self.write({"seat_id": str(seat_id), "variant": variant, "seat": seat, "game_over": outcome._asdict()})

    def format_times(self) -> list[str]:
        """Return a table of the times by kind of decision, as lines; an empty list if there were no decisions."""
        rows = [
            (name, f"{each['decisions']:>9}", [each[figure] for figure in FIGURES])
            for name, each in self.figures().items()
        ]
        if rows and self._nets:
            rows.append(("network", f"{'':>9}", _figures(self._nets)))
        lines = [
            f"{name:<10}{count}" + "".join(f"  {1000 * each:>6.2f} ms" for each in times) for name, count, times in rows
        ]
        return [f"{'decisions':<19}" + "".join(f"  {name:>9}" for name in FIGURES), *lines] if rows else []

    def figures(self) -> dict[str, dict[str, float]]:
        """Return, by kind of decision, the number of decisions, and p50, p99 and maximum of their seconds."""
        return {
            name: {"decisions": count, **dict(zip(FIGURES, _figures(thinks), strict=True))}
            for name, count, thinks in zip(KIND_NAMES, self._counts, self._thinks, strict=True)
            if count
        }

    def write(self, line: dict[str, Any]) -> None:
        """Append *line* to the log as JSON, with the current time. Raises `OSError`."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        with self._lock:
            assert self._log is not None
            self._log.write(json.dumps({"time": now, **line}, ensure_ascii=False) + "\n")


def _figures(seconds: "deque[float]") -> list[float]:
    ordered = sorted(seconds)
    return [ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1]]


PLACE: Final = re.compile(r"[^:/]+:\d+:\d+")  # GAME:HAND:DECISION


def ask_again(bot: type[AnyBot], decision: Decision) -> bool:
    """Ask *bot* a logged decision again, print the view and the answer, and return whether the bot fails."""
    view = view_of(decision)
    print(view)
    try:
        answer = answer_to(bot, view)
        legal = decision.legal.allows(action_of(decision.legal.kind, answer))
    except AnswerError as error:
        print(error)
        return True
    except RAISED as error:
        print(format_trace(error, is_outside_kit), end="", file=sys.stderr)
        return True
    print(f"{KIND_NAMES[decision.legal.kind]}: {answer!r}" + ("" if legal else " is not legal"))
    return not legal


def view_of(decision: Decision) -> View:
    """Return the seat's view at a decision."""
    view = View(decision.rules, decision.seat)
    view.observe(*decision.events)
    view.asked = decision.legal
    return view


def answer_to(bot: type[AnyBot], view: View) -> Any:
    """Return the answer of a fresh object of *bot*, in a bot's form. Raises every exception of the bot."""

    async def ask() -> Any:
        answer = bot().answer(view)
        return await answer if inspect.isawaitable(answer) else answer

    with closing(Driver(is_async(bot))) as driver:
        return driver(ask())


def text_of(place: str) -> str:
    """Return the text of a decision. *place*: the text itself, or LOG:LINE, with lines from 1. Raises `UserError`."""
    if ":" not in place:
        return place
    name, _, line = place.rpartition(":")
    try:
        entry = json.loads(Path(name).read_text(encoding="utf-8").splitlines()[int(line) - 1])
    except OSError as error:
        if PLACE.fullmatch(place):
            needs = "is a decision of a game; add --record FILE with the game's record"
            raise UserError(f"--replay {place} {needs}; a line of a log is LOG:LINE") from None
        raise UserError(f"--replay {place}: {name}: {error.strerror}") from None
    except (ValueError, IndexError):
        raise UserError(f"--replay {place} is not a line of JSON; give LOG:LINE, counted from 1") from None
    if "decision" not in entry:
        raise UserError(f"--replay {place}: this line has no decision; choose another one")
    return str(entry["decision"])
