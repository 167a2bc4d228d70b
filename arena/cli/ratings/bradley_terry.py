"""The official tables for a terminal."""

from collections.abc import Iterator

from rich.table import Table

from arena.cli.terminal.printing import table
from arena.cli.terminal.tables import pools_label
from arena.wire.gen.ratings_pb2 import Strength, StrengthTable


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
        rows.add_row(str(place), line.bot, f"{line.bound}{line.elo:.0f}", error, _interval(line, few), str(line.boards))
    return rows


def _interval(line: Strength, few: str) -> str:
    return f"{line.low:.0f} .. {line.high:.0f}" if line.HasField("low") else few


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
