"""Versions that were handed in: list, withdraw, compare."""

import asyncio
from typing import Final

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.api.calls.messages import LARGEST_INT, Page, message_of
from arena.bundles import BadBundle, compare_apart
from arena.guards.auth import Refused
from arena.store.accounts.rows import Principal
from arena.store.bundles.rows import BundleRow
from arena.wire.gen import bundles_pb2 as pb

COMPARISONS: Final = asyncio.Semaphore(2)  # at once in this process, of all owners
BUSY_RETRY_MS: Final = 1_000
_comparing: Final[set[int | None]] = set()  # owners whose comparison runs or waits


async def list_bot_versions(call: Call[pb.ListBotVersionsRequest]) -> pb.ListBotVersionsResponse:
    """Return a page of versions, the newest first."""
    page = Page.asked(call.request, (LARGEST_INT,))
    found = await call.store.bundles.bundles(call.request.bot, page.fetch, *page.after)
    rows, more = page.cut(found, lambda row: (row.version_id,))
    return pb.ListBotVersionsResponse(versions=[_told(row, call.caller) for row in rows], next_page_token=more)


async def withdraw_version(call: Call[pb.WithdrawVersionRequest]) -> pb.WithdrawVersionResponse:
    """Let a version play no more. Raises `UnknownBot`, `NotYourBot`."""
    owner_id = None if call.caller.scope == "operator" else call.caller.owner_id
    found = await call.store.bundles.withdraw_bundle(call.request.bot, owner_id)
    return pb.WithdrawVersionResponse(version=_told(found, call.caller))


async def compare_versions(call: Call[pb.CompareVersionsRequest]) -> pb.CompareVersionsResponse:
    """Compare the files of two versions of the caller's own; one comparison of an owner at a time.

    Raises `UnknownBot`, `NotYourBot`, `Refused`.
    """
    owner = call.caller.owner_id
    if owner in _comparing:
        line = "a comparison of yours is still running: wait until it is done"
        raise Refused(StatusCode.RESOURCE_EXHAUSTED, line, BUSY_RETRY_MS)
    _comparing.add(owner)
    try:
        async with COMPARISONS:
            found = await compare_apart(*[await _packed(call, bot) for bot in (call.request.old, call.request.new)])
    except BadBundle as problem:
        raise Refused(StatusCode.RESOURCE_EXHAUSTED, f"the versions cannot be compared: {problem}") from None
    finally:
        _comparing.discard(owner)
    changed = [pb.FileChange(name=name, diff=diff) for name, diff in found.changed]
    return pb.CompareVersionsResponse(added=found.added, removed=found.removed, changed=changed, same=found.same)


def _told(row: BundleRow, caller: Principal) -> pb.BotVersion:
    """Return a version as *caller* may know it."""
    told = message_of(pb.BotVersion, row, hash=row.hash.hex())
    if caller.scope != "operator" and caller.owner_id != row.owner_id:
        for field in ("reason", "manifest", "packed_bytes"):
            told.ClearField(field)
    return told


async def _packed(call: Call[pb.CompareVersionsRequest], bot: str) -> bytes:
    """Return the archive of a version of the caller's own. Raises `Refused`."""
    row = await call.store.bundles.bundle(bot, call.caller.owner_id)
    packed = await call.store.archives.get(row.hash)
    if packed is None:
        raise Refused(StatusCode.UNAVAILABLE, f"the archive of {row.bot} cannot be read just now", 1000)
    return packed
