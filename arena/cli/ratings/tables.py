"""Format official tables and live Elo for a terminal or CSV."""

from collections.abc import Iterable, Iterator

from rich.table import Table

from arena.api.columns import AGAINST_ALL, POOLED_RATINGS, RATINGS, SURPRISES, describe_lead
from arena.api.labels import flagged, rated_format, unmet_pairs
from arena.api.words import ANCHORED, UNEVEN
from arena.cli.terminal.printing import Row, listing, table
from arena.cli.terminal.tables import pools_label
from arena.wire.gen.ratings_pb2 import MissingVariant, RatingTable, Strength, StrengthTable


def strength_tables(official: StrengthTable) -> Iterator[Table | str]:
    """Yield tables and notes of an official table: ratings, likelihoods, scores that ratings do not explain."""
    if official.strengths:
        yield _strengths(official)
        yield from filter(None, [describe_lead(official.strengths).capitalize()])
    else:
        yield f"No bot is compared in each of: {', '.join(official.variants)} ({pools_label(official.pools)})."
    if official.anchor:
        yield ANCHORED.format(official.anchor)
    if official.uneven:
        yield UNEVEN
    yield from unmet_pairs(official.strengths)
    yield from flagged(official.findings)
    if official.unplayed:
        yield f"No bot has boards in: {', '.join(official.unplayed)}."
    for each in official.missing:
        lacks = [f"{lack.variant} {_lack(lack)}" for lack in each.variants]
        yield f"{each.bot} is missing: {', '.join(lacks) or 'no other bot is in all of these variants'}."
    if any(each >= 0 for line in official.strengths for each in line.superiority):
        yield _superiority(official)
    if official.surprises:
        yield listing(f"{official.variants[0]}: scores that ratings do not explain", SURPRISES, official.surprises)
    for link in official.links:
        few = "1 board" if link.boards == 1 else f"{link.boards} boards"
        yield f"Part {official.part} is linked to part {link.part} by {few}: too few to compare their bots."


def _strengths(official: StrengthTable) -> Table:
    revision = f", rules revision {official.revision}" if official.revision > 1 else ""
    part = f", part {official.part} of {official.parts}" if official.parts > 1 else ""
    pooled = not official.revision
    count = len(official.variants)
    what = f"pooled over {count} variant{'s' * (count != 1)}" if pooled else f"{official.variants[0]}{revision}"
    what += f", {official.anchor} at 1500" if official.anchor else ""
    title = f"Rating, {what} ({pools_label(official.pools)}, {rated_format([official.format])}{part})"
    with_scores = any(line.HasField("against_all") or line.unmet for line in official.strengths)
    columns = POOLED_RATINGS if pooled else RATINGS + AGAINST_ALL * with_scores
    return listing(title, columns, official.strengths, is_ranked=True, rank=rank_range, findings=official.findings)


def rank_range(line: Strength) -> str:
    """Return the range of a bot's place in an official table: "2-3", or "1" for one place."""
    return "-".join(dict.fromkeys(map(str, (line.first_place, line.last_place))))


def _lack(lack: MissingVariant) -> str:
    return f"{lack.why} ({lack.boards})" if lack.why == "too few boards" else lack.why


def _superiority(official: StrengthTable) -> Table:
    numbered = [str(place) for place in range(1, len(official.strengths) + 1)]
    title = f"{official.variants[0]}: how likely one bot is stronger than another, in percent"
    rows = table(title, "", "bot", *numbered, numbers=len(numbered), numbered=("likely",))
    for place, line in zip(numbered, official.strengths, strict=True):
        rows.add_row(place, line.bot, *(_likely(each) for each in line.superiority))
    return rows


def _likely(superiority: float) -> str:
    """Format a probability of 0..1 in percent, never as 0 or 100; "" if it is negative, which means unknown."""
    if superiority < 0:
        return ""
    return "<0.1" if superiority < 0.001 else ">99.9" if superiority > 0.999 else f"{100 * superiority:.1f}"


def live_rows(tables: Iterable[RatingTable]) -> Iterator[Row]:
    """Yield the CSV row of each bot in tables of live Elo."""
    for live in tables:
        head = {"variant": live.variant, "revision": live.revision}
        more = {"provisional": int(live.provisional), "format": live.format, "pool": pools_label(live.pools)}
        for place, line in enumerate(live.ratings, start=1):
            yield head | {"place": place} | more, line


def official_rows(tables: Iterable[StrengthTable]) -> Iterator[Row]:
    """Yield the CSV row of each bot in official tables; in a pooled table the revision is ""."""
    for official in tables:
        variant, revision = (official.variants[0], str(official.revision)) if official.revision else ("pooled", "")
        head = {"variant": variant, "revision": revision}
        more = {"format": official.format, "part": official.part, "pool": pools_label(official.pools)}
        for place, line in enumerate(official.strengths, start=1):
            yield head | {"place": place} | more, line
