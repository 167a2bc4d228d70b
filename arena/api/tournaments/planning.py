"""Create and estimate tournaments; report balances and Swiss standings."""

from arena.api.calls.call import Call, refuse_nul
from arena.api.calls.messages import make_message
from arena.api.tournaments.tournaments import read_message, to_message
from arena.league.schedules.balance import Balance, Evenness, OpenBalance
from arena.wire.gen import standings_pb2 as standings_pb
from arena.wire.gen import tournaments_pb2 as pb


async def create_tournament(call: Call[pb.CreateTournamentRequest]) -> pb.CreateTournamentResponse:
    """Create a tournament under a signed root; with a beacon its boards are drawn later."""
    row, balances = await call.store.tournaments.make_tournament(call.request)
    await call.store.tournaments.sign_roots()
    return pb.CreateTournamentResponse(tournament=to_message(row), balances=map(_balance, balances))


async def get_balance(call: Call[pb.GetBalanceRequest]) -> pb.GetBalanceResponse:
    """Return how evenly bots meet and sit to each other's left, over all boards of a tournament."""
    tournament = await read_message(call, call.request.name)
    balances = await call.store.tournaments.balance(call.request.name)
    return pb.GetBalanceResponse(tournament=tournament, balances=map(_balance, balances))


def _balance(line: Balance | OpenBalance) -> pb.Balance:
    fields = ("met", "left", "boards") if isinstance(line, Balance) else ("met", "compared", "seats")
    counts = {field: _counts(getattr(line, field)) for field in fields}
    return pb.Balance(variant=line.variant, who=line.who, **counts)


def _counts(evenness: Evenness) -> pb.PairCounts:
    return make_message(pb.PairCounts, evenness, even=evenness.is_even)


async def get_swiss_standings(
    call: Call[standings_pb.GetSwissStandingsRequest],
) -> standings_pb.GetSwissStandingsResponse:
    """Return a Swiss tournament's standings after its closed rounds."""
    rounds, tables = await call.store.tournaments.swiss_tables(call.request.name)
    row = await call.store.tournaments.named(call.request.name)
    variants = []
    for table in tables:
        bots = [(line, row.entrants[line.place]) for line in table.lines]
        lines = [make_message(standings_pb.SwissLine, line, bot=bot.bot, owner=bot.owner) for line, bot in bots]
        variants.append(standings_pb.SwissTable(variant=table.variant, closed_rounds=table.rounds, lines=lines))
    return standings_pb.GetSwissStandingsResponse(tournament=to_message(row), rounds=rounds, variants=variants)


async def estimate_tournament(call: Call[pb.EstimateTournamentRequest]) -> pb.EstimateTournamentResponse:
    """Return the boards, games, blocks and duration that a tournament would have, without creating it."""
    refuse_nul(call.request.tournament)
    answer, balances = await call.store.tournaments.estimate_tournament(call.request.tournament)
    answer.balances.extend(map(_balance, balances))
    return answer
