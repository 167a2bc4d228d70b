"""Versions that were handed in: list, withdraw, compare."""

import asyncio
import difflib
import io
import zipfile
from typing import Final

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.api.calls.messages import message_of
from arena.api.calls.pages import LARGEST_INT, Page
from arena.guards.refused import Refused
from arena.store.accounts.rows import Principal
from arena.store.bundles.rows import BundleRow
from arena.wire.gen import bundles_pb2 as pb

MOST_DIFFS: Final = 50  # files
LONGEST_DIFF: Final = 20_000  # characters
MOST_LINES: Final = 1_000  # of a text that is compared


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
    """Tell two versions' files apart. Raises `UnknownBot`, `NotYourBot`, `Refused`."""
    old, new = [await _packed(call, bot) for bot in (call.request.old, call.request.new)]
    return await asyncio.to_thread(_compared, old, new)


def _compared(old_packed: bytes, new_packed: bytes) -> pb.CompareVersionsResponse:
    old, new = _contents(old_packed), _contents(new_packed)
    both = old.keys() & new.keys()
    changed = sorted(name for name in both if old[name] != new[name])
    return pb.CompareVersionsResponse(
        added=sorted(new.keys() - old.keys()),
        removed=sorted(old.keys() - new.keys()),
        changed=[
            pb.FileChange(name=name, diff=_diff(name, old[name], new[name]) if place < MOST_DIFFS else "")
            for place, name in enumerate(changed)
        ],
        same=len(both) - len(changed),
    )


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


def _contents(packed: bytes) -> dict[str, bytes]:
    """Return the files of an archive, which was unpacked before and is bounded."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}


def _diff(name: str, old: bytes, new: bytes) -> str:
    try:
        before, after = old.decode().splitlines(), new.decode().splitlines()
    except UnicodeDecodeError:
        return ""
    if max(len(before), len(after)) > MOST_LINES:
        return ""
    return "\n".join(difflib.unified_diff(before, after, f"{name} (old)", f"{name} (new)", lineterm=""))[:LONGEST_DIFF]
