"""`arena bot compare`: compare the files or the decisions of two bot versions."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

import click
import grpc

from arena.cli.completing import BOT
from arena.cli.service import Service, asking, print_json_and_exit, status_of
from arena.cli.terminal.options import max_boards_option
from arena.cli.terminal.printing import console, note, print_json, say, say_text, table, wide_option
from arena.cli.terminal.refusal import Refusal
from arena.rules.replays.parting import departure
from arena.rules.replays.place import Place, finish_record
from arena.wire.gen import bundles_pb2 as pb
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.records_pb2 import GetBoardRequest, GetMeetingsRequest, MetBoard

ACCEPTED: Final = (
    "an owner may compare the files of two submitted versions; with --tournament T anybody may compare the decisions "
    "of any two versions"
)
MAX_BOARDS = 200  # limited because the records of each board are fetched and replayed


@dataclass(frozen=True)
class Difference:
    """The first decision on a board that two versions answered differently, with equal cards and history.

    *board*, *number*: the board's id, and its number in the tournament. *game*: id of the new version's game. *hand*,
    *decision* and *seat* count from 0. *new*, *old*: the answer of the new version, and those of the old version's
    games. *points*: points of the new version in that hand; *old_points*: mean of the old version's points. *place*:
    GAME:HAND:DECISION, counted from 1. From *game* on, all fields are None if the versions never differed.
    """

    board: str
    number: int
    variant: str
    game: str | None = None
    hand: int | None = None
    decision: int | None = None
    seat: int | None = None
    new: str | None = None
    old: list[str] | None = None
    points: int | None = None
    old_points: float | None = None
    place: str | None = None


@click.command(hidden=True)
@click.argument("old", metavar="OLD", type=BOT)
@click.argument("new", metavar="NEW", type=BOT)
@click.option("--tournament", default="", metavar="T", help="Compare decisions in the tournament T, not files.")
@max_boards_option(MAX_BOARDS, default=50)
@wide_option
@asking
def compare(old: str, new: str, tournament: str, most: int, as_json: bool, service: Service) -> None:
    """Compare two versions by their files or decisions.

    OLD and NEW are NAME@VERSION. Their owner may compare the files of submitted versions. With
    --tournament anybody may compare the decisions of any two versions. For each board that both
    played it lists the first decision, as GAME:HAND:DECISION, that they answered differently. With
    --json it prints a line for each board.
    """
    if tournament:
        _compare_decisions(service, tournament, old, new, most, as_json)
        return
    with service.people() as people:
        try:
            answer = people.CompareVersions(pb.CompareVersionsRequest(old=old, new=new), **service.call)
        except grpc.RpcError as problem:
            code, details = status_of(problem)
            if code in (grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.NOT_FOUND):
                raise Refusal(f"{details}; {ACCEPTED}") from None
            raise
    print_json_and_exit(answer, as_json)
    for mark, names in (("+", answer.added), ("-", answer.removed)):
        for name in names:
            say(f"{mark} {name}")
    for file in answer.changed:
        say_text(file.diff or f"~ {file.name}")
    note(f"{len(answer.added)} added, {len(answer.removed)} removed, {len(answer.changed)} changed, {answer.same} same")


def _compare_decisions(service: Service, tournament: str, old: str, new: str, most: int, as_json: bool) -> None:
    with service.people() as people:
        versions = people.GetMeetings(GetMeetingsRequest(name=tournament, bot=new, opponent=old), **service.call)
        old, new = versions.opponent, versions.bot
        boards = _list_boards(service, people, tournament, old, new)
        differences = (_find_difference(service, people, board, old, new) for board in islice(boards, most))
        if as_json:
            for each in differences:
                print_json(asdict(each))
        else:
            _show(tournament, old, new, list(differences))


def _list_boards(service: Service, people: ArenaServiceStub, tournament: str, old: str, new: str) -> Iterator[MetBoard]:
    request = GetMeetingsRequest(name=tournament, bot=new, opponent=old)
    while True:
        answer = people.GetMeetings(request, **service.call)
        yield from answer.boards
        if not answer.HasField("next"):
            return
        request.first = answer.next


def _find_difference(service: Service, people: ArenaServiceStub, met: MetBoard, old: str, new: str) -> Difference:
    board = people.GetBoard(GetBoardRequest(board=met.board), **service.call)
    records = [json.loads(record) for record in board.records]
    seats = [
        [[seat for seat, player in enumerate(record["seats"]) if player == bot] for record in records]
        for bot in (new, old)
    ]
    first = departure([finish_record(record) for record in records], *seats)
    if first is None:
        return Difference(met.board, met.number, met.variant)
    at = first.parting
    where = (str(records[first.line]["id"]), at.hand, at.decision, at.seat)
    others = [choice.action for choice in first.others]
    points = (first.points, float(first.others_points))
    return Difference(met.board, met.number, met.variant, *where, first.action, others, *points, str(Place(*where[:3])))


def _show(tournament: str, old: str, new: str, compared: list[Difference]) -> None:
    different = [each for each in compared if each.game is not None]
    title = f"First decision on each board that {new} answered differently from {old}, {tournament}"
    columns = ("board", "variant", f"{new} did", f"{old} did", "decision", "seat", "points of\nthe hand", "old's")
    rows = table(title, *columns, numbers=2)
    for each in different:
        answers = (str(each.new), " or ".join(each.old or ()))
        points = (f"{each.points:+d}", f"{each.old_points:+.1f}")
        rows.add_row(str(each.number), each.variant, *answers, str(each.place), str(each.seat), *points)
    if different:
        console().print(rows)
    same = len(compared) - len(different)
    note(f"{len(compared)} boards that both played: they answered differently on {len(different)}, alike on {same}")
