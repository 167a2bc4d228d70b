"""Tell a bot's owner in one line how the bot is.

Online, offline or suspended, which tournaments wait for it, and what to do.
"""

from collections.abc import Sequence

from arena.api.calls.answer_times import named, slowness, told
from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.refusals import invalid
from arena.api.tournaments.running import WAKE_UPS
from arena.store.tournaments.absence import BotStatus, Missed
from arena.wire.gen import accounts_pb2 as pb

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
