"""Bots that come late into a tournament, and bots that leave it."""

from arena.api.tournaments.running import WAKE_UPS, Wake
from arena.api.tournaments.tournaments import to_message
from arena.store import Store
from arena.store.rows import Principal
from arena.wire.gen import arena_pb2 as pb


async def enter(
    store: Store, wake: Wake, caller: Principal, request: pb.EnterTournamentRequest
) -> pb.EnterTournamentResponse:
    """Let a bot in, and call the workers."""
    bot, added = await store.enter_tournament(request.name, request.bot, caller.owner_id)
    wake(min(added.boards, WAKE_UPS))
    tournament = to_message(await store.tournament(request.name))
    return pb.EnterTournamentResponse(tournament=tournament, bot=bot, first=added.first, added=added.boards)


async def withdraw(
    store: Store, caller: Principal, request: pb.WithdrawFromTournamentRequest
) -> pb.WithdrawFromTournamentResponse:
    """Let a bot leave."""
    bot, cancelled = await store.withdraw(request.name, request.bot, caller.owner_id)
    tournament = to_message(await store.tournament(request.name))
    return pb.WithdrawFromTournamentResponse(tournament=tournament, bot=bot, cancelled=cancelled)
