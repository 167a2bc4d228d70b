"""Compute points less luck, as a house bot measures it."""

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import make_message
from arena.api.ratings.standings import choose_variants
from arena.api.tournaments.tournaments import to_message
from arena.league.findings.luck import less_luck
from arena.league.ratings.standings import standings
from arena.store.ratings.findings import VariantLuck
from arena.wire.gen import measures_pb2 as pb


async def get_luck(call: Call[pb.GetLuckRequest]) -> pb.GetLuckResponse:
    """Return points less luck, by variant of a tournament. Raises `UnknownTournament`, `Refused`.

    Workers are asked to play the boards that wait for the house bot.
    """
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate: both versions played the same deals, so luck is taken off already")
    if row.pool == "open":
        line = "bots are compared with those who had the same cards, so luck is taken off"
        raise invalid(f"{row.name!r} is of the pool open: {line}")
    await call.store.ratings.catch_up()
    found = await call.store.ratings.luck(row.id)  # each bot in a rated board has a score
    tallies = await call.store.ratings.tallies_of(row.id)
    if any(each.waiting for each in found.values()):
        await call.store.ratings.want_luck(row.id)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    tables = []
    for variant in choose_variants(row, call.request.variant):
        scores = {line.player: line.score for line in standings(tallies.get(variant, []))}
        tables.append(_luck_table(variant, found[variant], scores, names))
    return pb.GetLuckResponse(tables=tables, tournament=to_message(row))


def _luck_table(variant: str, found: VariantLuck, scores: dict[int, float], names: dict[int, str]) -> pb.LuckTable:
    lines = [
        make_message(pb.LuckLine, line, bot=names[line.player], score=scores[line.player])
        for line in less_luck(found.sums, found.pars, found.games)
    ]
    return pb.LuckTable(variant=variant, lines=lines, waiting=found.waiting, impossible=found.impossible)
