"""Format official tables for a terminal or CSV."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.table import Table

from arena.api.columns import POOLED_RATINGS, RATINGS, SURPRISES
from arena.api.labels import flagged, rated_format
from arena.cli.terminal.printing import Row, listing, table
from arena.cli.terminal.tables import pools_label
from arena.wire.gen.ratings_pb2 import MissingVariant, RatingTable, StrengthTable

POOLED: Final = "pooled"


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
    columns = POOLED_RATINGS if pooled else RATINGS
    return listing(title, columns, found.strengths, is_ranked=True, findings=found.findings)


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
    return listing(f"{found.variants[0]}: scores that ratings do not explain", SURPRISES, found.surprises)


def live_rows(tables: Iterable[RatingTable]) -> Iterator[Row]:
    """Yield the rows of live Elo for CSV."""
    for found in tables:
        for place, line in enumerate(found.ratings, start=1):
            yield (
                {
                    "variant": found.variant,
                    "revision": found.revision,
                    "place": place,
                    "provisional": int(found.provisional),
                    "format": found.format,
                    "pool": pools_label(found.pools),
                },
                line,
            )


def official_rows(tables: Iterable[StrengthTable]) -> Iterator[Row]:
    """Yield the rows of official tables for CSV; a pooled table has no revision."""
    for found in tables:
        variant, revision = (found.variants[0], str(found.revision)) if found.revision else (POOLED, "")
        for place, line in enumerate(found.strengths, start=1):
            yield (
                {
                    "variant": variant,
                    "revision": revision,
                    "place": place,
                    "format": found.format,
                    "part": found.part,
                    "pool": pools_label(found.pools),
                },
                line,
            )
