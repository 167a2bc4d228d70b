"""List the faults and infractions of bots.

Counts are for a bot's owner; a tournament's infractions come with the evidence of each timeout.
"""

from typing import Any

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import Page
from arena.escapes import cut
from arena.guards.refused import Refused
from arena.store.play.faults import BEFORE_ALL
from arena.store.play.rows import InfractionRow
from arena.wire.gen import faults_pb2 as pb

EVIDENCE = ("number", "move_us", "bank_us", "elapsed_us", "rtt_us", "lag_us", "silent_us", "connected")


async def get_faults(call: Call[pb.GetFaultsRequest]) -> pb.GetFaultsResponse:
    """Return the fault counts of a bot.

    Raises `Refused` where the caller is neither its owner nor an operator.
    """
    owner_id, rows = await call.store.play.fault_counts(call.request.bot)
    if call.caller.scope != "operator" and call.caller.owner_id != owner_id:
        raise Refused(
            StatusCode.PERMISSION_DENIED,
            f"the faults of {cut(call.request.bot)!r} are its owner's and the operators' to read",
        )
    counts = [message_of(pb.FaultCount, row) for row in rows]
    return pb.GetFaultsResponse(bot=call.request.bot, faults=counts)


async def list_infractions(call: Call[pb.ListInfractionsRequest]) -> pb.ListInfractionsResponse:
    """Return a page of a tournament's infractions.

    Of open boards an owner sees those of its own bots only, and not where they were; an operator
    sees all. Raises `UnknownTournament`.
    """
    page = Page.asked(call.request, BEFORE_ALL)
    owner_id = None if call.caller.scope == "operator" else call.caller.owner_id
    found = await call.store.play.infractions(
        call.request.name, call.request.bot or None, owner_id, page.fetch, page.after
    )
    rows, more = page.cut(found, lambda row: row.place)
    return pb.ListInfractionsResponse(infractions=[_infraction(row) for row in rows], next_page_token=more)


def _infraction(row: InfractionRow) -> pb.Infraction:
    game = "" if row.game_id is None else str(row.game_id)
    return message_of(pb.Infraction, row, game=game, open=not row.is_closed, timeout=_evidence(row))


def _evidence(row: InfractionRow) -> pb.TimeoutEvidence | None:
    if row.evidence is None or row.noted is None:
        return None
    fields: dict[str, Any] = {name: row.evidence[name] for name in EVIDENCE} | {"noted": row.noted}
    return pb.TimeoutEvidence(**fields)
