"""Standings, crosstables and ratings as tables for a terminal."""

from collections.abc import Iterator

from rich.table import Table

from arena.cli.printing import table
from arena.wire.gen.arena_pb2 import GetStandingsResponse, Meeting, RatingTable, Tournament, VariantStandings

# What a table says of its pool (DESIGN.md, Trust).
POOL_LABELS = {"trust": "on trust"}


def label_of(tournament: Tournament) -> str:
    """The tournament in a title: its name, its pool, and how far it has got."""
    pool = POOL_LABELS.get(tournament.pool, tournament.pool)
    done = (
        ""
        if tournament.state == "finished"
        else f", {tournament.state}: {tournament.closed} of {tournament.boards} boards"
    )
    return f"{tournament.name} ({pool}{done})"


def standings_tables(answer: GetStandingsResponse) -> Iterator[Table | str]:
    """Standings and crosstable of each variant, or a line that says that there is nothing to stand yet."""
    for variant in answer.variants:
        if not variant.standings:
            yield f"{variant.variant}: {label_of(answer.tournament)}: no board is closed yet"
            continue
        yield _standings(answer.tournament, variant)
        yield _crosstable(answer.tournament, variant)


def tournaments_table(tournaments: list[Tournament]) -> Table:
    """Tournaments, one a row."""
    rows = table(
        "Tournaments", "name", "kind", "state", "pool", "variants", "bots", "closed", "boards", "games", numbers=4
    )
    for line in tournaments:
        pool = POOL_LABELS.get(line.pool, line.pool)
        numbers = (len(line.bots), line.closed, line.boards, line.games)
        rows.add_row(line.name, line.kind, line.state, pool, ", ".join(line.variants), *map(str, numbers))
    return rows


def rating_table(found: RatingTable) -> Table:
    """An Elo table."""
    notes = [f"rules revision {found.revision}"] * (found.revision != 1) + ["provisional"] * found.provisional
    suffix = f" ({', '.join(notes)})" if notes else ""
    rows = table(f"Elo by board, {found.variant}{suffix}", "", "bot", "Elo", "boards", numbers=2)
    for place, line in enumerate(found.ratings, start=1):
        rows.add_row(str(place), line.bot, f"{line.elo:.0f}", str(line.boards))
    return rows


def _standings(tournament: Tournament, variant: VariantStandings) -> Table:
    columns = ("", "bot", "owner", "score", "± error", "boards", "points\na game", "Elo", "infrac-\ntions")
    rows = table(f"{variant.variant}: {label_of(tournament)}", *columns, numbers=6)
    for place, line in enumerate(variant.standings, start=1):
        rows.add_row(
            *(str(place), line.bot, line.owner, f"{line.score:.3f}", f"{line.error:.3f}", str(line.boards)),
            *(f"{line.points:.1f}", f"{line.elo:.0f}", str(line.infractions)),
        )
    return rows


def _crosstable(tournament: Tournament, variant: VariantStandings) -> Table:
    """A row's mean board score in percent against a column's, with its standard error."""
    bots = [line.bot for line in variant.standings]
    numbered = [str(place) for place in range(1, len(bots) + 1)]
    title = f"{variant.variant}: who scored what against whom, in percent ± standard error"
    rows = table(title, "", "bot", *numbered, numbers=len(bots))
    cells = {(meeting.bot, meeting.opponent): _cell(meeting, meeting.score) for meeting in variant.crosstable}
    cells |= {(meeting.opponent, meeting.bot): _cell(meeting, 1 - meeting.score) for meeting in variant.crosstable}
    for place, bot in zip(numbered, bots, strict=True):
        rows.add_row(place, bot, *(cells.get((bot, other), "") for other in bots))
    return rows


def _cell(meeting: Meeting, score: float) -> str:
    error = f"±{100 * meeting.error:.0f}" if meeting.boards > 1 else ""
    return f"{100 * score:.0f}{error}"
