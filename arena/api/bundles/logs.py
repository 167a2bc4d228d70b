"""What a handed-in bot's processes printed, for its owner alone."""

from typing import Final

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import LARGEST_INT, Page, message_of
from arena.wire.gen import bundles_pb2 as pb

LARGEST_PAGE: Final = 50  # rows: of 60,000 characters each at most


async def get_bot_log(call: Call[pb.GetBotLogRequest]) -> pb.GetBotLogResponse:
    """Return a page of logs, the newest first. Raises `UnknownBot`, `NotYourBot`."""
    if call.request.page_size > LARGEST_PAGE:
        raise invalid(f"page_size {call.request.page_size} is not in 1..{LARGEST_PAGE}: a log may be long")
    call.request.page_size = call.request.page_size or LARGEST_PAGE
    page = Page.asked(call.request, (LARGEST_INT,))
    store = call.store.bundles
    bundle = await store.bundle(call.request.bot, call.caller.owner_id)
    found = await store.seat_logs(bundle.version_id, call.request.failed, page.fetch, *page.after)
    rows, more = page.cut(found, lambda row: (row.id,))
    return pb.GetBotLogResponse(
        bot=bundle.bot,
        report=await store.report(bundle.version_id),
        logs=[message_of(pb.SeatLog, row) for row in rows],
        next_page_token=more,
    )
