"""Start, pause, resume, cancel and extend tournaments; enter and withdraw bots."""

from typing import Any

from arena.api.calls.call import Call
from arena.api.calls.messages import Page
from arena.api.tournaments.tournaments import read_message, to_message
from arena.store.tournaments.request import check_boards
from arena.store.tournaments.rows import TournamentRow
from arena.wire.gen import running_pb2 as pb

WAKE_UPS = 64  # maximum of wake-ups; each block that ends sends another one


async def start_tournament(call: Call[pb.StartTournamentRequest]) -> pb.StartTournamentResponse:
    """Start a tournament and wake the workers; with a beacon, choose and sign its round."""
    row = await call.store.tournaments.start_tournament(call.request.name)
    await call.store.tournaments.sign_roots()
    _wake_workers(call, row)
    return pb.StartTournamentResponse(tournament=to_message(row))


async def pause_tournament(call: Call[pb.PauseTournamentRequest]) -> pb.PauseTournamentResponse:
    """Pause a tournament: no more of its blocks begin."""
    row = await call.store.tournaments.pause_tournament(call.request.name)
    return pb.PauseTournamentResponse(tournament=to_message(row))


async def resume_tournament(call: Call[pb.ResumeTournamentRequest]) -> pb.ResumeTournamentResponse:
    """Resume a paused tournament and wake the workers."""
    row = await call.store.tournaments.resume_tournament(call.request.name)
    _wake_workers(call, row)
    return pb.ResumeTournamentResponse(tournament=to_message(row))


async def cancel_tournament(call: Call[pb.CancelTournamentRequest]) -> pb.CancelTournamentResponse:
    """End a tournament: its open boards are not played."""
    row = await call.store.tournaments.cancel_tournament(call.request.name)
    return pb.CancelTournamentResponse(tournament=to_message(row))


async def set_priority(call: Call[pb.SetPriorityRequest]) -> pb.SetPriorityResponse:
    """Set the priority of a tournament's blocks."""
    row = await call.store.tournaments.set_priority(call.request.name, call.request.priority)
    return pb.SetPriorityResponse(tournament=to_message(row))


async def extend_tournament(call: Call[pb.ExtendTournamentRequest]) -> pb.ExtendTournamentResponse:
    """Add boards for each line-up of a tournament, and wake the workers."""
    check_boards(call.request.boards)
    added = await call.store.tournaments.extend_tournament(call.request.name, call.request.boards)
    await call.store.tournaments.sign_roots()
    row = await call.store.tournaments.named(call.request.name)
    _wake_workers(call, row)
    return pb.ExtendTournamentResponse(tournament=to_message(row), first=added.first, added=added.boards)


async def list_failed_blocks(call: Call[pb.ListFailedBlocksRequest]) -> pb.ListFailedBlocksResponse:
    """Return a page of a tournament's blocks that failed too often; with `retry`, let them be claimed again."""
    name, store = call.request.name, call.store.tournaments
    page = Page.from_request(call.request, (0,))
    rows, more = page.trim(await store.failed_blocks(name, page.fetch, *page.after), lambda row: row[:1])
    if call.request.retry:
        call.wake(min(await store.retry_blocks(name, [id_ for id_, _ in rows]), WAKE_UPS))
    return pb.ListFailedBlocksResponse(blocks=[block for _, block in rows], next_page_token=more)


def _wake_workers(call: Call[Any], row: TournamentRow) -> None:
    call.wake(min(row.boards - row.closed, WAKE_UPS))


async def enter_tournament(call: Call[pb.EnterTournamentRequest]) -> pb.EnterTournamentResponse:
    """Enter a bot into a tournament, and wake the workers."""
    name, store = call.request.name, call.store.tournaments
    bot, added = await store.enter_tournament(name, call.request.bot, call.caller.owner_id)
    await store.sign_roots()
    call.wake(min(added.boards, WAKE_UPS))
    tournament = await read_message(call, name)
    return pb.EnterTournamentResponse(tournament=tournament, bot=bot, first=added.first, added=added.boards)


async def withdraw_from_tournament(call: Call[pb.WithdrawFromTournamentRequest]) -> pb.WithdrawFromTournamentResponse:
    """Withdraw a bot from a tournament."""
    name = call.request.name
    bot, cancelled = await call.store.tournaments.withdraw(name, call.request.bot, call.caller.owner_id)
    tournament = await read_message(call, name)
    return pb.WithdrawFromTournamentResponse(tournament=tournament, bot=bot, cancelled=cancelled)
