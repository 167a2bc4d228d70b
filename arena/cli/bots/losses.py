"""`arena bot losses`: the boards that cost a bot most, and where it departed from the others."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import click

from arena.cli.pages import pages
from arena.cli.service import Service, asking
from arena.cli.terminal.printing import console, note, print_json, say, table
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.standings import variant_option
from arena.escapes import cut
from arena.rules import Departure, costliest_departure, played
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.records_pb2 import GetBoardRequest, GetLossesRequest, Loss
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest

MOST = 20  # boards: the records of each are fetched and played


@dataclass(frozen=True)
class Lost:
    """A board, and the decision of the bot that cost most, which others with the same cards answered otherwise.

    Points are a game's; *hand_points* and *hand_others* those of the hand of that decision alone; *hand* and *decision*
    count from 0, as in records. *game* to *hand_others* are None where it answered as the others wherever they were the
    same.
    """

    tournament: str
    board: str
    number: int
    variant: str
    points: float
    others: float
    game: str | None = None
    hand: int | None = None
    decision: int | None = None
    seat: int | None = None
    did: str | None = None
    others_did: list[str] | None = None
    hand_points: int | None = None
    hand_others: float | None = None


@click.command
@click.argument("name", metavar="NAME[@VERSION]")
@click.option("--tournament", default="", metavar="T", help="Which one; default the newest with a closed board of it.")
@variant_option
@click.option("--most", type=click.IntRange(1, MOST), default=5, show_default=True, help="How many boards.")
@asking
def losses(name: str, tournament: str, variant: str, most: int, as_json: bool, service: Service) -> None:
    """List the boards that cost a bot most, and why.

    Those first on which it took fewest points beside the best of the others, who held the same
    cards; and for each, of the decisions that somebody in the same place answered otherwise, that
    whose hand cost it most. With --json a line for each board.
    """
    where = tournament or _newest(service, name)
    request = GetLossesRequest(name=where, bot=name, variant=variant, most=most)
    with service.people() as people:
        answer = people.GetLosses(request, **service.call)
        found = _told(service, people, where, answer.bot, answer.losses)
        if as_json:
            for each in found:
                print_json(asdict(each))
        else:
            _show(where, answer.bot, list(found))


def _newest(service: Service, name: str) -> str:
    """Return the newest tournament, no gate, in which the bot may have lost something. Raises `Refusal`."""
    for page in pages(service, ListTournamentsRequest()):
        for each in page.tournaments:
            bots = [bot for bot in each.bots if bot == name or ("@" not in name and bot.partition("@")[0] == name)]
            if each.kind != "gate" and each.closed and bots:
                return str(each.name)
    raise Refusal(
        f"bot {cut(name)!r} is in no tournament with a closed board: `arena tournament list` has all there are"
    )


def _told(
    service: Service, people: ArenaServiceStub, tournament: str, bot: str, found: Sequence[Loss]
) -> Iterator[Lost]:
    for loss in found:
        board = people.GetBoard(GetBoardRequest(board=loss.board), **service.call)
        records = [json.loads(record) for record in board.records]
        seats = [[seat for seat, name in enumerate(each["seats"]) if name == bot] for each in records]
        found_there = costliest_departure([played(record) for record in records], seats)
        yield _lost(tournament, loss, found_there, [str(record["id"]) for record in records])


def _lost(tournament: str, loss: Loss, found: Departure | None, games: Sequence[str]) -> Lost:
    about = (tournament, loss.board, loss.number, loss.variant, loss.points, loss.others)
    if found is None:
        return Lost(*about)
    at, others = found.parting, [choice.action for choice in found.others]
    of_hand = (found.points, float(found.others_points))
    return Lost(*about, games[found.line], at.hand, at.decision, at.seat, found.action, others, *of_hand)


def _show(tournament: str, bot: str, found: Sequence[Lost]) -> None:
    if not found:
        say(f"{bot} lost no points on a closed board of {tournament} to others who held the same cards")
        return
    columns = ("board", "variant", "it did", "others there did", "game", "hand", "decision", "seat")
    title = f"What cost {bot} most in {tournament}: points a game, and of the hand in which it departed"
    rows = table(title, *columns, "lost", "its", "the best", "that hand", numbers=4)
    for each in found:
        points = (f"{each.points - each.others:+.1f}", f"{each.points:.1f}", f"{each.others:.1f}")
        rows.add_row(f"{each.number}", each.variant, *_decision(each), *points, _hand(each))
    console().print(rows)
    for each in found:
        if each.hand is not None:
            shown = f"--game {each.game} | arena replay - --hand {each.hand + 1}"
            note(f"to see one: arena export {tournament} {shown}")
            return


def _decision(lost: Lost) -> tuple[str, ...]:
    if lost.game is None or lost.hand is None or lost.decision is None:
        return ("as the others", "", "", "", "", "")
    place = (lost.game, str(lost.hand + 1), str(lost.decision + 1), str(lost.seat))
    return (str(lost.did), " or ".join(lost.others_did or ()), *place)


def _hand(lost: Lost) -> str:
    if lost.hand_points is None or lost.hand_others is None:
        return ""
    return f"{lost.hand_points - lost.hand_others:+.1f}"
