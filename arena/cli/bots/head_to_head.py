"""`arena bot versus`: how two bots did against each other."""

from collections.abc import Iterable
from typing import Any, Final

import click
from rich.table import Table

from arena.api.labels import format_words
from arena.cli.completing import BOT
from arena.cli.service import Service, as_dict, asking_for_rows
from arena.cli.terminal.explaining import explain_option, show
from arena.cli.terminal.printing import interval, say, table
from arena.cli.terminal.spreadsheet import print_csv
from arena.cli.terminal.tables import pool_label, pools_label
from arena.cli.tournament.standings import WHOLE, variant_option
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetHeadToHeadResponse, HeadToHead, Meeting

COLUMNS: Final = (
    *("bot", "opponent", "variant", "revision", "boards", "score", "error", "low", "high"),
    *("points", "opponent_points", "format"),
)


@click.command
@click.argument("bot", metavar="A", type=BOT)
@click.argument("opponent", metavar="B", type=BOT)
@click.option("--tournament", default="", metavar="NAME", help="Only in this one; default all there were.")
@variant_option
@explain_option
@asking_for_rows
def versus(
    bot: str, opponent: str, tournament: str, variant: str, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """Show how the bots A and B did against each other.

    They are given as name@version, or name for its newest. With 95% intervals, by variant, pool and
    rated format, and for each pool all variants as one, in which each counts equally; of the closed
    rated boards on which they are compared.
    """
    request = GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament, variant=variant)
    answer = service.ask(lambda people: people.GetHeadToHead, request, as_json)
    if as_csv:
        print_csv(COLUMNS, _rows(answer))
    elif not answer.variants:
        met = f"{answer.bot} and {answer.opponent} have not met"
        say(f"{met} on a closed rated board: gates and challenges are not rated")
    else:
        show([_table(answer)], explain)


def _table(answer: GetHeadToHeadResponse) -> Table:
    title = f"{answer.bot} against {answer.opponent} ({pools_label(answer.pools)}), in percent of a score"
    columns = ("variant", "pool", "rated format", "score", "95% interval", "boards", "points\na game", "its")
    rows = table(title, *columns, numbers=5)
    for line in answer.variants:
        name = line.variant if line.revision == 1 else f"{line.variant} (revision {line.revision})"
        scale = pool_label(line.pool), format_words(line.format)
        rows.add_row(name, *scale, *_score(line), f"{line.points:.1f}", f"{line.opponent_points:.1f}")
    for each in answer.wholes:
        rows.add_row(f"{len(each.variants)} variants", pool_label(each.pool), "", *_score(each.meeting), "", "")
    return rows


def _score(line: HeadToHead | Meeting) -> tuple[str, str, str]:
    return f"{100 * line.score:.1f}", interval(line, ".1f", 100), str(line.boards)


def _rows(answer: GetHeadToHeadResponse) -> Iterable[dict[str, Any]]:
    names = {"bot": answer.bot, "opponent": answer.opponent}
    for line in answer.variants:
        yield as_dict(line) | names | {"pool": pool_label(line.pool)}
    for each in answer.wholes:
        yield as_dict(each.meeting) | {"variant": WHOLE, "pool": pool_label(each.pool)}
