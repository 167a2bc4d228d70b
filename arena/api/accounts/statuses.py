"""Report whether bots are connected or suspended, and list their infractions."""

from collections.abc import Sequence
from typing import Any

from grpc import StatusCode

from arena.api.calls.answer_times import describe_times, name_counts, slowness
from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import Page, make_message
from arena.api.tournaments.running import WAKE_UPS
from arena.guards.auth import RefusedError
from arena.store.play.infractions import BEFORE_ALL
from arena.store.play.rows import InfractionRow
from arena.store.tournaments.absence import BotStatus, Missed
from arena.wire.gen import accounts_pb2 as pb
from arena.wire.gen import infractions_pb2 as infractions_pb

REMEDIES = {
    "disconnected": "its process disappeared in the middle of games: find out why it ends, then start it again",
    "flood": "it sends far more answers than it is asked for: answer each decision once",
    "redial": "it reconnects without a pause: wait after each try, and longer each time",
    "protocol": "its messages break the protocol: `arena bot check` finds where",
}


async def get_bot_status(call: Call[pb.GetBotStatusRequest]) -> pb.GetBotStatusResponse:
    """Return the status of a bot's versions, or of all connected bots (slowest first); owners see only their bots."""
    bot, retry = call.request.bot, call.request.retry
    if retry and not bot:
        raise invalid("retry needs a bot: name the bot that shall play again")
    statuses, missed = await call.store.tournaments.bot_status(bot or None, call.caller.owner_id, retry)
    if not bot:
        statuses.sort(key=lambda each: slowness(name_counts(each.counts)), reverse=True)
    if retry:
        call.wake(WAKE_UPS)
    return pb.GetBotStatusResponse(versions=[_status(each, missed.get(each.version_id, [])) for each in statuses])


def _status(bot: BotStatus, missed: Sequence[Missed]) -> pb.BotStatus:
    state = "suspended" if bot.infraction else "online" if bot.instances else "offline"
    line = f"{bot.bot} is {state}{_details(bot, missed)}{_errors_so_far(bot)}"
    missed_messages = [make_message(pb.Missed, each) for each in missed]
    return make_message(pb.BotStatus, bot, state=state, line=line, missed=missed_messages)


def _details(bot: BotStatus, missed: Sequence[Missed]) -> str:
    waits = f"; {_waits(missed)}" if missed else ""
    if bot.since and bot.until and bot.infraction:
        remedy = REMEDIES.get(bot.infraction, "`arena bot infractions` tells more")
        return (
            f" since {bot.since:%H:%M:%S} until {bot.until:%H:%M:%S} UTC for `{bot.infraction}`: {remedy}{waits}."
            " It plays again by itself then, or at once with `arena bot status --retry`"
        )
    if bot.instances:
        times = describe_times(name_counts(bot.counts))
        speed = f"; {times}" if times else ""
        return f": {bot.instances} connected, {bot.max_seats} seats{speed}{waits}.{_lacks(bot, missed)}".rstrip(".")
    return f"{waits}: start it" if missed else ""


def _errors_so_far(bot: BotStatus) -> str:
    counts = (
        (bot.timeouts, "timeouts"),
        (bot.illegal, "illegal answers"),
        (bot.replaced, "answers that its kit gave in its stead"),
    )
    text = ", ".join(f"{count} {what}" for count, what in counts if count)
    return f". So far: {text} (`arena bot infractions {bot.bot}`)" if text else ""


def _lacks(bot: BotStatus, missed: Sequence[Missed]) -> str:
    """Return a sentence on the seats or variants that a connected bot should also offer; "" if it is not missed."""
    variants = sorted({each.variant for each in missed if each.seats > bot.max_seats})
    if variants:
        return (
            f" {', '.join(variants)}: it needs two seats at a table, because it plays both seats of its side: start it"
            " with --max-seats 2 or more"
        )
    return " It does not offer the variants or seats that they need" if missed else ""


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


async def get_infractions(call: Call[infractions_pb.GetInfractionsRequest]) -> infractions_pb.GetInfractionsResponse:
    """Return a bot's numbers of infractions, for its owner and operators alone. Raises `RefusedError`."""
    bot, owner_id, rows = await call.store.play.infraction_counts(call.request.bot)
    if call.caller.scope != "operator" and call.caller.owner_id != owner_id:
        line = f"infractions of {bot!r} are only for its owner and operators; use a token of theirs"
        raise RefusedError(StatusCode.PERMISSION_DENIED, line)
    return infractions_pb.GetInfractionsResponse(bot=bot, infractions=rows)


async def list_infractions(call: Call[infractions_pb.ListInfractionsRequest]) -> infractions_pb.ListInfractionsResponse:
    """Return a page of a tournament's infractions. Raises `UnknownTournamentError`.

    On open boards an owner sees only those of its own bots, without the board; an operator sees all.
    """
    page = Page.from_request(call.request, BEFORE_ALL)
    owner_id = None if call.caller.scope == "operator" else call.caller.owner_id
    name, bot = call.request.name, call.request.bot or None
    infractions = await call.store.play.infractions(name, bot, owner_id, page.fetch, page.after)
    rows, more = page.trim(infractions, lambda row: row.place)
    return infractions_pb.ListInfractionsResponse(infractions=[_infraction(row) for row in rows], next_page_token=more)


def _infraction(row: InfractionRow) -> infractions_pb.Infraction:
    game = "" if row.game_id is None else str(row.game_id)
    return make_message(infractions_pb.Infraction, row, game=game, open=not row.is_closed, timeout=_evidence(row))


def _evidence(row: InfractionRow) -> infractions_pb.TimeoutEvidence | None:
    if row.evidence is None or row.noted is None:
        return None
    fields: dict[str, Any] = {name: row.evidence[name] for name in EVIDENCE} | {"noted": row.noted}
    return infractions_pb.TimeoutEvidence(**fields)
