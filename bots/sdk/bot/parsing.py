"""Read what the arena sends into views."""

import argparse
import difflib
import itertools
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from arena.wire.token import without_tokens

KIT = "bots.sdk."


def told_from(error: BaseException, is_theirs: Callable[[FrameType], bool]) -> str:
    """Return the traceback from the first frame that *is_theirs*, else whole."""
    own = next((at for at in _steps(error) if is_theirs(at.tb_frame)), error.__traceback__)
    return "".join(traceback.format_exception(type(error), error, own))


def beyond_the_kit(frame: FrameType) -> bool:
    """Return whether a frame is outside the kit."""
    return not str(frame.f_globals.get("__name__", "")).startswith(KIT)


def passed_through(error: BaseException, module: str) -> bool:
    """Return whether *error* passed through a frame of *module*."""
    return any(at.tb_frame.f_globals.get("__name__") == module for at in _steps(error))


def _steps(error: BaseException) -> Iterator[TracebackType]:
    at = error.__traceback__
    while at is not None:
        yield at
        at = at.tb_next


if TYPE_CHECKING:
    from bots.sdk.bot.view import View


def told(view: "View[Any]") -> list[str]:
    """Return the view in lines."""
    lines = [f"{view.variant}, hand {view.number + 1}, seat {view.seat} of {view.seats}, dealer {view.dealer}"]
    lines.append(f"scores {_row(view.scores)}" + (f", bags {_row(view.bags)}" if view.rules.bags else ""))
    lines.append(f"bids   {_row(view.bids)}, tricks {_row(view.tricks)}")
    if view.declarer is not None:
        lines.append(f"seat {view.declarer} declares {view.high_bid}, trump {view.trump or 'not named'}")
    lines += [f"seat {meld.seat} melded {meld.points}: {_row(meld.shown)}" for meld in view.melds]
    lines.append(f"hand   {_row(view.hand)}")
    if view.trick:
        lines.append("trick  " + ", ".join(f"seat {seat} {card}" for seat, card in view.trick))
    if view.asked is not None:
        lines.append(f"asked  {view.kind}: {view.asked.describe()}")
    return lines


def _row(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


Number = TypeVar("Number", int, float)


class UserError(Exception):
    """Raised for a bad command line; the message says what is accepted."""


class Parser(argparse.ArgumentParser):
    """Reports an error in one line; options are not abbreviated."""

    def __init__(self, prog: str | None = None, description: str = "", add_help: bool = True) -> None:
        super().__init__(
            prog,
            description=description,
            add_help=add_help,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def read(self, words: Sequence[str] | None = None) -> argparse.Namespace:
        """Parse *words*, by default this process's. Raises `UserError`."""
        given = sys.argv[1:] if words is None else words
        for word in itertools.takewhile(lambda word: word != "--", given):
            name = word.split("=")[0]
            if name.startswith("--") and name not in self._option_string_actions:
                near = difflib.get_close_matches(name, self._option_string_actions, 1)
                self.error(f"no option {name}" + "".join(f": did you mean {option}?" for option in near))
        return self.parse_args(given)

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{without_tokens(message)} (--help lists what there is)")


def number(least: Number, most: Number) -> Callable[[str], Number]:
    """Return a reader of numbers in that range, typed as *least*."""

    def read(text: str) -> Number:
        try:
            value = type(least)(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text}: accepted is {least} to {most}")
        return value

    return read
