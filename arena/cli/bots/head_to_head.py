"""`arena bot versus`: how two bots did against each other."""

from collections.abc import Iterable
from typing import Any, Final

import click

from arena.cli.service import Service, as_dict, asking_for_rows
from arena.cli.terminal.printing import console, interval, table
from arena.cli.terminal.spreadsheet import print_csv
from arena.cli.terminal.tables import pools_label
from arena.cli.tournament.standings import WHOLE, variant_option
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetHeadToHeadResponse, HeadToHead, Meeting

COLUMNS: Final = (
    *("bot", "opponent", "variant", "revision", "boards", "score", "error", "low", "high"),
    *("points", "opponent_points"),
)


@click.command
@click.argument("bot", metavar="A")
@click.argument("opponent", metavar="B")
@click.option("--tournament", default="", metavar="NAME", help="Only in this one; default all there were.")
@variant_option
@asking_for_rows
def versus(
    bot: str, opponent: str, tournament: str, variant: str, as_json: bool, as_csv: bool, service: Service
) -> None:
    """How the bots A and B did against each other, with 95% intervals.

    They are given as name@version, or name for its newest. By variant, and all as one, in which each variant counts
    equally; of the closed boards at which both sat.
    """
    request = GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament, variant=variant)
    answer = service.ask(lambda people: people.GetHeadToHead, request, as_json)
    if as_csv:
        print_csv(COLUMNS, _rows(answer), pools_label(answer.pools))
    elif not answer.variants:
        print(f"{answer.bot} and {answer.opponent} have not met on a closed board")
    else:
        _show(answer)


def _show(answer: GetHeadToHeadResponse) -> None:
    title = f"{answer.bot} against {answer.opponent} ({pools_label(answer.pools)}), in percent of a score"
    rows = table(title, "variant", "score", "95% interval", "boards", "points\na game", "its", numbers=5)
    for line in answer.variants:
        name = line.variant if line.revision == 1 else f"{line.variant} (revision {line.revision})"
        rows.add_row(name, *_score(line), f"{line.points:.1f}", f"{line.opponent_points:.1f}")
    if len(answer.variants) > 1:
        rows.add_row(WHOLE, *_score(answer.whole), "", "")
    console().print(rows)


def _score(line: HeadToHead | Meeting) -> tuple[str, str, str]:
    return f"{100 * line.score:.1f}", interval(line, ".1f", 100), str(line.boards)


def _rows(answer: GetHeadToHeadResponse) -> Iterable[dict[str, Any]]:
    names = {"bot": answer.bot, "opponent": answer.opponent}
    for line in answer.variants:
        yield as_dict(line) | names
    if len(answer.variants) > 1:
        yield as_dict(answer.whole) | {"variant": WHOLE}
