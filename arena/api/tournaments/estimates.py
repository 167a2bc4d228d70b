"""What a tournament would come to, before there is one."""

from arena.api.calls.refusals import refuse_nul
from arena.api.tournaments.evenness import balance_messages
from arena.api.tournaments.tournaments import new_tournament
from arena.store import Store
from arena.store.tournaments.estimating import SEATS
from arena.wire.gen import arena_pb2 as pb


async def estimate(store: Store, request: pb.CreateTournamentRequest) -> pb.EstimateTournamentResponse:
    """Boards, games, blocks, and a time from ... to."""
    refuse_nul(request)
    found = await store.estimate_tournament(new_tournament(request))
    names = {row.version_id: row.bot for row in await store.bots()} if found.offline else {}
    variants = [
        pb.VariantEstimate(
            variant=each.variant,
            line_ups=each.volume.line_ups,
            blocks=each.volume.blocks,
            boards=each.volume.boards,
            games=each.volume.games,
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
