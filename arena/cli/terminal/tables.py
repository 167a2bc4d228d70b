"""Format tournaments, standings, live Elo and commitments as tables for a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich import box
from rich.table import Table
from rich.text import Text

from arena.api.columns import LIVE_ELO, STANDINGS, TOTALS
from arena.api.labels import POOL_LABELS, flagged, rated_format
from arena.cli.terminal.printing import listing, percents, table
from arena.wire.gen.ratings_pb2 import RatingTable
from arena.wire.gen.records_pb2 import Commitment
from arena.wire.gen.standings_pb2 import GetStandingsResponse, Meeting
from arena.wire.gen.tournaments_pb2 import Tournament, WatchTournamentResponse

# States in which nothing begins.
STANDS = {
    "created": "not started",
    "drawing": "its deals are being drawn",
    "paused": "paused",
    "cancelled": "cancelled",
}


def waits_of(look: WatchTournamentResponse, state: str) -> list[str]:
    """Return what keeps a tournament in *state* from going on, or some of its boards."""
    words = [STANDS[state]] if state in STANDS else []
    if look.failed:
        words.append(f"{look.failed} failed: `arena tournament failed` says why")
    if look.offline and state == "running":
        more = f" and {len(look.offline) - 1} more" if len(look.offline) > 1 else ""
        words.append(f"waiting for {look.offline[0]}{more}")
        words.extend(f"{each.bot} needs {each.needs} seats at a table: --max-seats" for each in look.too_few_seats[:1])
    return words


CELL: Final = 6  # the widest there is: 85-100
BETWEEN: Final = 1
TITLE: Final = "who scored what against whom, in percent, with its 95% interval"

Cells = Mapping[tuple[str, str], Text]


def crosstables(name: str, bots: Sequence[str], met: Sequence[Meeting], width: int) -> Iterator[Table]:
    """Return a row and a column for each of *bots*, in order.

    *name* is the variant's. Below 10 boards there is no interval. Columns beyond *width* characters go to further
    tables.
    """
    cells = _cells(met)
    numbers = len(str(len(bots)))
    room = width - numbers - max(map(len, bots), default=0) - 4 * BETWEEN
    columns = max(1, room // (CELL + BETWEEN))
    parts = [range(first, min(first + columns, len(bots))) for first in range(0, len(bots), columns)]
    for part in parts:
        against = f", against {part[0] + 1} to {part[-1] + 1}" if len(parts) > 1 else ""
        yield _table(f"{name}{against}: {TITLE}", bots, cells, part)


def _table(title: str, bots: Sequence[str], cells: Cells, part: range) -> Table:
    places = [str(place + 1) for place in part]
    rows = table(title, "", "bot", *places, numbers=len(part), numbered=("score", "95% interval"))
    rows.box, rows.collapse_padding, rows.pad_edge = box.SIMPLE_HEAD, True, False
    for place, bot in enumerate(bots, start=1):
        rows.add_row(str(place), bot, *(cells.get((bot, bots[other]), "") for other in part))
    return rows


def _cells(met: Sequence[Meeting]) -> Cells:
    """What is in each cell, by row and column."""
    cells = {}
    for meeting in met:
        cells[meeting.bot, meeting.opponent] = Text("\n".join(percents(meeting)))
        cells[meeting.opponent, meeting.bot] = Text("\n".join(percents(meeting, turned=True)))
    return cells


DEALS_MARKS = {
    "operator": "deals committed by the operator",
    "beacon": "deals of a public beacon",
    "undrawn": "deals not drawn",
    "known": "deals that anybody knows",
}
NO_ROOT = "none: a benchmark"
NEVER = ("cancelled", "forfeited")  # states of boards whose seed is told with the secret of its epoch alone


def pool_label(pool: str) -> str:
    """What tables say of a pool."""
    return POOL_LABELS.get(pool, pool)


def pool_of(tournament: Tournament) -> str:
    """Return a tournament's pool as its tables show it.

    With all that is to be known of its deals.
    """
    return ", ".join([_tested(tournament), *deals_marks(tournament.deals)])


def deals_marks(deals: str) -> list[str]:
    """Return what tables say of what the deals are drawn from."""
    return [DEALS_MARKS[deals]] if deals in DEALS_MARKS else []


def _tested(tournament: Tournament) -> str:
    """The pool, with the test seed of a test."""
    test = f", test seed {tournament.test_seed}" if tournament.test_seed else ""
    return pool_label(tournament.pool) + test


def label_of(tournament: Tournament, variant: str = "") -> str:
    """Return a title: tournament name, pool, test seed, rated format and progress.

    *variant*: the one that the format is of; else of all.
    """
    every = zip(tournament.variants, tournament.formats, strict=True)
    formats = [form for name, form in every if variant in ("", name)]
    marks = f"{pool_of(tournament)}, {rated_format(formats)}"
    if tournament.state == "finished":
        return f"{tournament.name} ({marks})"
    return f"{tournament.name} ({marks}, {tournament.state}: {tournament.closed} of {tournament.boards} boards)"


def title_of(tournament: Tournament, variant: str) -> str:
    """Return how a table of one variant of a tournament begins."""
    return f"{variant}: {label_of(tournament, variant)}"


def pools_label(pools: Iterable[str]) -> str:
    """Return the labels of several pools, the least promising first."""
    found = set(pools)
    return " and ".join(label for pool, label in POOL_LABELS.items() if pool in found)


def standings_tables(answer: GetStandingsResponse, width: int) -> Iterator[Table | str]:
    """Return standings and crosstables by variant, then over all.

    Where there is nothing yet, a line says so.
    """
    for variant in answer.variants:
        if not variant.standings:
            yield f"{title_of(answer.tournament, variant.variant)}: no board is closed yet"
            continue
        title = title_of(answer.tournament, variant.variant)
        yield listing(title, STANDINGS, variant.standings, is_ranked=True, findings=variant.findings)
        yield from flagged(variant.findings)
        yield from crosstables(variant.variant, [line.bot for line in variant.standings], variant.crosstable, width)
    if answer.whole.standings:
        title = f"all variants: {label_of(answer.tournament)}"
        yield listing(title, TOTALS, answer.whole.standings, is_ranked=True)
        bots = [line.bot for line in answer.whole.standings]
        yield from crosstables("all variants", bots, answer.whole.crosstable, width)
    if answer.HasField("waits"):
        at_tables = [f"{answer.waits.playing} boards at the tables"] * bool(answer.waits.playing)
        words = at_tables + waits_of(answer.waits, answer.tournament.state)
        yield f"provisional: {'; '.join(words) or 'no board is at the tables'}"


def tournaments_table(tournaments: list[Tournament]) -> Table:
    """Tournaments, one a row."""
    columns = ("name", "kind", "state", "pool", "variants", "priority", "bots", "closed", "boards", "games")
    rows = table("Tournaments", *columns, numbers=5)
    for line in tournaments:
        numbers = (line.priority, len(line.bots), line.closed, line.boards, line.games)
        rows.add_row(line.name, line.kind, line.state, _tested(line), ", ".join(line.variants), *map(str, numbers))
    return rows


def commitments_table(name: str, found: Iterable[Commitment]) -> Table:
    """Return a row for each promise of each board of *name*.

    Voided promises come before the one that holds.
    """
    rows = table(f"Commitments of {name}", "board", "epoch", "variant", "commitment", "seed", "void because of")
    for line in found:
        untold = line.state if line.state in NEVER else "not yet"
        which = (str(line.board), str(line.epoch), line.variant)
        for void in line.voids:
            why = f"{void.reason}, {void.voided.ToDatetime():%Y-%m-%d %H:%M} UTC"
            rows.add_row(*which, void.commitment, void.seed or untold, why)
        rows.add_row(*which, line.commitment, line.seed or untold, "")
    return rows


def rating_table(found: RatingTable) -> Table:
    """A table of live Elo."""
    notes = [rated_format([found.format])]
    notes += [f"rules revision {found.revision}"] * (found.revision != 1) + ["provisional"] * found.provisional
    title = f"Live Elo, {found.variant} ({', '.join([pools_label(found.pools), *notes])})"
    return listing(title, LIVE_ELO, found.ratings, is_ranked=True)
