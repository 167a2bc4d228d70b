"""Report how bots are connected, and what they did wrong."""

from collections.abc import Sequence
from typing import Any

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, message_of
from arena.api.calls.streams import named, slowness, told
from arena.api.tournaments.running import WAKE_UPS
from arena.escapes import cut
from arena.guards.auth import Refused
from arena.store.play.faults import BEFORE_ALL
from arena.store.play.rows import InfractionRow
from arena.store.tournaments.absence import BotStatus, Missed
from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen import faults_pb2 as faults_pb

DO = {
    "disconnected": "its process went away in the middle of games: look why it ends, then start it again",
    "flood": "it sends far more than it is asked for: answer each decision once",
    "redial": "it dials without a pause: wait after each try, and longer each time",
    "protocol": "it sends messages that no protocol has: `arena bot check` finds where",
}


async def get_bot_status(call: Call[pb.GetBotStatusRequest]) -> pb.GetBotStatusResponse:
    """Return the status of each version that the request means.

    Without a bot of all that are connected, the slowest first: an owner's own, or everybody's. Raises `Refused`.
    """
    bot, retry = call.request.bot, call.request.retry
    if retry and not bot:
        raise invalid("retry without a bot: name the one that is to play again")
    found, missed = await call.store.tournaments.bot_status(bot or None, call.caller.owner_id, retry)
    if not bot:
        found.sort(key=lambda each: slowness(named(each.counts)), reverse=True)
    if retry:
        call.wake(WAKE_UPS)
    return pb.GetBotStatusResponse(versions=[_status(each, missed.get(each.version_id, [])) for each in found])


def _status(found: BotStatus, missed: Sequence[Missed]) -> pb.BotStatus:
    state = "suspended" if found.fault else "online" if found.instances else "offline"
    line = f"{found.bot} is {state}{_details(found, missed)}{_so_far(found)}"
    return message_of(
        pb.BotStatus, found, state=state, line=line, missed=[message_of(pb.Missed, each) for each in missed]
    )


def _details(found: BotStatus, missed: Sequence[Missed]) -> str:
    waits = f"; {_waits(missed)}" if missed else ""
    if found.since and found.until and found.fault:
        what = DO.get(found.fault, "`arena bot faults` tells more")
        return (
            f" since {found.since:%H:%M:%S} until {found.until:%H:%M:%S} UTC for `{found.fault}`: {what}{waits}."
            " It plays again by itself then, or at once with `arena bot status --retry`"
        )
    if found.instances:
        times = told(named(found.counts))
        speed = f"; {times}" if times else ""
        return f": {found.instances} connected, {found.max_seats} seats{speed}{waits}.{_lacks(found, missed)}".rstrip(
            "."
        )
    return f"{waits}: start it" if missed else ""


def _so_far(found: BotStatus) -> str:
    """Say what went wrong with its answers; "" for nothing."""
    counts = (
        (found.timeouts, "timeouts"),
        (found.illegal, "illegal answers"),
        (found.replaced, "answers that its kit gave in its stead"),
    )
    told = ", ".join(f"{count} {what}" for count, what in counts if count)
    return f". So far: {told} (`arena bot faults {found.bot}`)" if told else ""


def _lacks(found: BotStatus, missed: Sequence[Missed]) -> str:
    """Say what a connected bot does not offer; "" for nothing."""
    short = sorted({each.variant for each in missed if each.seats > found.max_seats})
    if short:
        return (
            f" {', '.join(short)}: it needs two seats at a table there, since it plays both of its side: start it with"
            " --max-seats 2 or more"
        )
    return " It does not offer what they need: look at its variants and seats" if missed else ""


def _waits(missed: Sequence[Missed]) -> str:
    names = sorted({each.tournament for each in missed})
    left = [each.forfeit_after_s - each.away_s for each in missed if each.forfeit_after_s is not None]
    first = "the first of its boards" if len(left) > 1 or len(left) < len(missed) else "its boards there"
    soon = f", {first} are forfeited in {_rough(min(left))}" if left else ""
    return f"{', '.join(names)} {'waits' if len(names) == 1 else 'wait'} for it{soon}"


def _rough(seconds: float) -> str:
    minutes = max(0, round(seconds / 60))
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"


EVIDENCE = ("number", "move_us", "bank_us", "elapsed_us", "rtt_us", "lag_us", "silent_us", "connected")


async def get_faults(call: Call[faults_pb.GetFaultsRequest]) -> faults_pb.GetFaultsResponse:
    """Return the fault counts of a bot.

    Raises `Refused` where the caller is neither its owner nor an operator.
    """
    owner_id, rows = await call.store.play.fault_counts(call.request.bot)
    if call.caller.scope != "operator" and call.caller.owner_id != owner_id:
        raise Refused(
            StatusCode.PERMISSION_DENIED,
            f"the faults of {cut(call.request.bot)!r} are its owner's and the operators' to read",
        )
    counts = [message_of(faults_pb.FaultCount, row) for row in rows]
    return faults_pb.GetFaultsResponse(bot=call.request.bot, faults=counts)


async def list_infractions(call: Call[faults_pb.ListInfractionsRequest]) -> faults_pb.ListInfractionsResponse:
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
    return faults_pb.ListInfractionsResponse(infractions=[_infraction(row) for row in rows], next_page_token=more)


def _infraction(row: InfractionRow) -> faults_pb.Infraction:
    game = "" if row.game_id is None else str(row.game_id)
    return message_of(faults_pb.Infraction, row, game=game, open=not row.is_closed, timeout=_evidence(row))


def _evidence(row: InfractionRow) -> faults_pb.TimeoutEvidence | None:
    if row.evidence is None or row.noted is None:
        return None
    fields: dict[str, Any] = {name: row.evidence[name] for name in EVIDENCE} | {"noted": row.noted}
    return faults_pb.TimeoutEvidence(**fields)
