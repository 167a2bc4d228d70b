"""Format official tables for a terminal or CSV."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rich.table import Table

from arena.api.columns import as_dict
from arena.api.labels import flagged, rated_format, rating_of, with_mark
from arena.cli.terminal.printing import interval, table
from arena.cli.terminal.tables import pools_label
from arena.wire.gen.ratings_pb2 import MissingVariant, RatingTable, Strength, StrengthTable

PLACED: Final = ("variant", "revision", "place", "bot")
LIVE: Final = (*PLACED, "live_elo", "boards", "provisional", "format")
OFFICIAL: Final = (*PLACED, "rating", "error", "low", "high", "bound", "boards", "format", "part", "spread", "kind")
POOLED: Final = "pooled"
LEAST_BOARDS: Final = 10  # of an interval


def strength_tables(found: StrengthTable) -> Iterator[Table | str]:
    """Yield the tables of an official table, and notes on it.

    Ratings, likelihoods and unexplained pairs, and what is to be known of them.
    """
    if found.strengths:
        yield _strengths(found)
    else:
        yield f"Nobody is compared in each of: {', '.join(found.variants)} ({pools_label(found.pools)})."
    yield from flagged(found.findings)
    yield from _pooled_notes(found)
    if any(each >= 0 for line in found.strengths for each in line.superiority):
        yield _superiority(found)
    if found.surprises:
        yield _surprises(found)
    for link in found.links:
        few = "1 board" if link.boards == 1 else f"{link.boards} boards"
        yield f"Part {found.part} is linked to part {link.part} by {few}: too few to compare their bots."


def _strengths(found: StrengthTable) -> Table:
    revision = f", rules revision {found.revision}" if found.revision > 1 else ""
    part = f", part {found.part} of {found.parts}" if found.parts > 1 else ""
    pooled = not found.revision
    what = f"pooled over {len(found.variants)} variants" if pooled else f"{found.variants[0]}{revision}"
    title = f"Rating, {what} ({pools_label(found.pools)}, {rated_format([found.format])}{part})"
    columns = ("rating", "95% interval", "± error", *(("spread", "kind") if pooled else ()), "boards")
    rows = table(title, "", "bot", *columns, numbers=len(columns))
    for place, line in enumerate(found.strengths, start=1):
        error = f"{line.error:.0f}" if line.HasField("error") else "-"
        numbers = (rating_of(line.bound, line.rating, line.low, line.high), _between(line), error)
        spread = (f"{line.spread:.0f}" if line.HasField("spread") else "-", line.kind or "-") if pooled else ()
        rows.add_row(str(place), with_mark(line.bot, found.findings), *numbers, *spread, str(line.boards))
    return rows


def _between(line: Strength) -> str:
    if line.bound:
        return "won every game" if line.bound == ">=" else "lost every game"
    return interval(line, ".0f", none="below 10 boards" if line.boards < LEAST_BOARDS else "-")


def _pooled_notes(found: StrengthTable) -> Iterator[str]:
    """Who is missing, and why; which variants are in nobody's number."""
    if found.unplayed:
        yield f"Nobody has boards in: {', '.join(found.unplayed)}."
    for each in found.missing:
        lacks = [f"{lack.variant} {_lack(lack)}" for lack in each.variants]
        yield f"{each.bot} is missing: {', '.join(lacks) or 'nobody else is in all of these variants'}."


def _lack(lack: MissingVariant) -> str:
    return f"{lack.why} ({lack.boards})" if lack.why == "too few boards" else lack.why


def _superiority(found: StrengthTable) -> Table:
    numbered = [str(place) for place in range(1, len(found.strengths) + 1)]
    title = f"{found.variants[0]}: how likely stronger than whom, in percent"
    rows = table(title, "", "bot", *numbered, numbers=len(numbered), numbered=("likely",))
    for place, line in zip(numbered, found.strengths, strict=True):
        rows.add_row(place, line.bot, *(_likely(each) for each in line.superiority))
    return rows


def _likely(superiority: float) -> str:
    """In percent; nobody is certainly stronger."""
    if superiority < 0:
        return ""
    return "<0.1" if superiority < 0.001 else ">99.9" if superiority > 0.999 else f"{100 * superiority:.1f}"


def _surprises(found: StrengthTable) -> Table:
    title = f"{found.variants[0]}: scores that ratings do not explain"
    rows = table(title, "bot", "against", "score", "expected", "errors apart", "boards", numbers=4)
    for each in found.surprises:
        score, expected = f"{100 * each.score:.0f}%", f"{100 * each.expected:.0f}%"
        rows.add_row(each.bot, each.opponent, score, expected, f"{each.errors:.1f}", str(each.boards))
    return rows


def live_rows(tables: Iterable[RatingTable]) -> Iterable[dict[str, Any]]:
    """Of the columns `LIVE`."""
    for found in tables:
        own: dict[str, Any] = {"variant": found.variant, "revision": found.revision}
        own |= {"provisional": int(found.provisional), "format": found.format}
        own["pool"] = pools_label(found.pools)
        for place, line in enumerate(found.ratings, start=1):
            yield as_dict(line) | own | {"place": place}


def official_rows(tables: Iterable[StrengthTable]) -> Iterable[dict[str, Any]]:
    """Of the columns `OFFICIAL`; a pooled table has no revision."""
    for found in tables:
        own: dict[str, Any] = {"variant": found.variants[0], "revision": found.revision}
        if not found.revision:
            own = {"variant": POOLED, "revision": ""}
        own |= {"pool": pools_label(found.pools), "format": found.format, "part": found.part}
        for place, line in enumerate(found.strengths, start=1):
            yield as_dict(line) | own | {"place": place}
