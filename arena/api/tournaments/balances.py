"""Report how even a schedule is, and how a Swiss stands."""

from arena.api.calls.call import Call
from arena.api.tournaments.evenness import balance_messages
from arena.api.tournaments.tournaments import to_message
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
