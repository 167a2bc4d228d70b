"""`arena tournament`: make, start and follow tournaments."""

from typing import Any

import click

from arena.api.columns import as_dict
from arena.api.labels import rated_formats
from arena.cli.completing import TOURNAMENT
from arena.cli.pages import gathered, limit_option
from arena.cli.service import Service, asking, print_json_and_exit
from arena.cli.terminal.options import Span, secret_options
from arena.cli.terminal.printing import console, note, print_json, say, say_text, waiting
from arena.cli.terminal.tables import NO_ROOT, commitments_table, tournaments_table
from arena.cli.tournament import balances
from arena.cli.tournament.balances import UNPROMISED, balance, balance_lines, emptiness
from arena.cli.tournament.balances import rounds as rounds_of
from arena.cli.tournament.beacon import beacon
from arena.cli.tournament.changing import FORM, STATES, change_of_state, enter, extend, variant_choices, withdraw
from arena.cli.tournament.changing import priority as change_priority
from arena.cli.tournament.findings import findings
from arena.cli.tournament.games import games
from arena.cli.tournament.roots import roots
from arena.cli.tournament.seats import seats
from arena.cli.tournament.standings import crosstable, standings
from arena.cli.tournament.watching import looks, show_progress
from arena.wire.gen.records_pb2 import ListCommitmentsRequest, ListCommitmentsResponse
from arena.wire.gen.running_pb2 import ListFailedBlocksRequest, ListFailedBlocksResponse
from arena.wire.gen.seeds_pb2 import ListEpochsRequest, ListEpochsResponse
from arena.wire.gen.tournaments_pb2 import (
    CreateTournamentRequest,
    EstimateTournamentRequest,
    ListTournamentsRequest,
    ListTournamentsResponse,
)

KINDS = ("round-robin", "gauntlet", "swiss", "ladder")
DRAWN = {"swiss": "round", "ladder": "batch"}  # what is drawn when the one before it is over, or half of it


class Kind(click.Choice[str]):
    """A kind of schedule, but gates, which have their own command."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == "gate":
            self.fail(
                f"'gate' given, accepted: {', '.join(KINDS)}; a gate is made with: arena gate NEW OLD", param, ctx
            )
        return super().convert(value, param, ctx)


@click.group
def tournament() -> None:
    """Tournaments of duplicate boards."""


@tournament.command
@click.argument("name")
@click.option("--variant", "variants", multiple=True, metavar="V[:PRESET]", help="Variant to play; may be repeated.")
@click.option("--variants", "listed", default="", metavar=FORM, help="Variants, with weights: shares of the boards.")
@click.option(
    "--bot", "bots", multiple=True, required=True, metavar="B", help="name@version, or name for its newest; repeat it."
)
@click.option(
    "--boards",
    type=click.IntRange(1),
    required=True,
    help="Boards for each line-up. In the pool open: how often any two bots are compared, approximately.",
)
@click.option(
    "--kind",
    type=Kind(KINDS),
    help="Schedule. round-robin (default): all line-ups. gauntlet: challengers against a field. "
    "swiss: rounds of bots with similar scores. ladder: batches without end.",
)
@click.option("--challenger", "challengers", multiple=True, metavar="B", help="Challenger, for a gauntlet; repeat it.")
@click.option("--rounds", type=click.IntRange(1), help="Rounds; makes it a Swiss; default ceil(log2 bots).")
@click.option(
    "--pool",
    default="trust",
    show_default=True,
    help="trust: bots play a deal in all rotations. open: an owner sees a deal once; bots with the "
    "same cards at other tables are compared. closed: like trust, for submitted bots.",
)
@click.option(
    "--tables-per-board",
    type=click.IntRange(2),
    help="Tables that play a board of the pool open; default 4, or fewer if there are too few owners.",
)
@click.option("--allow-same-owner", is_flag=True, help="Allow two bots of one owner at a table.")
@secret_options
@click.option(
    "--beacon", default="", metavar="B", help="Public beacon to draw the deals from after the start; B is quicknet."
)
@click.option(
    "--option", "options", multiple=True, metavar="V:NAME=VALUE", help="An option of a variant; may be repeated."
)
@click.option("--move-time", type=Span("s"), help="Time for a decision, as in 1.5s, or in seconds; default 5.")
@click.option("--bank", type=Span("s"), help="Extra time for a game, as in 2m, or seconds; default 60.")
@click.option(
    "--ask-single/--no-ask-single",
    default=None,
    help="Ask also for decisions with one legal answer; default: yes, except in the pool trust.",
)
@click.option(
    "--forfeit-after",
    type=Span("h"),
    help="Absence after which a bot forfeits its boards, as in 2d, or in hours; default 24, 0: never.",
)
@click.option(
    "--priority", type=click.IntRange(-10, 10), default=0, show_default=True, help="Higher ones are played first."
)
@click.option("--dry-run", is_flag=True, help="Store nothing; show what would be made and how long it takes.")
@asking
def create(
    variants: tuple[str, ...],
    listed: str,
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
    request = CreateTournamentRequest(
        variants=variant_choices(variants, options, listed),
        bots=[*challengers, *(bot for bot in bots if bot not in challengers)],
        kind=kind or ("gauntlet" if challengers else "swiss" if rounds else "round-robin"),
        challengers=len(challengers),
        rounds=rounds or 0,
        **terms,  # the other options are called as the fields are
    )
    if dry_run:
        _estimate(request, as_json, service)
        return
    with waiting("making its boards"):
        answer = service.ask(lambda people: people.CreateTournament, request)
    made = print_json_and_exit(answer, as_json)
    begun = f" of its first {DRAWN[made.tournament.kind]}" if made.tournament.kind in DRAWN else ""
    drawn = ", to be drawn at its start" if made.tournament.deals == "undrawn" else ""
    say(f"{made.tournament.name}: {made.tournament.boards} boards, {made.tournament.games} games{begun}{drawn}")
    say(rated_formats(zip(made.tournament.variants, made.tournament.formats, strict=True)))
    say(f"root {made.tournament.root}")
    if drawn:
        note("how even that is, is planned with a stand-in for the seed, which is drawn then:")
    for line in emptiness(made.balances):
        note(line)
    if made.tournament.kind not in UNPROMISED:
        for line in balance_lines(made.balances):
            note(line)
    note(f"start it with: arena tournament start {request.name}")
    if request.beacon:
        note(f"then draw its deals with: arena tournament beacon {request.name}")


@tournament.command("failed")
@click.argument("name", type=TOURNAMENT)
@click.option("--retry", is_flag=True, help="Try the listed blocks again.")
@limit_option
@asking
def failed(name: str, retry: bool, limit: int | None, as_json: bool, service: Service) -> None:
    """List boards of NAME that failed again and again, and why.

    They failed through our fault.
    """
    request = ListFailedBlocksRequest(name=name, retry=retry)
    answer = gathered(service, ListFailedBlocksResponse, request, limit, as_json)
    for block in answer.blocks:
        boards = ", ".join(map(str, block.boards))
        say(f"{block.variant}, boards {boards} ({', '.join(block.bots)}): tried {block.attempts} times")
        say_text(f"{block.traceback.rstrip()}\n\n")
    what = "are tried again" if retry else "failed"
    say(f"{sum(len(block.boards) for block in answer.blocks)} boards {what}")


@tournament.command("list")
@limit_option
@asking
def list_tournaments(limit: int | None, as_json: bool, service: Service) -> None:
    """List the tournaments, newest first."""
    answer = gathered(service, ListTournamentsResponse, ListTournamentsRequest(), limit, as_json)
    shown = tournaments_table(list(answer.tournaments))
    console().print(shown if shown.row_count else "there is no tournament yet: `arena tournament create` makes one")


@tournament.command
@click.argument("name", type=TOURNAMENT)
@asking
def watch(name: str, as_json: bool, service: Service) -> None:
    """Follow the tournament NAME until it is over.

    With --json a line for each change.
    """
    if not as_json:
        show_progress(service, name)
        return
    for look in looks(service, name):
        print_json(as_dict(look))


@tournament.command
@click.argument("name", type=TOURNAMENT)
@limit_option
@asking
def commitments(name: str, limit: int | None, as_json: bool, service: Service) -> None:
    """List the commitments of NAME's boards.

    That is the SHA-256 of its seed, published before anything was played; the seed follows when the board is closed. A
    board that was voided has a line for each promise that it was voided under. All lie under the root of their epoch;
    `arena tournament roots NAME` has the signatures, and the secrets with their proofs once they are told.
    """
    request = ListCommitmentsRequest(name=name)
    answer = gathered(service, ListCommitmentsResponse, request, limit, as_json)
    console().print(commitments_table(name, answer.commitments))
    for epoch in gathered(service, ListEpochsResponse, ListEpochsRequest(name=name)).epochs:
        say(f"epoch {epoch.index}: root {epoch.root or NO_ROOT}")


for command in (
    *map(change_of_state, STATES),
    extend,
    enter,
    withdraw,
    standings,
    crosstable,
    seats,
    findings,
    games,
    balance,
    beacon,
    roots,
):
    tournament.add_command(command)
tournament.add_command(rounds_of, "rounds")
tournament.add_command(change_priority, "priority")


def _estimate(request: CreateTournamentRequest, as_json: bool, service: Service) -> None:
    answer = service.ask(
        lambda people: people.EstimateTournament, EstimateTournamentRequest(tournament=request), as_json
    )
    console().print(*balances.shown(answer, request.kind), sep="\n")
    if request.kind in DRAWN:
        say(f"this is the first {DRAWN[request.kind]} of a {request.kind}: the others are drawn as it goes on")
