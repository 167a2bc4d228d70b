"""What a tournament would come to, before there is one."""

from arena.api.calls.call import Call, refuse_nul
from arena.api.calls.messages import message_of
from arena.api.tournaments.evenness import balance_messages
from arena.api.tournaments.tournaments import new_tournament
from arena.store.tournaments.estimating import SEATS
from arena.wire.gen import tournaments_pb2 as pb


async def estimate_tournament(call: Call[pb.EstimateTournamentRequest]) -> pb.EstimateTournamentResponse:
    """Boards, games, blocks, and a time from ... to."""
    refuse_nul(call.request.tournament)
    found = await call.store.tournaments.estimate_tournament(new_tournament(call.request.tournament))
    names = {row.version_id: row.bot for row in await call.store.accounts.bots()} if found.offline else {}
    variants = [
        message_of(
            pb.VariantEstimate,
            each.volume,
            variant=each.variant,
            format=each.format,
            least_s=each.pace.least,
            most_s=each.pace.most,
            source=each.source,
            measured=each.measured,
        )
        for each in found.variants
    ]
    return pb.EstimateTournamentResponse(
        variants=variants,
        least_s=found.seconds.least,
        most_s=found.seconds.most,
        offline=[names[version_id] for version_id in found.offline],
        assumed_seats=SEATS,
        workers=found.workers,
        busy_workers=found.busy,
        balances=balance_messages(found.balances),
    )
