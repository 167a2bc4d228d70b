"""The boards on which two bots met, one by one."""

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.refusals import invalid
from arena.rules import find
from arena.wire.gen import records_pb2 as pb


async def get_meetings(call: Call[pb.GetMeetingsRequest]) -> pb.GetMeetingsResponse:
    """Return them in schedule order. Raises `Refused`, `UnknownVariant`, `UnknownTournament`, `UnknownBot`."""
    asked = call.request
    if asked.variant:
        find(asked.variant)
    for name in (asked.bot, asked.opponent):
        await call.store.ratings.find_version(name)  # says what there is where no bot has the name
    bot, opponent = [await call.store.ratings.find_entrant(asked.name, name) for name in (asked.bot, asked.opponent)]
    if bot == opponent:
        raise invalid(f"opponent {asked.opponent!r} is {bot} itself: give two bots, or two versions")
    rows, following = await call.store.ratings.met_boards(
        asked.name, (bot, opponent), asked.variant or None, asked.first
    )
    boards = [message_of(pb.MetBoard, row, board=str(row.id)) for row in rows]
    return pb.GetMeetingsResponse(bot=bot, opponent=opponent, boards=boards, next=following)
