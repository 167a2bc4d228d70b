"""Tournaments under way: started, paused, resumed, cancelled, and what was set aside of them."""

from collections.abc import Callable

from arena.api.calls.pages import Page
from arena.api.calls.refusals import invalid
from arena.api.tournaments.tournaments import MOST_BOARDS, to_message
from arena.store import Store
from arena.store.rows import TournamentRow
from arena.wire.gen import arena_pb2 as pb

WAKE_UPS = 64  # at most so many at once; each block that ends sends another
Wake = Callable[[int], None]


async def start(store: Store, wake: Wake, name: str) -> pb.StartTournamentResponse:
    """Start a tournament and call the workers."""
    row = await store.start_tournament(name)
    _call(wake, row)
    return pb.StartTournamentResponse(tournament=to_message(row))


async def pause(store: Store, name: str) -> pb.PauseTournamentResponse:
    """Let nothing more of it begin."""
    return pb.PauseTournamentResponse(tournament=to_message(await store.pause_tournament(name)))


async def resume(store: Store, wake: Wake, name: str) -> pb.ResumeTournamentResponse:
    """Let it go on, and call the workers."""
    row = await store.resume_tournament(name)
    _call(wake, row)
    return pb.ResumeTournamentResponse(tournament=to_message(row))


async def cancel(store: Store, name: str) -> pb.CancelTournamentResponse:
    """End it."""
    return pb.CancelTournamentResponse(tournament=to_message(await store.cancel_tournament(name)))


async def set_priority(store: Store, request: pb.SetPriorityRequest) -> pb.SetPriorityResponse:
    """Change whose turn it is."""
    row = await store.set_priority(request.name, request.priority)
    return pb.SetPriorityResponse(tournament=to_message(row))


async def extend(store: Store, wake: Wake, request: pb.ExtendTournamentRequest) -> pb.ExtendTournamentResponse:
    """Add boards for each line-up, and call the workers."""
    if not 1 <= request.boards <= MOST_BOARDS:
        raise invalid(f"boards {request.boards} is not in 1..{MOST_BOARDS}")
    added = await store.extend_tournament(request.name, request.boards)
    row = await store.tournament(request.name)
    _call(wake, row)
    return pb.ExtendTournamentResponse(tournament=to_message(row), first=added.first, added=added.boards)


async def list_set_aside(store: Store, wake: Wake, request: pb.ListSetAsideRequest) -> pb.ListSetAsideResponse:
    """A page of what failed too often, and where `retry` says so another chance for it."""
    page = Page.asked(request, (0,))
    rows, more = page.cut(await store.set_aside(request.name, page.fetch, *page.after), lambda row: (row.block_id,))
    blocks = [
        pb.SetAside(
            variant=row.variant, boards=row.boards, bots=row.bots, attempts=row.attempts, traceback=row.traceback
        )
        for row in rows
    ]
    if request.retry:
        wake(min(await store.retry_blocks(request.name, [row.block_id for row in rows]), WAKE_UPS))
    return pb.ListSetAsideResponse(blocks=blocks, next_page_token=more)


def _call(wake: Wake, row: TournamentRow) -> None:
    wake(min(row.boards - row.closed, WAKE_UPS))
