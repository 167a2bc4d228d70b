"""`arena tournament`: create, list and follow tournaments; other modules have its other commands."""

from typing import Any

import click

from arena.api.columns import as_dict
from arena.api.labels import rated_formats
from arena.cli.completing import TOURNAMENT
from arena.cli.pages import fetch_all, limit_option, rows_options
from arena.cli.service import Service, asking, print_json_and_exit
from arena.cli.terminal.options import (
    FORM,
    Span,
    Whole,
    ask_single_option,
    parse_variants,
    secret_options,
    times_options,
    variant_options,
)
from arena.cli.terminal.printing import console, note, print_json, say, say_text, table, waiting, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import pool_with_test
from arena.cli.tournament import balances, changing, seeds
from arena.cli.tournament.balances import UNPROMISED, emptiness, is_even
from arena.cli.tournament.changing import STATES, state_command
from arena.cli.tournament.games import games
from arena.cli.tournament.standings import crosstable, findings, seats, standings
from arena.cli.tournament.watching import looks, show_progress
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.running_pb2 import ListFailedBlocksRequest, ListFailedBlocksResponse

KINDS = ("round-robin", "gauntlet", "swiss", "ladder")
DRAWN = {"swiss": "round", "ladder": "batch"}  # kinds whose boards are drawn in parts, and the name of a part


class Kind(click.Choice[str]):
    """The type of the option --kind, which refuses "gate" with a hint at `arena gate`."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return *value* if it is one of `KINDS`. Raises `click.BadParameter`."""
        if value == "gate":
            self.fail(
                f"'gate' is not one of {', '.join(KINDS)}; create a gate with: arena gate BOT OPPONENT", param, ctx
            )
        return super().convert(value, param, ctx)


@click.group
def tournament() -> None:
    """Create, run and show tournaments.

    `arena advanced` lists further commands, such as those for seeds.
    """


@tournament.command
@click.argument("name")
@click.option("--variants", default="", metavar=FORM, help="Variants; weights divide the boards among them.")
@click.option(
    "--bot", "bots", multiple=True, required=True, metavar="B", help="Bot, as NAME@VERSION or NAME; may be repeated."
)
@click.option(
    "--boards",
    type=Whole(),
    required=True,
    help="Boards for each line-up. In the pool open: approximate number of comparisons of each two bots.",
)
@click.option(
    "--kind",
    type=Kind(KINDS),
    help="Schedule. round-robin (default): all line-ups. gauntlet: challengers against a field. "
    "swiss: rounds of bots with similar scores. ladder: batches without end.",
)
@click.option("--challenger", "challengers", multiple=True, metavar="B", help="Gauntlet challenger; may be repeated.")
@click.option(
    "--rounds",
    type=Whole(),
    help="Rounds of a Swiss (default: log2 of the bots, rounded up) or batches of a ladder (default: no end).",
)
@click.option("--tables", type=Whole(0), help="Tables per batch of a ladder; default: as many as possible.")
@click.option("--least", type=Whole(0), help="Boards for which a ladder prefers a new version; default: 20.")
@click.option(
    "--longest", type=Whole(), help="Batches without a board after which a ladder prefers a bot; default: 10."
)
@click.option(
    "--pool",
    default="trust",
    show_default=True,
    help="trust: bots play a deal in all rotations. open: an owner sees a deal once; bots with the "
    "same cards at other tables are compared. closed: like trust, for submitted bots.",
)
@click.option(
    "--tables-per-board",
    type=Whole(2),
    help="Tables that play a board of the pool open; default: 4, or fewer if there are too few owners.",
)
@click.option("--allow-same-owner", is_flag=True, help="Allow two bots of one owner at a table.")
@secret_options
@click.option(
    "--beacon",
    default="",
    metavar="B",
    help="Draw the deals after the start from this public random source, so that nobody knows them before: quicknet.",
)
@variant_options
@times_options
@ask_single_option
@click.option(
    "--forfeit-after",
    type=Span("h"),
    help="Absence after which a bot forfeits its boards, as in 2d, or in hours; default: 24; 0: never.",
)
@click.option("--priority", type=Whole(-10, 10), default=0, show_default=True, help="Priority; highest first.")
@click.option("--dry-run", is_flag=True, help="Print the size and the duration of the tournament; store nothing.")
@wide_option
@asking
def create(
    variants: str,
    bots: tuple[str, ...],
    kind: str | None,
    challengers: tuple[str, ...],
    rounds: int | None,
    options: tuple[str, ...],
    dry_run: bool,
    as_json: bool,
    service: Service,
    **terms: Any,
) -> None:
    """Create the tournament NAME.

    Nothing is played before `arena tournament start NAME`.
    """
    ladder = pb.LadderTerms(**{name: terms.pop(name) for name in pb.LadderTerms.DESCRIPTOR.fields_by_name})
    if ladder.ByteSize() and kind != "ladder":
        raise Refusal("--tables, --least and --longest are for a ladder; add --kind ladder, or leave them out")
    request = pb.CreateTournamentRequest(
        variants=parse_variants(variants, options),
        bots=[*challengers, *(bot for bot in bots if bot not in challengers)],
        kind=kind or ("gauntlet" if challengers else "swiss" if rounds else "round-robin"),
        challengers=len(challengers),
        rounds=rounds or 0,
        ladder=ladder if ladder.ByteSize() else None,
        **terms,  # the other options have the names of fields
    )
    if dry_run:
        _estimate(request, as_json, service)
        return
    with waiting("making its boards"):
        answer = service.ask(lambda people: people.CreateTournament, request)
    created = print_json_and_exit(answer, as_json).tournament
    part = f" of its first {DRAWN[created.kind]}" if created.kind in DRAWN else ""
    undrawn = ", to be drawn at its start" if created.deals == "undrawn" else ""
    say(f"{created.name}: {created.boards} boards, {created.games} games{part}{undrawn}")
    say(rated_formats(zip(created.variants, created.formats, strict=True)))
    say(f"root {created.root}")
    for line in emptiness(answer.balances):
        note(line)
    if created.kind not in UNPROMISED and not is_even(answer.balances):
        note(f"its bots meet less evenly than promised; see: arena tournament balance {created.name}")
    note(f"start it with: arena tournament start {request.name}")
    if request.beacon:
        note(f"then draw its deals with: arena tournament beacon {request.name}")


@tournament.command("failed", hidden=True)
@click.argument("name", type=TOURNAMENT)
@click.option("--retry", is_flag=True, help="Play the listed boards again.")
@limit_option
@asking
def failed(name: str, retry: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """List boards of NAME that failed repeatedly, with tracebacks.

    Such failures are bugs of the arena, not of a bot.
    """
    request = ListFailedBlocksRequest(name=name, retry=retry)
    answer = fetch_all(service, ListFailedBlocksResponse, request, limit, as_json)
    for block in answer.blocks:
        boards = ", ".join(map(str, block.boards))
        say(f"{block.variant}, boards {boards} ({', '.join(block.bots)}): tried {block.attempts} times")
        say_text(f"{block.traceback.rstrip()}\n\n")
    what = "are tried again" if retry else "failed"
    say(f"{sum(len(block.boards) for block in answer.blocks)} boards {what}")


@tournament.command("list")
@rows_options
@asking
def list_tournaments(limit: int | None, as_json: bool, service: Service) -> None:
    """List the tournaments, newest first."""
    answer = fetch_all(service, pb.ListTournamentsResponse, pb.ListTournamentsRequest(), limit, as_json)
    columns = ("name", "kind", "state", "pool", "variants", "priority", "bots", "closed", "boards", "games")
    rows = table("Tournaments", *columns, numbers=5)
    for line in answer.tournaments:
        numbers = (line.priority, len(line.bots), line.closed, line.boards, line.games)
        variants = ", ".join(line.variants)
        rows.add_row(line.name, line.kind, line.state, pool_with_test(line), variants, *map(str, numbers))
    console().print(rows if rows.row_count else "there is no tournament yet; make one with `arena tournament create`")


@tournament.command
@click.argument("name", type=TOURNAMENT)
@asking
def watch(name: str, as_json: bool, service: Service) -> None:
    """Follow the tournament NAME until it is over.

    With --json it prints a line for each change.
    """
    if not as_json:
        show_progress(service, name)
        return
    for look in looks(service, name):
        print_json(as_dict(look))


COMMANDS = (
    *(changing.extend, changing.enter, changing.withdraw, changing.priority, balances.balance, balances.rounds),
    *(standings, crosstable, seats, findings, games, seeds.beacon, seeds.roots, seeds.commitments),
)
for command in (*map(state_command, STATES), *COMMANDS):
    tournament.add_command(command)


def _estimate(request: pb.CreateTournamentRequest, as_json: bool, service: Service) -> None:
    estimate = pb.EstimateTournamentRequest(tournament=request)
    answer = service.ask(lambda people: people.EstimateTournament, estimate, as_json)
    console().print(*balances.describe_estimate(answer, request.kind), sep="\n")
    if request.kind in DRAWN:
        say(f"this is the first {DRAWN[request.kind]} of a {request.kind}: the others are drawn as it goes on")
