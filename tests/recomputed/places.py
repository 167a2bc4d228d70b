"""Places in an official table, as ranges (docs/explanation/ratings.md)."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from tests.recomputed.intervals import t_quantile
from tests.recomputed.official import Part, count, played, table


class Place(NamedTuple):
    first_place: int
    last_place: int
    to_settle: int | None


def places(part: Part, order: Sequence[str]) -> dict[str, Place]:
    """*order*: as the table lists them, best first."""
    lines, boards, blocks = table(part), played(part.rows), count(part.rows, "blocks")
    reach = {
        (one, other): float(lines[one].apart[other]) * t_quantile(fewer - 1)
        for one in order
        for other in order
        if one != other and min(boards[one], boards[other]) >= 10 and (fewer := min(blocks[one], blocks[other])) >= 3
    }
    by_bot = {}
    for at, bot in enumerate(order):
        leads = lines[bot].leads
        above = sum(-leads[other] > reach.get((bot, other), 1e9) for other in order[:at])
        below = sum(leads[other] > reach.get((bot, other), 1e9) for other in order[at + 1 :])
        beside = order[at + 1] if at + 1 < len(order) else bot
        fewer = min(boards[bot], boards[beside])
        settled = _to_settle(float(leads[beside]), reach.get((bot, beside)), fewer)
        by_bot[bot] = Place(1 + above, len(order) - below, settled)
    return by_bot


def _to_settle(more: float, reach: float | None, boards: int) -> int | None:
    if reach is None or more <= 0:
        return None
    wanted = 0 if more >= reach else ceil(boards * ((reach / more) ** 2 - 1))
    return wanted if wanted < 1_000_000 else None
