"""`arena ladder`: play without end among those who are connected."""

import click

from arena.api.columns import as_dict
from arena.api.labels import rated_formats
from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.gate.gate import pool_option
from arena.cli.service import Service, asking
from arena.cli.terminal.explaining import explain_option
from arena.cli.terminal.explaining import show as show_parts
from arena.cli.terminal.printing import console, note, print_json, say
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import standings_tables
from arena.cli.tournament.balances import emptiness
from arena.cli.tournament.changing import FORM, variant_choices
from arena.wire.gen.running_pb2 import (
    EnterTournamentRequest,
    PauseTournamentRequest,
    ResumeTournamentRequest,
    StartTournamentRequest,
    WithdrawFromTournamentRequest,
)
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, LadderTerms, WatchTournamentRequest


@click.group
def ladder() -> None:
    """Ladders: batches of boards without end.

    Of those bots of whom a board tells most.
    """


@ladder.command
@click.argument("name", type=TOURNAMENT)
@click.option("--variants", "listed", default="", metavar=FORM, help="Variants of a new ladder, separated by commas.")
@click.option("--bot", "bots", multiple=True, metavar="B", help="Bot of a new ladder; may be repeated.")
@click.option("--boards", type=click.IntRange(1), default=4, show_default=True, help="Boards at each table.")
@click.option("--tables", type=click.IntRange(0), default=0, help="Tables in a batch; default as many as possible.")
@click.option("--least", type=click.IntRange(0), default=20, show_default=True, help="Boards a new version has first.")
@click.option("--longest", type=click.IntRange(1), default=10, show_default=True, help="Batches without a board.")
@click.option("--rounds", type=click.IntRange(1), help="Number of batches; default: no end.")
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
    """Create the ladder NAME of some bots and start it.

    Without --bot it lets one that is paused go on.
    """
    if not bots:
        if listed:
            raise Refusal(
                "bots: none given; a new ladder needs --bot B for each, one that is there needs its name alone"
            )
        name = _current(service, name)
        resumed = service.ask(lambda people: people.ResumeTournament, ResumeTournamentRequest(name=name), as_json)
        say(f"{name} is {resumed.tournament.state}")
        return
    request = CreateTournamentRequest(
        name=name,
        kind="ladder",
        variants=variant_choices((), (), listed),
        bots=bots,
        boards=boards,
        pool=pool,
        rounds=rounds or 0,
        allow_same_owner=allow_same_owner,
        ladder=LadderTerms(tables=tables, least=least, longest=longest),
    )
    made = service.ask(lambda people: people.CreateTournament, request)
    started = service.ask(lambda people: people.StartTournament, StartTournamentRequest(name=name))
    if as_json:
        print_json(as_dict(started))
    else:
        say(f"{name} is {started.tournament.state}")
        say(rated_formats(zip(started.tournament.variants, started.tournament.formats, strict=True)))
        say(f"root {started.tournament.root}")
    for line in emptiness(made.balances):
        note(line)
    note(f"how it stands: arena ladder show {name}")


@ladder.command
@click.argument("name", type=TOURNAMENT)
@asking
def pause(name: str, as_json: bool, service: Service) -> None:
    """Pause NAME: boards in play end, no others begin.

    Boards at the tables end as usual. `ladder start NAME` lets it go on.
    """
    name = _current(service, name)
    paused = service.ask(lambda people: people.PauseTournament, PauseTournamentRequest(name=name), as_json)
    say(f"{name} is {paused.tournament.state}")


@ladder.command
@click.argument("name", type=TOURNAMENT)
@explain_option
@asking
def show(name: str, explain: bool, as_json: bool, service: Service) -> None:
    """Show the standings of the season of NAME.

    Who meets whom depends on their scores: the rating tells more than the mean score. `tournament standings` shows
    seasons that are over.
    """
    name = _current(service, name)
    answer = service.ask(lambda people: people.GetStandings, GetStandingsRequest(name=name), as_json)
    show_parts(standings_tables(answer, console().width), explain)


@ladder.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def join(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Enter BOT in the ladder NAME.

    The next batches may have it, and it goes first until it has its least number of boards.
    """
    name = _current(service, name)
    answer = service.ask(lambda people: people.EnterTournament, EnterTournamentRequest(name=name, bot=bot), as_json)
    say(f"{answer.bot} is in {name}")


@ladder.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def leave(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Withdraw BOT from the ladder NAME.

    What was begun with it is played on, the rest is cancelled.
    """
    name = _current(service, name)
    request = WithdrawFromTournamentRequest(name=name, bot=bot)
    answer = service.ask(lambda people: people.WithdrawFromTournament, request, as_json)
    say(f"{answer.bot} is out of {name}; {answer.cancelled} boards are cancelled")


def _current(service: Service, name: str) -> str:
    """Return the season that goes on from *name*, or *name* itself.

    Raises `Refusal` where *name* is a tournament of another kind.
    """
    with service.people() as people:
        looks = people.WatchTournament(WatchTournamentRequest(name=name), **service.call)
        found = next(looks).tournament
        looks.cancel()
    if found.kind != "ladder":
        others = "gate show" if found.kind == "gate" else "tournament standings, pause, resume, enter, withdraw"
        raise Refusal(f"{name} is no ladder but a {found.kind}: what there is for it is arena {others}")
    if not found.next_season:
        return name
    note(f"the season {name} is over, and goes on as {found.next_season}")
    return _current(service, found.next_season)
