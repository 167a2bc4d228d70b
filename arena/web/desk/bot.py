"""One bot of one's own: how it is, what was handed in of it, and what it did wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from grpc import StatusCode

from arena.guards.refused import Refused
from arena.rules import VARIANTS
from arena.web.desk.action import Action, Outcome, Shelf, Signed
from arena.web.desk.challenging import challenge, close_bot, open_bot
from arena.web.desk.listing import recent_tournaments
from arena.web.pages.bots.bots import versions_of
from arena.web.serving.forms import Told
from arena.wire.gen.accounts_pb2 import BotStatus, GetBotStatusRequest
from arena.wire.gen.bundles_pb2 import BotVersion, ListBotVersionsRequest, WithdrawVersionRequest
from arena.wire.gen.faults_pb2 import FaultCount, GetFaultsRequest, Infraction, ListInfractionsRequest

MOST = 50  # infractions shown, and versions
TOURNAMENTS = 12  # looked through for them


@dataclass(frozen=True)
class Noted:
    """An infraction, and the tournament it was in; *evidence* is what there is to show for a timeout."""

    tournament: str
    found: Infraction
    evidence: str


@dataclass(frozen=True)
class BotPage:
    """How a bot version is, all versions that were handed in of that bot, and its faults.

    *is_open*: every owner may challenge it; *variants*: those of a challenge.
    """

    status: BotStatus
    is_open: bool
    variants: Sequence[str]
    versions: Sequence[BotVersion]
    faults: Sequence[FaultCount]
    infractions: list[Noted]


async def bot(signed: Signed, told: Told) -> BotPage:
    """Show how a bot is, what was handed in of it, and what it did wrong."""
    name = told.get("bot", "")
    if not name:
        raise Refused(StatusCode.INVALID_ARGUMENT, "no bot is named: choose one of the desk")
    status = (await signed.ask(GetBotStatusRequest(bot=name))).versions[-1]
    faults = (await signed.ask(GetFaultsRequest(bot=status.bot))).faults
    versions = ListBotVersionsRequest(bot=status.bot.partition("@")[0], page_size=MOST)
    listed = await versions_of(signed.desk, status.bot.partition("@")[0])
    return BotPage(
        status,
        any(each.is_open for each in listed),
        tuple(VARIANTS),
        (await signed.ask(versions)).versions,
        faults,
        await _infractions(signed, status.bot),
    )


async def _infractions(signed: Signed, name: str) -> list[Noted]:
    """Return those of the newest tournaments it is in; of open boards too."""
    found: list[Noted] = []
    played = [each.name for each in await recent_tournaments(signed) if name in each.bots]
    for tournament in played[:TOURNAMENTS]:
        answer = await signed.ask(ListInfractionsRequest(name=tournament, bot=name, page_size=MOST))
        found += [Noted(tournament, each, _evidence(each)) for each in answer.infractions]
    return found[:MOST]


def _evidence(found: Infraction) -> str:
    if not found.HasField("timeout"):
        return ""
    told = found.timeout
    given = f"{told.move_us / 1e6:g} s and a bank of {told.bank_us / 1e6:g} s"
    return f"{told.elapsed_us / 1e6:.2f} s of {given}{'' if told.connected else ', not connected'}"


async def _retry(signed: Signed, told: Told) -> Outcome:
    await signed.ask(GetBotStatusRequest(bot=told.get("bot", ""), retry=True))
    return None


async def _withdraw_version(signed: Signed, told: Told) -> Outcome:
    await signed.ask(WithdrawVersionRequest(bot=told.get("version", "")))
    return None


BOT = Shelf("/desk/bot", bot, "desk/bot.html", ("bot",))
ACTIONS = (
    Action("retry-bot", _retry, BOT, "It may play again at once."),
    Action("challenge", challenge, BOT),
    Action("open-to-challenges", open_bot, BOT, "Every owner may challenge it now."),
    Action("close-to-challenges", close_bot, BOT, "Nobody else may challenge it any more."),
    Action("withdraw-version", _withdraw_version, BOT, "The version is withdrawn: it enters nothing any more."),
)
