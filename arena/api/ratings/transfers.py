"""Transfers: does a bot do better beside a certain bot?"""

import asyncio

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.api.ratings.standings import chosen
from arena.api.tournaments.tournaments import to_message
from arena.league.findings.transfers import transfers
from arena.league.ratings.tally import LineUpTally
from arena.wire.gen import measures_pb2 as pb


async def get_transfers(call: Call[pb.GetTransfersRequest]) -> pb.GetTransfersResponse:
    """Test all pairs of each variant of a tournament.

    All variants, or the one asked for. Raises `UnknownTournament`, `Refused`.
    """
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate: its fillers are not rated, and the test is of rated boards")
    if row.pool == "open":
        raise invalid(f"{row.name!r} is of the pool open: bots are compared between tables there, not at one")
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    tallies = await call.store.ratings.tallies_of(row.id)
    variants = [
        await asyncio.to_thread(_variant, variant, tallies.get(variant, []), names)
        for variant in chosen(row, call.request.variant)
    ]
    return pb.GetTransfersResponse(tournament=to_message(row), variants=variants)


def _variant(variant: str, tallies: list[LineUpTally], names: dict[int, str]) -> pb.VariantTransfers:
    lines = [
        message_of(pb.TransferLine, each, helper=names[each.helper], helped=names[each.helped], flagged=each.is_flagged)
        for each in transfers(tallies)
    ]
    return pb.VariantTransfers(variant=variant, lines=lines)
