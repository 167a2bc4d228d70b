"""Records of games, rebuilt by replay.

Those of closed boards, and for operators those of open ones.
"""

import asyncio
import json
from collections.abc import AsyncIterator

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.api.calls.refusals import invalid
from arena.escapes import cut
from arena.guards.refused import Refused
from arena.rules import configure, replay, to_record, unpack
from arena.store.play.rows import StoredGame
from arena.wire.gen.records_pb2 import ExportRecordsRequest, ExportRecordsResponse

MOST_ID = 2**63 - 1


async def export_records(call: Call[ExportRecordsRequest]) -> AsyncIterator[ExportRecordsResponse]:
    """Yield the records of a tournament's games in schedule order.

    Those of closed boards, and of open ones where an operator asks; or that of one game alone.
    Replaying takes milliseconds of the processor a game: a thread does it, so that the bots' clocks
    are not held up. Raises `Refused` where somebody else than an operator asks for open boards.
    """
    if call.request.open and call.caller.scope != "operator":
        raise Refused(StatusCode.PERMISSION_DENIED, "open: records of open boards are for operators alone")
    async for stored in call.store.play.stored_games(call.request.name, _game_id(call.request.game), call.request.open):
        yield ExportRecordsResponse(record=await asyncio.to_thread(record_of, stored))


def _game_id(game: str) -> int | None:
    if not game:
        return None
    if not (game.isascii() and game.isdecimal() and int(game) <= MOST_ID):
        raise invalid(f"game {cut(game)!r} is not a number: the records of `arena export` have each game's as `id`")
    return int(game)


def record_of(stored: StoredGame) -> str:
    """Return a stored game's record as JSON; raises `Refused` where rules of another revision played it."""
    rules = configure(stored.variant, options=stored.options)
    if rules.revision != stored.revision:
        raise Refused(
            StatusCode.FAILED_PRECONDITION,
            f"game {stored.id} was played under revision {stored.revision} of {stored.variant}, and this release has"
            f" revision {rules.revision}: its record takes a release of that time",
        )
    game = replay(rules, stored.seed, unpack(stored.actions), stored.elapsed_s)
    record = to_record(game, str(stored.id), stored.seats, stored.infractions, stored.elapsed_s, unpack(stored.charges))
    return json.dumps(record, separators=(",", ":"))
