"""Lists that several pages of the desk show, asked for as who is signed in."""

from collections.abc import Sequence

from arena.web.desk.action import Signed
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

OVER = ("finished", "cancelled")
RECENT = 200  # tournaments, newest first


async def all_bots(signed: Signed) -> list[Bot]:
    """Return all bot versions: an owner's own, without pairs of two owners; an operator's are everybody's."""
    found: list[Bot] = []
    token = ""
    while True:
        answer = await signed.ask(ListBotsRequest(page_size=1000, page_token=token))
        found += [each for each in answer.bots if signed.is_operator or each.owner == signed.caller.owner]
        token = answer.next_page_token
        if not token:
            return found


async def recent_tournaments(signed: Signed) -> Sequence[Tournament]:
    """Return the newest tournaments."""
    found: Sequence[Tournament] = (await signed.ask(ListTournamentsRequest(page_size=RECENT))).tournaments
    return found
