"""`arena bot stats` and `arena bot versus`: show statistics of a bot, and results of two bots."""

from collections.abc import Iterator

import click
from rich.table import Table

from arena.api.columns import CALLS, FIGURES, HEAD_TO_HEAD, Column
from arena.api.labels import flagged, is_marked
from arena.cli.completing import BOT
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.printing import Row, console, explain_option, listing, print_listing, say, show, wide_option
from arena.cli.terminal.tables import WHOLE, pool_label, pools_label
from arena.cli.tournament.standings import variant_option
from arena.rules import find
from arena.wire.gen import measures_pb2 as pb
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest


@click.command
@click.argument("name", metavar="NAME[@VERSION]", type=BOT)
@variant_option
@wide_option
@asking_for_rows
def stats(name: str, variant: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Compare a bot's bids, contracts and points with others.

    It covers closed rated boards, not gates or challenges. NAME alone means its newest version.
    """
    request = pb.GetPlayStatisticsRequest(bot=name, variant=variant)
    answer = service.ask(lambda people: people.GetPlayStatistics, request, as_json)
    if as_csv:
        print_listing(FIGURES, _rows(answer))
    elif not answer.variants:
        say(f"{answer.bot} has no closed rated board there yet: gates and challenges are not rated")
    for line in () if as_csv else answer.variants:
        console().print(*_tables(answer.bot, line), *flagged(line.findings), sep="\n")


def _tables(bot: str, line: pb.VariantPlay) -> Iterator[Table]:
    variant = line.variant if line.revision == 1 else f"{line.variant} (revision {line.revision})"
    mark = " !" * is_marked(bot, line.findings)
    yield listing(f"{bot}{mark}, {variant} ({pools_label(line.pools)}): {line.games} games", FIGURES, line.figures)
    if line.calls:
        what = "bids" if find(line.variant).bags is not None else "contracts"
        title = f"{line.variant}: {what}, times, and percent that were made"
        yield listing(title, [Column("name", what), *CALLS], line.calls)


def _rows(answer: pb.GetPlayStatisticsResponse) -> Iterator[Row]:
    for line in answer.variants:
        of = {"bot": answer.bot, "variant": line.variant, "revision": line.revision, "games": line.games}
        yield from ((of | {"pool": pools_label(line.pools)}, each) for each in line.figures)


@click.command
@click.argument("bot", metavar="A", type=BOT)
@click.argument("opponent", metavar="B", type=BOT)
@click.option("--tournament", default="", metavar="NAME", help="Count only boards of this tournament; default: all.")
@variant_option
@explain_option
@asking_for_rows
def versus(
    bot: str, opponent: str, tournament: str, variant: str, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """Show the results of the bots A and B against each other.

    A and B are name@version, or name for the newest version. Results have 95% intervals: by variant,
    pool and rated format, and for each pool over all variants with equal weight. They cover the
    closed rated boards on which both are compared.
    """
    request = GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament, variant=variant)
    answer = service.ask(lambda people: people.GetHeadToHead, request, as_json)
    if as_csv:
        names = {"bot": answer.bot, "opponent": answer.opponent}
        lines: list[Row] = [(names | {"pool": pool_label(line.pool)}, line) for line in answer.variants]
        wholes: list[Row] = [
            (names | {"variant": WHOLE, "pool": pool_label(each.pool)}, each.meeting) for each in answer.wholes
        ]
        print_listing(HEAD_TO_HEAD, [*lines, *wholes])
    elif not answer.variants:
        met = f"{answer.bot} and {answer.opponent} have not met"
        say(f"{met} on a closed rated board: gates and challenges are not rated")
    else:
        title = f"{answer.bot} against {answer.opponent} ({pools_label(answer.pools)}), in percent of a score"
        rows = listing(title, HEAD_TO_HEAD, answer.variants)
        for each in answer.wholes:  # without points: variants count them differently
            shared = [column for column in HEAD_TO_HEAD if column.heading in ("score", "95% interval", "boards")]
            cells = [column.text(each.meeting) for column in shared]
            rows.add_row(WHOLE, "", *cells, "", "", pool_label(each.pool))
        show([rows], explain)
