"""How evenly a tournament brings bots together, and how long it would take."""

from arena.api.calls.call import Call, refuse_nul
from arena.api.calls.messages import message_of
from arena.api.tournaments.tournaments import balance_messages, to_message
from arena.store.tournaments.estimating import SEATS
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.standings_pb2 import GetSwissStandingsRequest, GetSwissStandingsResponse, SwissLine, SwissTable
from arena.wire.gen.tournaments_pb2 import GetBalanceRequest, GetBalanceResponse


async def get_balance(call: Call[GetBalanceRequest]) -> GetBalanceResponse:
    """Return how evenly pairs meet and sit, over all boards.

    Who meets whom, and who sits at whose left.
    """
    row = await call.store.tournaments.named(call.request.name)
    return GetBalanceResponse(
        tournament=to_message(row), balances=balance_messages(await call.store.tournaments.balance(call.request.name))
    )


async def get_swiss_standings(call: Call[GetSwissStandingsRequest]) -> GetSwissStandingsResponse:
    """Return a Swiss tournament's scores by round.

    After the rounds that are over; of an open round nothing is told.
    """
    rounds, tables = await call.store.tournaments.swiss_tables(call.request.name)
    row = await call.store.tournaments.named(call.request.name)
    bots = row.entrants
    variants = [
        SwissTable(
            variant=table.variant,
            closed_rounds=table.rounds,
            lines=[
                SwissLine(
                    bot=bots[line.place].bot,
                    owner=bots[line.place].owner,
                    score=line.score,
                    byes=line.byes,
                    left_after=line.left_after,
                )
                for line in table.lines
            ],
        )
        for table in tables
    ]
    return GetSwissStandingsResponse(tournament=to_message(row), rounds=rounds, variants=variants)


async def estimate_tournament(call: Call[pb.EstimateTournamentRequest]) -> pb.EstimateTournamentResponse:
    """Boards, games, blocks, and a time from ... to."""
    refuse_nul(call.request.tournament)
    found = await call.store.tournaments.estimate_tournament(call.request.tournament)
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
