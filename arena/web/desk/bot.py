"""Show a bot on its owner's desk: its state, versions, logs, challenges and submissions."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from arena.bundles import PART_BYTES, BundleError, tidy_apart
from arena.rules import VARIANTS
from arena.web.desk.action import Action, DeskPage, Outcome, Signed, sender, sends
from arena.web.desk.home import HOME, recent_tournaments
from arena.web.pages.bots.bot import TournamentInfraction, infractions_in
from arena.web.pages.bots.bots import versions_of
from arena.web.serving.addresses import invalid
from arena.web.serving.forms import Fields, Upload, whole_number
from arena.wire.gen import bundles_pb2 as bundles_pb
from arena.wire.gen.accounts_pb2 import BotStatus, GetBotStatusRequest
from arena.wire.gen.challenges_pb2 import CreateChallengeRequest, OpenToChallengesRequest
from arena.wire.gen.infractions_pb2 import GetInfractionsRequest, InfractionCount
from arena.wire.gen.tournaments_pb2 import VariantChoice

MOST = 50  # maximum number of infractions, and of versions, on a page
TOURNAMENTS = 12  # number of tournaments, the newest ones, that are searched for infractions
MAX_LOGS = 20  # seats on a page of a log; each has at most 64 KiB
AT_ONCE: Final = asyncio.Semaphore(2)  # limits the uploads that are unpacked at once, so that pages stay quick


@dataclass(frozen=True)
class BotPage:
    """The content of a bot's page on the desk."""

    status: BotStatus  # state of the shown version
    is_open: bool  # whether other owners may challenge the bot
    variants: Sequence[str]  # variants to choose from for a challenge
    versions: Sequence[bundles_pb.BotVersion]  # submitted versions of the bot
    counts: Sequence[InfractionCount]  # infractions of the shown version by kind
    infractions: list[TournamentInfraction]  # infractions of the shown version in its newest tournaments


async def bot(signed: Signed, fields: Fields) -> BotPage:
    """Return the content of a bot's page for the field `bot`, NAME or NAME@VERSION. Raises `RefusedError`."""
    name = fields.get("bot", "")
    if not name:
        raise invalid("no bot is given: choose one at the desk")
    status = (await signed.ask(GetBotStatusRequest(bot=name))).versions[-1]
    counts = (await signed.ask(GetInfractionsRequest(bot=status.bot))).infractions
    name = status.bot.partition("@")[0]
    is_open = any(each.open_to_challenges for each in await versions_of(signed.client, name))
    versions = (await signed.ask(bundles_pb.ListBotVersionsRequest(bot=name, page_size=MOST))).versions
    played = [each for each in await recent_tournaments(signed) if status.bot in each.bots]
    infractions = await infractions_in(played[:TOURNAMENTS], status.bot, signed.ask, MOST)
    return BotPage(status, is_open, tuple(VARIANTS), versions, counts, infractions)


@dataclass(frozen=True)
class LogPage:
    """The content of a page with a version's log; *failed*: only seats whose process died during the game."""

    answer: bundles_pb.GetBotLogResponse
    failed: bool


async def log(signed: Signed, fields: Fields) -> LogPage:
    """Return the report of a version's check, and the output of its seats, newest first. Raises `RefusedError`."""
    bot, failed, page = fields.get("bot", ""), "failed" in fields, fields.get("page", "")
    request = bundles_pb.GetBotLogRequest(bot=bot, failed=failed, page_size=MAX_LOGS, page_token=page)
    return LogPage(await signed.ask(request), failed)


async def _challenge(signed: Signed, fields: Fields) -> Outcome:
    request = CreateChallengeRequest(
        bot=fields.get("bot", ""),
        opponent=fields.get("opponent", "").strip(),
        variants=[VariantChoice(variant=fields.get("variant", ""))],
        boards=whole_number(fields, "boards"),
    )
    return f"/gates/{quote((await signed.ask(request)).challenge.tournament.name)}"


def _open(is_open: bool) -> Callable[[Fields], OpenToChallengesRequest]:
    return lambda fields: OpenToChallengesRequest(name=fields.get("bot", "").partition("@")[0], open=is_open)


async def _submit(signed: Signed, fields: Fields) -> Outcome:
    assert isinstance(fields, Upload)
    if not fields.file:
        raise invalid("no file is selected: choose the ZIP archive of your bot's folder")
    try:
        async with AT_ONCE:
            hash, packed = await tidy_apart(fields.file)
    except BundleError as problem:
        raise invalid(str(problem)) from None
    request = bundles_pb.SubmitBotRequest(
        bot=fields.get("bot", "").strip(),
        version=fields.get("version", "").strip(),
        packed_sha256=hashlib.sha256(packed).digest(),
        packed_bytes=len(packed),
        hash=bytes.fromhex(hash),
    )
    answer = await signed.ask(request)
    for index in answer.missing:
        part = packed[index * PART_BYTES : (index + 1) * PART_BYTES]
        await signed.ask(bundles_pb.PutBundlePartRequest(packed_sha256=request.packed_sha256, index=index, data=part))
    version = answer.version if answer.HasField("version") else (await signed.ask(request)).version
    return BOT.address({"bot": version.bot}, done="submit")


BOT = DeskPage("/desk/bot", bot, "desk/bot.html", ("bot",))
LOG = DeskPage("/desk/log", log, "desk/log.html", ("bot", "failed", "page"))
PAGES = (BOT, LOG)
SUBMITTED = "The version is submitted. A runner checks it before it plays, which takes about a minute."
WITHDRAWN = "The version is withdrawn. It enters no more tournaments."
ACTIONS = (
    Action("retry-bot", sends(GetBotStatusRequest, {"retry": True}, bot="bot"), BOT, "The bot may play again now."),
    Action("challenge", _challenge, BOT),
    Action("open-to-challenges", sender(_open(True)), BOT, "Every owner may challenge the bot now."),
    Action("close-to-challenges", sender(_open(False)), BOT, "Other owners cannot challenge the bot any more."),
    Action("withdraw-version", sends(bundles_pb.WithdrawVersionRequest, bot="version"), BOT, WITHDRAWN),
    Action("submit", _submit, HOME, SUBMITTED, takes_file=True),
)
