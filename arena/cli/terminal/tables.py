"""Format standings, crosstables and live Elo as tables for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich import box
from rich.table import Table
from rich.text import Text

from arena.api.columns import LIVE_ELO, STANDINGS, TOTALS, describe_lead
from arena.api.labels import POOL_LABELS, flagged, rated_format
from arena.cli.terminal.printing import listing, percents, table
from arena.wire.gen.ratings_pb2 import RatingTable
from arena.wire.gen.standings_pb2 import GetStandingsResponse, Meeting, Standing, Total
from arena.wire.gen.tournaments_pb2 import Tournament, WatchTournamentResponse

# Descriptions of the states in which no board begins.
STANDS = {
    "created": "not started",
    "drawing": "its deals are being drawn",
    "paused": "paused",
    "cancelled": "cancelled",
}


def waits_of(look: WatchTournamentResponse, state: str) -> list[str]:
    """Return the reasons why a tournament in *state*, or some of its boards, cannot continue now, in words."""
    words = [STANDS[state]] if state in STANDS else []
    if look.failed:
        words.append(f"{look.failed} failed: `arena tournament failed` says why")
    if look.offline and state == "running":
        more = f" and {len(look.offline) - 1} more" if len(look.offline) > 1 else ""
        words.append(f"waiting for {look.offline[0]}{more}")
        words.extend(f"{each.bot} needs {each.needs} seats at a table: --max-seats" for each in look.too_few_seats[:1])
    return words


LEGEND: Final = "a cell: score of the row's bot against the column's bot, in percent, above its 95% interval"


def crosstable_with_legend(
    name: str, bots: Sequence[str], met: Sequence[Meeting], numbers: Sequence[int] = ()
) -> Iterator[Table | str]:
    """Yield a crosstable with a row and a column for each of *bots*, and its legend.

    *name*: first words of the title, as the variant. *met*: the meetings of two bots, the cells. Below 10 boards a cell
    has no interval. *numbers*: the bots' numbers; default: from 1.
    """
    cells = {(each.bot, each.opponent): Text("\n".join(percents(each))) for each in met}
    cells |= {(each.opponent, each.bot): Text("\n".join(percents(each, turned=True))) for each in met}
    places, words = [str(each) for each in numbers or range(1, len(bots) + 1)], ("score", "95% interval")
    rows = table(f"{name}: scores of pairs", "", "bot", *places, numbers=len(bots), numbered=words)
    rows.box, rows.collapse_padding, rows.pad_edge = box.SIMPLE_HEAD, True, False
    for place, bot in zip(places, bots, strict=True):
        rows.add_row(place, bot, *(cells.get((bot, other), "") for other in bots))
    yield rows
    yield LEGEND


DEALS_MARKS = {
    "operator": "deals committed by the operator",
    "beacon": "deals of a public beacon",
    "undrawn": "deals not drawn",
}
WHOLE: Final = "all variants"


def pool_label(pool: str) -> str:
    """Return the label that tables show for *pool*."""
    return POOL_LABELS.get(pool, pool)


def pool_of(tournament: Tournament) -> str:
    """Return the label of a tournament's pool, its test seed, and the source of its deals."""
    return ", ".join([pool_with_test(tournament), *deals_marks(tournament.deals)])


def deals_marks(deals: str) -> list[str]:
    """Return a list with the label of *deals*, the source of a tournament's deals; [] if it has no label."""
    return [DEALS_MARKS[deals]] if deals in DEALS_MARKS else []


def pool_with_test(tournament: Tournament) -> str:
    """Return the label of a tournament's pool, and its test seed if it is a test."""
    test = f", test seed {tournament.test_seed}" if tournament.test_seed else ""
    return pool_label(tournament.pool) + test


def label_of(tournament: Tournament, variant: str = "") -> str:
    """Return the label of a tournament: its name, pool, progress, and the rated format of *variant* ("": of all)."""
    every = zip(tournament.variants, tournament.formats, strict=True)
    formats = [form for name, form in every if variant in ("", name)]
    marks = f"{pool_of(tournament)}, {rated_format(formats)}"
    if tournament.state == "finished":
        return f"{tournament.name} ({marks})"
    return f"{tournament.name} ({marks}, {tournament.state}: {tournament.closed} of {tournament.boards} boards)"


def title_of(tournament: Tournament, variant: str) -> str:
    """Return the beginning of a table's title: *variant*, or `WHOLE` for all variants, and the tournament's label."""
    return f"{variant}: {label_of(tournament, '' if variant == WHOLE else variant)}"


def pools_label(pools: Iterable[str]) -> str:
    """Return the labels of *pools*, joined by "and", in the order of `POOL_LABELS`."""
    names = set(pools)
    return " and ".join(label for pool, label in POOL_LABELS.items() if pool in names)


def parts_of(
    answer: GetStandingsResponse,
) -> Iterator[tuple[str, Sequence[Standing] | Sequence[Total], Sequence[Meeting]]]:
    """Yield name, standings and meetings of each variant, then those of all variants together, named `WHOLE`."""
    for variant in answer.variants:
        yield variant.variant, variant.standings, variant.crosstable
    if answer.HasField("whole"):
        yield WHOLE, answer.whole.standings, answer.whole.crosstable


def standings_tables(answer: GetStandingsResponse) -> Iterator[Table | str]:
    """Yield standings and crosstables by variant, then over all variants."""
    findings = {variant.variant: variant.findings for variant in answer.variants}
    for name, lines, met in parts_of(answer):
        title, found = title_of(answer.tournament, name), findings.get(name, ())
        if lines:
            yield listing(title, TOTALS if name == WHOLE else STANDINGS, lines, is_ranked=True, findings=found)
            yield from filter(None, [describe_lead(lines).capitalize()])
            yield from flagged(found)
            yield from crosstable_with_legend(name, [line.bot for line in lines], met)
        elif name != WHOLE:
            yield f"{title}: no board is closed yet"
    if answer.HasField("waits"):
        at_tables = [f"{answer.waits.playing} boards at the tables"] * bool(answer.waits.playing)
        words = at_tables + waits_of(answer.waits, answer.tournament.state)
        yield f"provisional: {'; '.join(words) or 'no board is at the tables'}"


def rating_table(ratings: RatingTable) -> Table:
    """Return a table of the live Elo of each bot on one scale."""
    notes = [rated_format([ratings.format])]
    notes += [f"rules revision {ratings.revision}"] * (ratings.revision != 1) + ["provisional"] * ratings.provisional
    title = f"Live Elo, {ratings.variant} ({', '.join([pools_label(ratings.pools), *notes])})"
    return listing(title, LIVE_ELO, ratings.ratings, is_ranked=True)
