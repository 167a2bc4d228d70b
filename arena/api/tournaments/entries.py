"""Bots that come late into a tournament, and bots that leave it."""

from arena.api.calls.call import Call
from arena.api.tournaments.running import WAKE_UPS
from arena.api.tournaments.tournaments import to_message
from arena.wire.gen import running_pb2 as pb


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
