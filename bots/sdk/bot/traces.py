"""Describe a bot's errors: the traceback in the bot's own code, and the view of its seat."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bots.sdk.bot.view import View

KIT = "bots.sdk."


def format_trace(error: BaseException, is_theirs: Callable[[FrameType], bool]) -> str:
    """Return the traceback of *error* from the first frame for which *is_theirs* is true, else the whole traceback."""
    own = next((at for at in _steps(error) if is_theirs(at.tb_frame)), error.__traceback__)
    return "".join(traceback.format_exception(type(error), error, own))


def is_outside_kit(frame: FrameType) -> bool:
    """Return whether a stack frame belongs to code outside the kit."""
    return not str(frame.f_globals.get("__name__", "")).startswith(KIT)


def _steps(error: BaseException) -> Iterator[TracebackType]:
    at = error.__traceback__
    while at is not None:
        yield at
        at = at.tb_next


def describe_view(view: "View[Any]") -> list[str]:
    """Return a description of the view, as lines of text."""
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
