"""What the processes of a handed-in bot printed; for its owner alone."""

from dataclasses import dataclass

from arena.web.desk.action import Shelf, Signed
from arena.web.serving.forms import Told
from arena.wire.gen.bundles_pb2 import GetBotLogRequest, GetBotLogResponse

MOST = 20  # seats on a page, each of 64 KiB at most


@dataclass(frozen=True)
class LogPage:
    """A page of a version's log; *failed*: of seats that ended before their game alone."""

    told: GetBotLogResponse
    failed: bool


async def log(signed: Signed, told: Told) -> LogPage:
    """Show the report of the check, and what seats printed, the newest first."""
    bot, failed = told.get("bot", ""), "failed" in told
    request = GetBotLogRequest(bot=bot, failed=failed, page_size=MOST, page_token=told.get("page", ""))
    return LogPage(await signed.ask(request), failed)


LOG = Shelf("/desk/log", log, "desk/log.html", ("bot", "failed", "page"))
