"""The boards that cost a bot most."""

from typing import Final

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.refusals import invalid
from arena.rules import find
from arena.wire.gen import records_pb2 as pb

MOST: Final = 200
USUAL: Final = 20


async def get_losses(call: Call[pb.GetLossesRequest]) -> pb.GetLossesResponse:
    """The dearest first. Raises `Refused`, `UnknownVariant`, `UnknownTournament`, `UnknownBot`."""
    asked = call.request
    if asked.most > MOST:
        raise invalid(f"most {asked.most} is not in 1..{MOST}")
    if asked.variant:
        find(asked.variant)
    await call.store.ratings.find_version(asked.bot)  # says what there is where no bot has the name
    bot = await call.store.ratings.find_entrant(asked.name, asked.bot)
    found = await call.store.ratings.losses(asked.name, bot, asked.variant or None, asked.most or USUAL)
    losses = [message_of(pb.Loss, row, board=str(row.id)) for row in found.dearest]
    return pb.GetLossesResponse(bot=bot, losses=losses, boards=found.boards)
