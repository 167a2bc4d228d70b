"""The official tables, the second opinion and what seats are worth, for a terminal; CSV of ratings."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rich.table import Table

from arena.cli.service import as_dict
from arena.cli.terminal.printing import interval, table
from arena.cli.terminal.tables import POOL_LABELS, pools_label
from arena.wire.gen.measures_pb2 import SeatTable
from arena.wire.gen.ratings_pb2 import OpinionTable, RatingTable, StrengthTable

ELO: Final = ("variant", "revision", "place", "bot", "elo", "boards", "provisional")
OFFICIAL: Final = ("variant", "revision", "place", "bot", "elo", "error", "low", "high", "bound", "boards")
POOLED: Final = "pooled"


def strength_tables(found: StrengthTable) -> Iterator[Table]:
    """Strengths, who is how likely stronger than whom, and the pairs that strengths do not explain."""
    yield _strengths(found)
    if any(each >= 0 for line in found.strengths for each in line.superiority):
        yield _superiority(found)
    if found.surprises:
        yield _surprises(found)


def _strengths(found: StrengthTable) -> Table:
    revision = f", rules revision {found.revision}" if found.revision > 1 else ""
    what = f"{found.variants[0]}{revision}" if found.revision else f"{len(found.variants)} variants pooled"
    title = f"Board Elo (Bradley-Terry), {what} ({pools_label(found.pools)})"
    rows = table(title, "", "bot", "Elo", "± error", "95% interval", "boards", numbers=4)
    few = "below 10 boards" if found.revision else "below 10 boards in a variant"
    for place, line in enumerate(found.strengths, start=1):
        error = f"{line.error:.0f}" if line.HasField("error") else "-"
        elo, between = f"{line.bound}{line.elo:.0f}", interval(line, ".0f", none=few)
        rows.add_row(str(place), line.bot, elo, error, between, str(line.boards))
    return rows


def _superiority(found: StrengthTable) -> Table:
    numbered = [str(place) for place in range(1, len(found.strengths) + 1)]
    title = f"{found.variants[0]}: how likely stronger than whom, in percent"
    rows = table(title, "", "bot", *numbered, numbers=len(numbered))
    for place, line in zip(numbered, found.strengths, strict=True):
        rows.add_row(place, line.bot, *(f"{100 * each:.1f}" if each >= 0 else "" for each in line.superiority))
    return rows


def _surprises(found: StrengthTable) -> Table:
    title = f"{found.variants[0]}: scores that strengths do not explain"
    rows = table(title, "bot", "against", "score", "expected", "errors apart", "boards", numbers=4)
    for each in found.surprises:
        score, expected = f"{100 * each.score:.0f}%", f"{100 * each.expected:.0f}%"
        rows.add_row(each.bot, each.opponent, score, expected, f"{each.errors:.1f}", str(each.boards))
    return rows


def opinion_tables(found: OpinionTable) -> Iterator[Table]:
    """Beliefs beside the other tables' numbers, and the pairs that are ordered differently."""
    revision = f", rules revision {found.revision}" if found.revision > 1 else ""
    columns = ("", "bot", "mu", "sigma", "games", "board Elo", "place", "Elo", "place")
    title = f"A second opinion (Plackett-Luce), {found.variant}{revision} ({pools_label(found.pools)})"
    rows = table(title, *columns, numbers=7)
    for line in found.opinions:
        numbers = f"{line.mu:.2f}", f"{line.sigma:.2f}", str(line.games)
        others = f"{line.official:.0f}", str(line.official_place), f"{line.elo:.0f}", str(line.elo_place)
        rows.add_row(str(line.place), line.bot, *numbers, *others)
    yield rows
    if found.disagreements:
        yield _disagreements(found)


def _disagreements(found: OpinionTable) -> Table:
    title = f"{found.variant}: pairs in another order than in the official table, and how likely the first is stronger"
    rows = table(title, "bot", "against", "official", "second opinion", numbers=2)
    for each in found.disagreements:
        rows.add_row(each.bot, each.opponent, f"{100 * each.official:.0f}%", f"{100 * each.opinion:.0f}%")
    return rows


def seat_table(found: SeatTable) -> Table:
    """The places of a variant, with what they are worth in percent of a pair score: not of the pool open."""
    revision = f", rules revision {found.revision}" if found.revision > 1 else ""
    over = f"over {found.boards} boards ({POOL_LABELS['trust']}), in percent of a score"
    title = f"What a seat is worth, {found.variant}{revision}: {over}"
    rows = table(title, "place", "effect", "± error", "95% interval", numbers=3)
    for line in found.seats:
        error = f"{100 * line.error:.1f}" if line.HasField("error") else "-"
        rows.add_row(_place(line.place), f"{100 * line.effect:+.1f}", error, interval(line, "+.1f", 100))
    return rows


def _place(place: int) -> str:
    if place == 0:
        return "deals first"
    return "its left" if place == 1 else f"{place} to its left"


def elo_rows(tables: Iterable[RatingTable]) -> Iterable[dict[str, Any]]:
    """Of the columns `ELO`."""
    for found in tables:
        own: dict[str, Any] = {"variant": found.variant, "revision": found.revision}
        own["provisional"] = int(found.provisional)
        own["pool"] = pools_label(found.pools)
        for place, line in enumerate(found.ratings, start=1):
            yield as_dict(line) | own | {"place": place}


def official_rows(tables: Iterable[StrengthTable]) -> Iterable[dict[str, Any]]:
    """Of the columns `OFFICIAL`; a pooled table has no revision."""
    for found in tables:
        own: dict[str, Any] = {"variant": found.variants[0], "revision": found.revision}
        if not found.revision:
            own = {"variant": POOLED, "revision": ""}
        own["pool"] = pools_label(found.pools)
        for place, line in enumerate(found.strengths, start=1):
            yield as_dict(line) | own | {"place": place}
