"""Hand in a bot: bring an archive in parts, then have it looked at."""

import asyncio
import hashlib
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import Final

from grpc import StatusCode

from arena.api.accounts.owners import check_versions, owner_for
from arena.api.calls.call import Call, invalid
from arena.api.calls.messages import message_of
from arena.bundles import MOST_PACKED, BadBundle, Opened, open_apart
from arena.guards.auth import Refused
from arena.store.bundles.rows import Submission
from arena.store.bundles.submitting import PART, SubmittedVersion, parts_of
from arena.wire.gen import bundles_pb2 as pb

SHA256: Final = 32  # bytes
RUNNER_WITHIN: Final = timedelta(minutes=5)
NO_RUNNER: Final = (
    "bots that are handed in are not played here: no runner has been there for five minutes; the arena's operator"
    " starts one with `python -m runner`, and `arena doctor` says what a machine lacks for it"
)
AT_ONCE: Final = asyncio.Semaphore(2)  # archives that are looked at; the games at the tables go on


async def submit_bot(call: Call[pb.SubmitBotRequest]) -> pb.SubmitBotResponse:
    """Say which parts are missing, or make the version.

    Raises `Refused`, `UnknownOwner`, `NotYourBot`, `InvalidName`, `VersionExists`, `QuotaUsed`.
    """
    asked, store = call.request, call.store.bundles
    if not asked.bot:
        raise invalid("bot is empty: give the bot's name")
    owner = owner_for(call.caller, asked.owner)
    if len(asked.packed_sha256) != SHA256 or len(asked.hash) != SHA256:
        raise invalid(f"packed_sha256 and hash: {SHA256} bytes each are accepted")
    if not 0 < asked.packed_bytes <= MOST_PACKED:
        raise invalid(f"packed_bytes {asked.packed_bytes}: 1 to {MOST_PACKED} are accepted")
    same = await store.same_version(owner, asked.bot, asked.hash)
    if same and await call.store.archives.piece(asked.hash, 0, 1) is not None:
        return _answer(same)
    await check_versions(call)
    if not await store.has_runner(RUNNER_WITHIN):
        raise Refused(StatusCode.FAILED_PRECONDITION, NO_RUNNER)
    if missing := await store.missing_parts(owner, asked.packed_sha256, asked.packed_bytes):
        return pb.SubmitBotResponse(missing=missing)
    async with AT_ONCE:
        packed = await store.whole(owner, asked.packed_sha256)
        opened = await _looked_at(call, owner, packed)
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
    made = await store.submit(new)
    await call.store.archives.put(new.hash, packed)  # last: only what is a version is kept
    return _answer(made)


async def put_bundle_part(call: Call[pb.PutBundlePartRequest]) -> pb.PutBundlePartResponse:
    """Keep a part of an archive. Raises `Refused`, `UnknownOwner`."""
    asked = call.request
    if len(asked.packed_sha256) != SHA256:
        raise invalid(f"packed_sha256: {SHA256} bytes are accepted")
    if not 0 < len(asked.data) <= PART or asked.index >= parts_of(MOST_PACKED):
        raise invalid(f"a part has 1 to {PART} bytes, and there are at most {parts_of(MOST_PACKED)}")
    owner = owner_for(call.caller, asked.owner)
    await call.store.bundles.put_part(owner, asked.packed_sha256, asked.index, asked.data)
    return pb.PutBundlePartResponse()


async def _looked_at(call: Call[pb.SubmitBotRequest], owner: str, packed: bytes) -> Opened:
    """Return what an archive is. Raises `Refused`, and forgets an upload that is no bundle."""
    asked = call.request
    try:
        if len(packed) != asked.packed_bytes or hashlib.sha256(packed).digest() != asked.packed_sha256:
            raise BadBundle("what came in is not what was announced: hand it in again")
        with tempfile.TemporaryDirectory() as folder:
            return await open_apart(packed, Path(folder))
    except BadBundle as problem:
        await call.store.bundles.drop_upload(owner, asked.packed_sha256)
        raise invalid(str(problem)) from None


def _answer(version: SubmittedVersion) -> pb.SubmitBotResponse:
    return pb.SubmitBotResponse(version=message_of(pb.SubmittedVersion, version))
