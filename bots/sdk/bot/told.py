"""A view in lines, for people."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

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
