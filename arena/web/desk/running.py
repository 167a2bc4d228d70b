"""For operators: a tournament that is there, and what is done to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message
from grpc import StatusCode

from arena.guards.refused import Refused
from arena.web.desk.action import Act, Action, Outcome, Shelf, Signed
from arena.web.pages.tournaments.tournaments import Listed, listed
from arena.web.serving.forms import Told, whole_number
from arena.wire.gen import running_pb2 as pb
from arena.wire.gen.tournaments_pb2 import WatchTournamentRequest, WatchTournamentResponse

MOST_BLOCKS: Final = 50


@dataclass(frozen=True)
class Running:
    """A tournament, how far it is, and the blocks of it that failed too often."""

    tournament: Listed
    priority: int
    progress: WatchTournamentResponse
    failed: Sequence[pb.FailedBlock]
    has_more_failed: bool


async def running(signed: Signed, told: Told) -> Running:
    """Show how a tournament is, for who runs it."""
    name = told.get("name", "")
    progress = await signed.desk.look(WatchTournamentRequest(name=name), signed.caller)
    blocks = await signed.ask(pb.ListFailedBlocksRequest(name=name, page_size=MOST_BLOCKS))
    found = progress.tournament
    return Running(listed(found), found.priority, progress, blocks.blocks, bool(blocks.next_page_token))


def _simply(kind: Callable[..., Message]) -> Act:
    """Return what asks for *kind*, a request with nothing but the tournament's name."""

    async def act(signed: Signed, told: Told) -> Outcome:
        await signed.ask(kind(name=told.get("name", "")))
        return None

    return act


async def _extend(signed: Signed, told: Told) -> Outcome:
    await signed.ask(pb.ExtendTournamentRequest(name=told.get("name", ""), boards=whole_number(told, "boards")))
    return None


async def _set_priority(signed: Signed, told: Told) -> Outcome:
    priority = whole_number(told, "priority", -10, 10) if told.get("priority", "").strip() else None
    if priority is None:
        raise Refused(StatusCode.INVALID_ARGUMENT, "priority is blank: give a whole number from -10 to 10")
    await signed.ask(pb.SetPriorityRequest(name=told.get("name", ""), priority=priority))
    return None


async def _retry(signed: Signed, told: Told) -> Outcome:
    await signed.ask(pb.ListFailedBlocksRequest(name=told.get("name", ""), retry=True, page_size=MOST_BLOCKS))
    return None


RUNNING = Shelf("/desk/tournament", running, "desk/tournament.html", ("name",), is_operators=True)
ACTIONS = (
    Action("start", _simply(pb.StartTournamentRequest), RUNNING, "It is started."),
    Action("pause", _simply(pb.PauseTournamentRequest), RUNNING, "It is paused: boards at the tables end as usual."),
    Action("resume", _simply(pb.ResumeTournamentRequest), RUNNING, "It goes on."),
    Action("cancel", _simply(pb.CancelTournamentRequest), RUNNING, "It is cancelled: closed boards stay and count."),
    Action("extend", _extend, RUNNING, "Boards were added."),
    Action("priority", _set_priority, RUNNING, "The priority is set."),
    Action("retry-blocks", _retry, RUNNING, "The failed blocks are tried again."),
)
