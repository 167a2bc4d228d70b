"""Points less luck, as the house bot measures it."""

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.api.ratings.standings import chosen
from arena.api.tournaments.tournaments import to_message
from arena.league.findings.luck import LessLuck, less_luck
from arena.league.ratings.standings import standings
from arena.store.ratings.findings import VariantLuck
from arena.wire.gen import measures_pb2 as pb


async def get_luck(call: Call[pb.GetLuckRequest]) -> pb.GetLuckResponse:
    """Return points less luck, by variant of a tournament.

    All variants, or the one asked for. Where boards wait for the house bot, workers are asked to
    play them. Raises `UnknownTournament`, `Refused`.
    """
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(
            f"{row.name!r} is a gate: old and new version played the same deals there, so luck is taken off already"
        )
    if row.pool == "open":
        raise invalid(
            f"{row.name!r} is of the pool open: bots are compared with those who had the same cards,"
            " so luck is taken off"
        )
    await call.store.ratings.catch_up()
    found = await call.store.ratings.luck(row.id)  # of rated boards, so each bot in one has a score
    tallies = await call.store.ratings.tallies_of(row.id)
    if any(each.waiting for each in found.values()):
        await call.store.ratings.want_luck(row.id)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    tables = []
    for variant in chosen(row, call.request.variant):
        scores = {line.player: line.score for line in standings(tallies.get(variant, []))}
        tables.append(_luck_table(variant, found[variant], scores, names))
    return pb.GetLuckResponse(tables=tables, tournament=to_message(row))


def _luck_table(variant: str, found: VariantLuck, scores: dict[int, float], names: dict[int, str]) -> pb.LuckTable:
    lines = [_luck_line(line, scores[line.player], names) for line in less_luck(found.sums, found.pars, found.games)]
    return pb.LuckTable(variant=variant, lines=lines, waiting=found.waiting, impossible=found.impossible)


def _luck_line(line: LessLuck, score: float, names: dict[int, str]) -> pb.LuckLine:
    return message_of(pb.LuckLine, line, bot=names[line.player], score=score)
