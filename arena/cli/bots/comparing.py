"""`arena bot compare`: two versions side by side, their files, or what they decided."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

import click
import grpc

from arena.cli.completing import BOT
from arena.cli.service import Service, asking, print_json_and_exit, status_of
from arena.cli.terminal.printing import console, note, print_json, say, say_text, table
from arena.cli.terminal.refusal import Refusal
from arena.rules.replays.parting import departure
from arena.rules.replays.place import Place, played
from arena.wire.gen import bundles_pb2 as pb
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.records_pb2 import GetBoardRequest, GetMeetingsRequest, MetBoard

ACCEPTED: Final = (
    "by files their owner compares two versions that were handed in; with --tournament T anybody compares what any two "
    "versions decided there"
)
MOST = 200  # boards: the records of each are fetched and played


@dataclass(frozen=True)
class Parted:
    """The first decision on a board that two versions answered otherwise, each in a game of its own.

    They had the same place, cards and history. *points*: what the whole hand brought that seat; of *old_points* the
    mean. *place*: GAME:HAND:DECISION; *hand* and *decision* count from 0, as in records. All but the board is None
    where they never answered otherwise.
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


@click.command
@click.argument("old", metavar="OLD", type=BOT)
@click.argument("new", metavar="NEW", type=BOT)
@click.option("--tournament", default="", metavar="T", help="Compare decisions in T, not files.")
@click.option("--most", type=click.IntRange(1, MOST), default=50, show_default=True, help="Maximum number of boards.")
@asking
def compare(old: str, new: str, tournament: str, most: int, as_json: bool, service: Service) -> None:
    """Compare two versions by their files or decisions.

    Each is NAME@VERSION. By their files where both were handed in, for their owner. With
    --tournament by what they decided on its boards that both played, for anybody and of live
    versions too: the first decision on each, as GAME:HAND:DECISION, that one answered otherwise than
    the other in the same place. With --json then a line for each board.
    """
    if tournament:
        _decisions(service, tournament, old, new, most, as_json)
        return
    request = pb.CompareVersionsRequest(old=old, new=new)
    with service.people() as people:
        try:
            answer = people.CompareVersions(request, **service.call)
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


def _decisions(service: Service, tournament: str, old: str, new: str, most: int, as_json: bool) -> None:
    with service.people() as people:
        named = people.GetMeetings(GetMeetingsRequest(name=tournament, bot=new, opponent=old), **service.call)
        old, new = named.opponent, named.bot
        found = (_parted(service, people, board, old, new) for board in _met(service, people, tournament, old, new))
        told = islice(found, most)
        if as_json:
            for each in told:
                print_json(asdict(each))
        else:
            _show(tournament, old, new, list(told))


def _met(service: Service, people: ArenaServiceStub, tournament: str, old: str, new: str) -> Iterator[MetBoard]:
    """Yield the closed boards on which both sat."""
    request = GetMeetingsRequest(name=tournament, bot=new, opponent=old)
    while True:
        answer = people.GetMeetings(request, **service.call)
        yield from answer.boards
        if not answer.HasField("next"):
            return
        request.first = answer.next


def _parted(service: Service, people: ArenaServiceStub, met: MetBoard, old: str, new: str) -> Parted:
    board = people.GetBoard(GetBoardRequest(board=met.board), **service.call)
    records = [json.loads(record) for record in board.records]
    seats = [
        [[seat for seat, player in enumerate(record["seats"]) if player == bot] for record in records]
        for bot in (new, old)
    ]
    found = departure([played(record) for record in records], *seats)
    if found is None:
        return Parted(met.board, met.number, met.variant)
    at = found.parting
    game = str(records[found.line]["id"])
    answered = (game, at.hand, at.decision, at.seat)
    others = [choice.action for choice in found.others]
    points = (found.points, float(found.others_points))
    return Parted(
        met.board, met.number, met.variant, *answered, found.action, others, *points, str(Place(*answered[:3]))
    )


def _show(tournament: str, old: str, new: str, told: list[Parted]) -> None:
    parted = [each for each in told if each.game is not None]
    title = f"Where {new} first answered otherwise than {old} in the same place, {tournament}"
    columns = ("board", "variant", f"{new} did", f"{old} did", "decision", "seat")
    rows = table(title, *columns, "points of the hand", f"{old}'s", numbers=2)
    for each in parted:
        points = (f"{each.points:+d}", f"{each.old_points:+.1f}")
        rows.add_row(
            str(each.number),
            each.variant,
            str(each.new),
            " or ".join(each.old or ()),
            str(each.place),
            str(each.seat),
            *points,
        )
    if parted:
        console().print(rows)
    same = len(told) - len(parted)
    note(f"{len(told)} boards that both played: on {len(parted)} they answered otherwise, on {same} nowhere")
