"""The second opinion for a terminal."""

from collections.abc import Iterator

from rich.table import Table

from arena.cli.terminal.printing import table
from arena.cli.terminal.tables import pools_label
from arena.wire.gen.ratings_pb2 import OpinionTable


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
