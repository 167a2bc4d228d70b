"""Give work to runners, store the logs of seats, and return logs to owners."""

from typing import Final

from grpc import StatusCode

from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import LARGEST_INT, Page, make_message
from arena.bundles import MAX_PACKED, PART_BYTES
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.store.bundles.submitting import parts_of
from arena.wire.gen import bundles_pb2 as pb

LONGEST_REPORT: Final = 65_536  # characters of a stored report or log
LONGEST_LINE: Final = 1_000
LARGEST: Final = 2**62  # larger numbers are stored as this one


async def get_runner_work(call: Call[pb.GetRunnerWorkRequest]) -> pb.GetRunnerWorkResponse:
    """Return the versions that a runner has to install, and a version to check if the runner takes one."""
    await call.store.bundles.note_runner()
    if call.request.checking:
        await call.store.bundles.keep_check(call.request.checking)
    check = await call.store.bundles.take_check() if call.request.takes_check else None
    return pb.GetRunnerWorkResponse(wanted=await call.store.bundles.wanted_bundles(), check=check)


async def get_bundle_part(call: Call[pb.GetBundlePartRequest]) -> pb.GetBundlePartResponse:
    """Return a part of a bundle's archive. Raises `RefusedError`."""
    try:
        hash = bytes.fromhex(call.request.hash)
    except ValueError:
        raise invalid(f"hash {clip(call.request.hash)!r}: give 64 hex digits") from None
    if call.request.index >= parts_of(MAX_PACKED):
        return pb.GetBundlePartResponse()
    piece = await call.store.archives.piece(hash, call.request.index * PART_BYTES, PART_BYTES)
    if piece is None:
        raise RefusedError(StatusCode.NOT_FOUND, f"no bundle has the hash {hash.hex()}; hand the bot in first")
    return pb.GetBundlePartResponse(data=piece)


async def report_check(call: Call[pb.ReportCheckRequest]) -> pb.ReportCheckResponse:
    """Admit or refuse a checked version. Raises `WrongStateError` unless the version waits for its check."""
    asked = call.request
    reason, report = asked.reason[:LONGEST_LINE], asked.report[:LONGEST_REPORT]
    await call.store.bundles.decide(asked.bot, asked.passed, reason, report)
    return pb.ReportCheckResponse()


async def add_seat_log(call: Call[pb.AddSeatLogRequest]) -> pb.AddSeatLogResponse:
    """Store the output of the process that played a seat. Raises `UnknownBotError`."""
    log = call.request.log
    await call.store.bundles.add_seat_log(
        call.request.bot,
        log.seat_id % 2**63,
        log.ending[:LONGEST_LINE],
        log.text[:LONGEST_REPORT].replace("\0", "\ufffd"),  # Postgres cannot store NUL characters
        min(log.cpu_us, LARGEST),
        min(log.memory_kib, LARGEST),
    )
    return pb.AddSeatLogResponse()


LARGEST_PAGE: Final = 50  # rows of at most 60,000 characters


async def get_bot_log(call: Call[pb.GetBotLogRequest]) -> pb.GetBotLogResponse:
    """Return the check's report and a page of seat logs, newest first. Raises `UnknownBotError`, `NotYourBotError`."""
    if call.request.page_size > LARGEST_PAGE:
        raise invalid(f"page_size {call.request.page_size} is too large for logs; give 1 to {LARGEST_PAGE}")
    call.request.page_size = call.request.page_size or LARGEST_PAGE
    page = Page.from_request(call.request, (LARGEST_INT,))
    store = call.store.bundles
    bundle = await store.bundle(call.request.bot, call.caller.owner_id)
    logs = await store.seat_logs(bundle.version_id, call.request.failed, page.fetch, *page.after)
    rows, more = page.trim(logs, lambda row: (row.id,))
    report, messages = await store.report(bundle.version_id), [make_message(pb.SeatLog, row) for row in rows]
    return pb.GetBotLogResponse(bot=bundle.bot, report=report, logs=messages, next_page_token=more)
