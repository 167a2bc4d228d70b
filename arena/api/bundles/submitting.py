"""Submit, list, compare and withdraw versions of bots."""

import asyncio
import hashlib
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Final

from grpc import StatusCode

from arena.api.accounts.owners import check_versions, owner_for
from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import LARGEST_INT, Page, make_message
from arena.bundles import MAX_PACKED, PART_BYTES, BundleError, Opened, compare_apart, open_apart
from arena.guards.auth import RefusedError
from arena.store.accounts.rows import Principal
from arena.store.bundles.keeping import BundleRow, Submission
from arena.store.bundles.submitting import parts_of
from arena.wire.gen import bundles_pb2 as pb

SHA256: Final = 32  # bytes
RUNNER_WITHIN: Final = timedelta(minutes=5)
NO_RUNNER: Final = (
    "submitted bots are not played here: no runner has reported for five minutes: ask the operator to start one with"
    " `python -m runner`; `arena doctor` lists what a machine lacks for it"
)
AT_ONCE: Final = asyncio.Semaphore(2)  # archives unpacked at once; more would delay games
COMPARISONS: Final = asyncio.Semaphore(2)  # comparisons at once in this process
BUSY_RETRY_MS: Final = 1_000
_comparing: Final[set[int | None]] = set()  # ids of owners with a running or waiting comparison; None: an operator


async def submit_bot(call: Call[pb.SubmitBotRequest]) -> pb.SubmitBotResponse:
    """Return the missing parts of an archive; once it is complete, create the version. Raises `RefusedError`."""
    asked, store = call.request, call.store.bundles
    if not asked.bot:
        raise invalid("bot is empty: give the bot's name")
    owner = owner_for(call.caller, asked.owner)
    if len(asked.packed_sha256) != SHA256 or len(asked.hash) != SHA256:
        raise invalid(f"packed_sha256 and hash: give {SHA256} bytes each")
    if not 0 < asked.packed_bytes <= MAX_PACKED:
        raise invalid(f"packed_bytes {asked.packed_bytes} is not in 1..{MAX_PACKED}: submit a smaller folder")
    same = await store.same_version(owner, asked.bot, asked.hash)
    if same and await call.store.archives.piece(asked.hash, 0, 1) is not None:
        return pb.SubmitBotResponse(version=same)
    await check_versions(call)
    if not await store.has_runner(RUNNER_WITHIN):
        raise RefusedError(StatusCode.FAILED_PRECONDITION, NO_RUNNER)
    if missing := await store.missing_parts(owner, asked.packed_sha256, asked.packed_bytes):
        return pb.SubmitBotResponse(missing=missing)
    async with AT_ONCE:
        packed = await store.whole(owner, asked.packed_sha256)
        opened = await _open(call, owner, packed)
    new = Submission(
        asked.bot,
        asked.version,
        owner,
        bytes.fromhex(opened.hash),
        asked.packed_sha256,
        packed,
        opened.manifest.to_json(),
        opened.manifest.variants,
        opened.manifest.memory_mib,
        call.caller.token_id,
    )
    version = await store.submit(new)
    await call.store.archives.put(new.hash, packed)  # done last, so that every stored archive has a version
    return pb.SubmitBotResponse(version=version)


async def put_bundle_part(call: Call[pb.PutBundlePartRequest]) -> pb.PutBundlePartResponse:
    """Store a part of an uploaded archive. Raises `RefusedError`, `UnknownOwnerError`."""
    asked = call.request
    if len(asked.packed_sha256) != SHA256:
        raise invalid(f"packed_sha256: {len(asked.packed_sha256)} bytes: give {SHA256}")
    if not 0 < len(asked.data) <= PART_BYTES or asked.index >= parts_of(MAX_PACKED):
        raise invalid(
            f"part {asked.index} of {len(asked.data)} bytes: give {parts_of(MAX_PACKED)} parts at most, of {PART_BYTES}"
        )
    owner = owner_for(call.caller, asked.owner)
    await call.store.bundles.put_part(owner, asked.packed_sha256, asked.index, asked.data)
    return pb.PutBundlePartResponse()


async def _open(call: Call[pb.SubmitBotRequest], owner: str, packed: bytes) -> Opened:
    """Unpack a complete upload; delete it if it is not a valid bundle. Raises `RefusedError`."""
    asked = call.request
    try:
        if len(packed) != asked.packed_bytes or hashlib.sha256(packed).digest() != asked.packed_sha256:
            raise BundleError("the upload does not match its hash: submit it again")
        with tempfile.TemporaryDirectory() as folder:
            return await open_apart(packed, Path(folder))
    except BundleError as problem:
        await call.store.bundles.drop_upload(owner, asked.packed_sha256)
        raise invalid(str(problem)) from None


async def list_bot_versions(call: Call[pb.ListBotVersionsRequest]) -> pb.ListBotVersionsResponse:
    """Return a page of submitted versions, the newest first."""
    page = Page.from_request(call.request, (LARGEST_INT,))
    bundles = await call.store.bundles.bundles(call.request.bot, page.fetch, *page.after)
    rows, more = page.trim(bundles, lambda row: (row.version_id,))
    return pb.ListBotVersionsResponse(versions=[_to_message(row, call.caller) for row in rows], next_page_token=more)


async def withdraw_version(call: Call[pb.WithdrawVersionRequest]) -> pb.WithdrawVersionResponse:
    """Withdraw a submitted version from play for good. Raises `UnknownBotError`, `NotYourBotError`."""
    owner_id = None if call.caller.scope == "operator" else call.caller.owner_id
    row = await call.store.bundles.withdraw_bundle(call.request.bot, owner_id)
    return pb.WithdrawVersionResponse(version=_to_message(row, call.caller))


async def compare_versions(call: Call[pb.CompareVersionsRequest]) -> pb.CompareVersionsResponse:
    """Compare the files of two of the caller's versions; an owner may run one comparison at a time."""
    owner = call.caller.owner_id
    if owner in _comparing:
        line = "a comparison of yours is still running: wait until it is done"
        raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, BUSY_RETRY_MS)
    _comparing.add(owner)
    try:
        async with COMPARISONS:
            archives = [await _read_archive(call, bot) for bot in (call.request.old, call.request.new)]
            found = await compare_apart(*archives)
    except BundleError as problem:
        raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, f"the versions cannot be compared: {problem}") from None
    finally:
        _comparing.discard(owner)
    changed = [pb.FileChange(name=name, diff=diff) for name, diff in found.changed]
    return pb.CompareVersionsResponse(added=found.added, removed=found.removed, changed=changed, same=found.same)


def _to_message(row: BundleRow, caller: Principal) -> pb.BotVersion:
    """Return a version's message with only the fields that *caller* may see."""
    version = make_message(pb.BotVersion, row, hash=row.hash.hex())
    if caller.scope != "operator" and caller.owner_id != row.owner_id:
        for field in ("reason", "manifest", "packed_bytes"):
            version.ClearField(field)
    return version


async def _read_archive(call: Call[pb.CompareVersionsRequest], bot: str) -> bytes:
    row = await call.store.bundles.bundle(bot, call.caller.owner_id)
    packed = await call.store.archives.get(row.hash)
    if packed is None:
        raise RefusedError(StatusCode.UNAVAILABLE, f"the archive of {row.bot} cannot be read now: try again", 1000)
    return packed
