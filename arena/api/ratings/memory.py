"""The memory test: do bots do better at a repeated deal?"""

import asyncio

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.api.ratings.standings import chosen
from arena.api.tournaments.tournaments import to_message
from arena.league.findings.memory import MemoryLine, MemoryTally, memory_lines
from arena.wire.gen import measures_pb2 as pb


async def get_memory(call: Call[pb.GetMemoryRequest]) -> pb.GetMemoryResponse:
    """Return the memory test of each variant of a tournament.

    All variants, or the one asked for; boards closed a moment ago are rated first. Raises
    `UnknownTournament`, `Refused`.
    """
    await call.store.ratings.catch_up()
    row = await call.store.tournaments.named(call.request.name)
    if row.kind == "gate":
        raise invalid(f"{row.name!r} is a gate: its boards are not rated, and the memory test is of rated boards")
    if row.pool == "open":
        raise invalid(
            f"{row.name!r} is of the pool open: nobody meets a deal again there, so there is no memory to test"
        )
    wanted = chosen(row, call.request.variant)
    names = {entrant.version_id: entrant.bot for entrant in row.entrants}
    rows = await call.store.ratings.memory(call.request.name)
    found = {variant: (tallies, seats) for (variant, seats), tallies in rows.items()}
    variants = [await asyncio.to_thread(_variant, variant, *found.get(variant, ([], 0)), names) for variant in wanted]
    return pb.GetMemoryResponse(tournament=to_message(row), variants=variants)


def _variant(variant: str, tallies: list[MemoryTally], seats: int, names: dict[int, str]) -> pb.VariantMemory:
    return pb.VariantMemory(variant=variant, lines=[_line(line, names) for line in memory_lines(tallies, seats)])


def _line(line: MemoryLine, names: dict[int, str]) -> pb.MemoryLine:
    return message_of(pb.MemoryLine, line, bot=names[line.player], gain=line.mean, flagged=line.is_flagged)
