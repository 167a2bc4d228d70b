"""Start, pause, resume and cancel tournaments; let bots in and out."""

from typing import Any

from arena.api.calls.call import Call
from arena.api.calls.messages import Page, message_of
from arena.api.tournaments.tournaments import to_message
from arena.store.tournaments.request import check_boards
from arena.store.tournaments.rows import TournamentRow
from arena.wire.gen import running_pb2 as pb

WAKE_UPS = 64  # at most so many at once; each block that ends sends another


async def start_tournament(call: Call[pb.StartTournamentRequest]) -> pb.StartTournamentResponse:
    """Start a tournament, and wake the workers.

    Where owners bring in numbers its list is signed first.
    """
    row = await call.store.tournaments.start_tournament(call.request.name)
    await call.store.tournaments.sign_roots()
    _call_workers(call, row)
    return pb.StartTournamentResponse(tournament=to_message(row))


async def pause_tournament(call: Call[pb.PauseTournamentRequest]) -> pb.PauseTournamentResponse:
    """Let nothing more of it begin."""
    return pb.PauseTournamentResponse(
        tournament=to_message(await call.store.tournaments.pause_tournament(call.request.name))
    )


async def resume_tournament(call: Call[pb.ResumeTournamentRequest]) -> pb.ResumeTournamentResponse:
    """Let it go on, and call the workers."""
    row = await call.store.tournaments.resume_tournament(call.request.name)
    _call_workers(call, row)
    return pb.ResumeTournamentResponse(tournament=to_message(row))


async def cancel_tournament(call: Call[pb.CancelTournamentRequest]) -> pb.CancelTournamentResponse:
    """End it."""
    return pb.CancelTournamentResponse(
        tournament=to_message(await call.store.tournaments.cancel_tournament(call.request.name))
    )


async def set_priority(call: Call[pb.SetPriorityRequest]) -> pb.SetPriorityResponse:
    """Change whose turn it is."""
    row = await call.store.tournaments.set_priority(call.request.name, call.request.priority)
    return pb.SetPriorityResponse(tournament=to_message(row))


async def extend_tournament(call: Call[pb.ExtendTournamentRequest]) -> pb.ExtendTournamentResponse:
    """Add boards for each line-up, and call the workers."""
    check_boards(call.request.boards)
    added = await call.store.tournaments.extend_tournament(call.request.name, call.request.boards)
    await call.store.tournaments.sign_roots()
    row = await call.store.tournaments.named(call.request.name)
    _call_workers(call, row)
    return pb.ExtendTournamentResponse(tournament=to_message(row), first=added.first, added=added.boards)


async def list_failed_blocks(call: Call[pb.ListFailedBlocksRequest]) -> pb.ListFailedBlocksResponse:
    """Return a page of the blocks that failed too often.

    Where `retry` says so they get another chance.
    """
    page = Page.asked(call.request, (0,))
    rows, more = page.cut(
        await call.store.tournaments.failed_blocks(call.request.name, page.fetch, *page.after),
        lambda row: (row.block_id,),
    )
    blocks = [message_of(pb.FailedBlock, row) for row in rows]
    if call.request.retry:
        call.wake(
            min(await call.store.tournaments.retry_blocks(call.request.name, [row.block_id for row in rows]), WAKE_UPS)
        )
    return pb.ListFailedBlocksResponse(blocks=blocks, next_page_token=more)


def _call_workers(call: Call[Any], row: TournamentRow) -> None:
    call.wake(min(row.boards - row.closed, WAKE_UPS))


async def enter_tournament(call: Call[pb.EnterTournamentRequest]) -> pb.EnterTournamentResponse:
    """Let a bot in, and call the workers."""
    bot, added = await call.store.tournaments.enter_tournament(
        call.request.name, call.request.bot, call.caller.owner_id
    )
    await call.store.tournaments.sign_roots()
    call.wake(min(added.boards, WAKE_UPS))
    tournament = to_message(await call.store.tournaments.named(call.request.name))
    return pb.EnterTournamentResponse(tournament=tournament, bot=bot, first=added.first, added=added.boards)


async def withdraw_from_tournament(call: Call[pb.WithdrawFromTournamentRequest]) -> pb.WithdrawFromTournamentResponse:
    """Let a bot leave."""
    bot, cancelled = await call.store.tournaments.withdraw(call.request.name, call.request.bot, call.caller.owner_id)
    tournament = to_message(await call.store.tournaments.named(call.request.name))
    return pb.WithdrawFromTournamentResponse(tournament=tournament, bot=bot, cancelled=cancelled)
