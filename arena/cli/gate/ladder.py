"""`arena ladder`: run and change ladders, tournaments without end."""

import click

from arena.api.columns import as_dict
from arena.api.labels import rated_formats
from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.gate.gate import pool_option
from arena.cli.service import Service, asking
from arena.cli.terminal.options import FORM, Whole, parse_variants
from arena.cli.terminal.printing import explain_option, note, print_json, say
from arena.cli.terminal.printing import show as show_parts
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import standings_tables
from arena.cli.tournament.balances import emptiness
from arena.cli.tournament.changing import enter_bot, set_state, withdraw_bot
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, LadderTerms, WatchTournamentRequest


@click.group
def ladder() -> None:
    """Run ladders: tournaments without end.

    A ladder plays batches of boards; each batch seats the bots whose ratings it improves most.
    """


@ladder.command
@click.argument("name", type=TOURNAMENT)
@click.option("--variants", "listed", default="", metavar=FORM, help="Variants of a new ladder, separated by commas.")
@click.option("--bot", "bots", multiple=True, metavar="B", help="Bot of a new ladder; may be repeated.")
@click.option("--boards", type=Whole(), default=4, show_default=True, help="Boards per table of a batch.")
@click.option("--tables", type=Whole(0), default=0, help="Tables per batch; default: as many as possible.")
@click.option(
    "--least",
    type=Whole(0),
    default=20,
    show_default=True,
    help="A new version has priority until it has played this many boards.",
)
@click.option(
    "--longest",
    type=Whole(),
    default=10,
    show_default=True,
    help="A bot has priority after this many batches without a board.",
)
@click.option("--rounds", type=Whole(), help="Number of batches; default: no end.")
@pool_option
@click.option("--allow-same-owner", is_flag=True, help="Allow two bots of one owner at a table.")
@asking
def start(
    name: str,
    listed: str,
    bots: tuple[str, ...],
    boards: int,
    tables: int,
    least: int,
    longest: int,
    rounds: int | None,
    pool: str,
    allow_same_owner: bool,
    as_json: bool,
    service: Service,
) -> None:
    """Create the ladder NAME and start it.

    Without --bot it resumes the paused ladder NAME.
    """
    if not bots:
        if listed:
            raise Refusal("no bot is given; name each bot of a new ladder with --bot B, or resume one by NAME alone")
        set_state(service, _current(service, name), "resume", as_json)
        return
    request = CreateTournamentRequest(
        name=name,
        kind="ladder",
        variants=parse_variants((), listed, ()),
        bots=bots,
        boards=boards,
        pool=pool,
        rounds=rounds or 0,
        allow_same_owner=allow_same_owner,
        ladder=LadderTerms(tables=tables, least=least, longest=longest),
    )
    created = service.ask(lambda people: people.CreateTournament, request)
    started = service.ask(lambda people: people.StartTournament, StartTournamentRequest(name=name))
    if as_json:
        print_json(as_dict(started))
    else:
        say(f"{name} is {started.tournament.state}")
        say(rated_formats(zip(started.tournament.variants, started.tournament.formats, strict=True)))
        say(f"root {started.tournament.root}")
    for line in emptiness(created.balances):
        note(line)
    note(f"for its standings: arena ladder show {name}")


@ladder.command
@click.argument("name", type=TOURNAMENT)
@asking
def pause(name: str, as_json: bool, service: Service) -> None:
    """Pause NAME: finish boards in play, start no others.

    `ladder start NAME` resumes it.
    """
    set_state(service, _current(service, name), "pause", as_json)


@ladder.command
@click.argument("name", type=TOURNAMENT)
@explain_option
@asking
def show(name: str, explain: bool, as_json: bool, service: Service) -> None:
    """Show the standings of NAME's current season.

    Compare ratings, not mean scores, because bots meet bots of close strength. For seasons that are
    over use `arena tournament standings`.
    """
    request = GetStandingsRequest(name=_current(service, name))
    answer = service.ask(lambda people: people.GetStandings, request, as_json)
    show_parts(standings_tables(answer), explain)


@ladder.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def join(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Enter BOT in the ladder NAME.

    The next batches may seat it. It has priority until it has played --least boards.
    """
    enter_bot(service, _current(service, name), bot, as_json)


@ladder.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def leave(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Withdraw BOT from the ladder NAME.

    Its boards in play are played to the end. Its other boards are cancelled.
    """
    withdraw_bot(service, _current(service, name), bot, as_json)


def _current(service: Service, name: str) -> str:
    """Return the name of the newest season of the ladder *name*. Raises `Refusal` if *name* is not a ladder."""
    with service.people() as people:
        looks = people.WatchTournament(WatchTournamentRequest(name=name), **service.call)
        tournament = next(looks).tournament
        looks.cancel()
    if tournament.kind != "ladder":
        others = "gate show" if tournament.kind == "gate" else "tournament standings, pause, resume, enter, withdraw"
        raise Refusal(f"{name} is a {tournament.kind}, not a ladder; use arena {others}")
    if not tournament.next_season:
        return name
    note(f"the season {name} is over; it continues as {tournament.next_season}")
    return _current(service, tournament.next_season)
