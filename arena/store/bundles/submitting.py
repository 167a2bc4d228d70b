"""Receive an archive in parts, then store it as a new version of a bot."""

from typing import Final

from arena.bundles import PART_BYTES
from arena.store.accounts.owners import new_version
from arena.store.bundles.keeping import Submission
from arena.store.database import Connection, Room, fetch, run, select, value
from arena.store.errors import QuotaUsedError
from arena.store.names import unknown_owner
from arena.wire.gen.bundles_pb2 import SubmittedVersion

MAX_OF_OWNER: Final = 500 * 2**20  # bytes of all stored archives per owner
MAX_AN_HOUR: Final = 30
MAX_UNFINISHED: Final = 40 * 2**20  # bytes of an owner's incomplete uploads
UNFINISHED: Final = f"more than {MAX_UNFINISHED // 2**20} MB of uploads are not whole: finish one, or wait a day"


class Submitting(Room):
    """Receive uploads, and create versions from complete uploads."""

    async def missing_parts(self, owner: str, packed_sha256: bytes, size: int) -> list[int]:
        """Return the indices (from 0) of the missing parts of an upload; *size*: its bytes when complete.

        Raises `UnknownOwnerError`, `QuotaUsedError`.
        """
        async with self.transaction() as connection:
            await run(connection, "drop_old_parts")
            owner_id = await _lock(connection, owner)
            await _check_quota(connection, owner_id, size)
            rows = await select(connection, "parts_there", owner_id=owner_id, packed=packed_sha256)
        there = {index for (index,) in rows}
        return [index for index in range(parts_of(size)) if index not in there]

    async def put_part(self, owner: str, packed_sha256: bytes, index: int, data: bytes) -> None:
        """Store part *index* (from 0) of an upload, if it is missing. Raises `UnknownOwnerError`, `QuotaUsedError`."""
        async with self.transaction() as connection:
            owner_id = await _lock(connection, owner)
            if await value(connection, "parts_of_owner", owner_id=owner_id) + len(data) > MAX_UNFINISHED:
                raise QuotaUsedError(UNFINISHED)
            await run(connection, "put_part", owner_id=owner_id, packed=packed_sha256, index=index, data=data)

    async def whole(self, owner: str, packed_sha256: bytes) -> bytes:
        """Return the bytes of a complete upload. Raises `UnknownOwnerError`."""
        async with self.transaction() as connection:
            owner_id = await _lock(connection, owner)
            return bytes(await value(connection, "whole_upload", owner_id=owner_id, packed=packed_sha256) or b"")

    async def drop_upload(self, owner: str, packed_sha256: bytes) -> None:
        """Delete the stored parts of an upload. Raises `UnknownOwnerError`."""
        async with self.transaction() as connection:
            await run(connection, "drop_parts", owner_id=await _lock(connection, owner), packed=packed_sha256)

    async def same_version(self, owner: str, name: str, hash: bytes) -> SubmittedVersion | None:
        """Return the version of *owner*'s bot *name* with this content *hash*; None without one."""
        async with self.transaction() as connection:
            return await _same(connection, owner, name, hash)

    async def submit(self, new: Submission) -> SubmittedVersion:
        """Create a version from a bundle, or return the version with the same content.

        The caller then stores the archive with `Archives.put`. Raises `UnknownOwnerError`, `NotYourBotError`,
        `InvalidNameError`, `VersionExistsError`, `QuotaUsedError`.
        """
        async with self.transaction() as connection:
            owner_id = await _lock(connection, new.owner)
            if same := await _same(connection, new.owner, new.bot, new.hash):
                return same
            await _check_quota(connection, owner_id, len(new.packed))
            version = new.version or str(await value(connection, "next_version", name=new.bot))
            version_id = await new_version(connection, new.bot, version, new.owner)
            row = vars(new) | {"variants": list(new.variants), "packed_bytes": len(new.packed)}
            await run(connection, "add_bundle", version_id=version_id, **row)
            await run(connection, "keep_build", version_id=version_id, build=new.hash.hex())
            await run(connection, "drop_parts", owner_id=owner_id, packed=new.packed_sha256)
        return SubmittedVersion(bot=f"{new.bot}@{version}", state="waiting", is_new=True)


def parts_of(size: int) -> int:
    """Return the number of upload parts of an archive of *size* bytes."""
    return -(-size // PART_BYTES)


async def _lock(connection: Connection, owner: str) -> int:
    if (owner_id := await value(connection, "lock_submitter", owner=owner)) is None:
        raise unknown_owner(owner)
    return int(owner_id)


async def _same(connection: Connection, owner: str, name: str, hash: bytes) -> SubmittedVersion | None:
    same = await fetch(connection, SubmittedVersion, "version_of_hash", owner=owner, name=name, hash=hash)
    return next(iter(same), None)


async def _check_quota(connection: Connection, owner_id: int, size: int) -> None:
    ((stored, lately),) = await select(connection, "kept_by_owner", owner_id=owner_id)
    if stored + size > MAX_OF_OWNER:
        most = f"at most {MAX_OF_OWNER // 2**20} are accepted"
        raise QuotaUsedError(f"{(stored + size) / 2**20:.0f} MB packed would be kept of this owner, {most}")
    if lately >= MAX_AN_HOUR:
        raise QuotaUsedError(f"{lately} bundles were submitted in the last hour, at most {MAX_AN_HOUR} may be; wait")
