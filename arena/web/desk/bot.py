"""A bot on its owner's desk: versions, logs, challenges, handing in."""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from grpc import StatusCode

from arena.bundles import BadBundle, tidy_apart
from arena.guards.auth import Refused
from arena.rules import VARIANTS
from arena.web.desk.action import Action, DeskPage, Outcome, Signed
from arena.web.desk.home import HOME, recent_tournaments
from arena.web.pages.bots.bots import versions_of
from arena.web.serving.forms import Told, Uploaded, whole_number
from arena.wire.gen.accounts_pb2 import BotStatus, GetBotStatusRequest
from arena.wire.gen.bundles_pb2 import (
    BotVersion,
    GetBotLogRequest,
    GetBotLogResponse,
    ListBotVersionsRequest,
    PutBundlePartRequest,
    SubmitBotRequest,
    WithdrawVersionRequest,
)
from arena.wire.gen.challenges_pb2 import CreateChallengeRequest, OpenToChallengesRequest
from arena.wire.gen.faults_pb2 import FaultCount, GetFaultsRequest, Infraction, ListInfractionsRequest
from arena.wire.gen.tournaments_pb2 import VariantChoice


async def challenge(signed: Signed, told: Told) -> Outcome:
    """Start a match; go on at its page."""
    request = CreateChallengeRequest(
        bot=told.get("bot", ""),
        opponent=told.get("opponent", "").strip(),
        variants=[VariantChoice(variant=told.get("variant", ""))],
        boards=whole_number(told, "boards"),
    )
    made = (await signed.ask(request)).challenge
    return f"/gates/{quote(made.tournament.name)}"


async def open_bot(signed: Signed, told: Told) -> Outcome:
    """Let every owner challenge the bot."""
    return await _open(signed, told, True)


async def close_bot(signed: Signed, told: Told) -> Outcome:
    """Let nobody else challenge it any more."""
    return await _open(signed, told, False)


async def _open(signed: Signed, told: Told, is_open: bool) -> Outcome:
    name = told.get("bot", "").partition("@")[0]
    await signed.ask(OpenToChallengesRequest(name=name, open=is_open))
    return None


MOST = 50  # infractions shown, and versions
TOURNAMENTS = 12  # looked through for them


@dataclass(frozen=True)
class Noted:
    """An infraction, and the tournament it was in."""

    tournament: str
    found: Infraction


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
        any(each.open_to_challenges for each in listed),
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
        found += [Noted(tournament, each) for each in answer.infractions]
    return found[:MOST]


async def _retry(signed: Signed, told: Told) -> Outcome:
    await signed.ask(GetBotStatusRequest(bot=told.get("bot", ""), retry=True))
    return None


async def _withdraw_version(signed: Signed, told: Told) -> Outcome:
    await signed.ask(WithdrawVersionRequest(bot=told.get("version", "")))
    return None


BOT = DeskPage("/desk/bot", bot, "desk/bot.html", ("bot",))
ON_A_BOT = (
    Action("retry-bot", _retry, BOT, "It may play again at once."),
    Action("challenge", challenge, BOT),
    Action("open-to-challenges", open_bot, BOT, "Every owner may challenge it now."),
    Action("close-to-challenges", close_bot, BOT, "Nobody else may challenge it any more."),
    Action("withdraw-version", _withdraw_version, BOT, "The version is withdrawn: it enters nothing any more."),
)


MOST_LOGS = 20  # seats on a page, each of 64 KiB at most


@dataclass(frozen=True)
class LogPage:
    """A page of a version's log; *failed*: of seats that ended before their game alone."""

    told: GetBotLogResponse
    failed: bool


async def log(signed: Signed, told: Told) -> LogPage:
    """Show the report of the check, and what seats printed, the newest first."""
    bot, failed = told.get("bot", ""), "failed" in told
    request = GetBotLogRequest(bot=bot, failed=failed, page_size=MOST_LOGS, page_token=told.get("page", ""))
    return LogPage(await signed.ask(request), failed)


LOG = DeskPage("/desk/log", log, "desk/log.html", ("bot", "failed", "page"))


PART: Final = 524_288  # bytes, as bundles.proto says
AT_ONCE: Final = asyncio.Semaphore(2)  # archives that are looked at; the pages go on


async def _hand_in(signed: Signed, told: Told) -> Outcome:
    assert isinstance(told, Uploaded)
    if not told.file:
        raise Refused(StatusCode.INVALID_ARGUMENT, "there is no file: choose the ZIP archive of your bot's folder")
    try:
        async with AT_ONCE:
            hash, packed = await tidy_apart(told.file)
    except BadBundle as problem:
        raise Refused(StatusCode.INVALID_ARGUMENT, str(problem)) from None
    request = SubmitBotRequest(
        bot=told.get("bot", "").strip(),
        version=told.get("version", "").strip(),
        packed_sha256=hashlib.sha256(packed).digest(),
        packed_bytes=len(packed),
        hash=bytes.fromhex(hash),
    )
    answer = await signed.ask(request)
    for index in answer.missing:
        part = packed[index * PART : (index + 1) * PART]
        await signed.ask(PutBundlePartRequest(packed_sha256=request.packed_sha256, index=index, data=part))
    made = answer.version if answer.HasField("version") else (await signed.ask(request)).version
    return BOT.address({"bot": made.bot}, done="hand-in")


HANDING_IN = (
    Action(
        "hand-in",
        _hand_in,
        HOME,
        "It is handed in: a runner checks it before it plays, which takes a minute or so.",
        takes_file=True,
    ),
)
ACTIONS = (*ON_A_BOT, *HANDING_IN)
