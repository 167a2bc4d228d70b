"""Keep bundles: their archives, versions and rows."""

import asyncio
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from arena.escapes import cut
from arena.store.database import Room
from arena.store.errors import NotYourBot, UnknownBot


@dataclass(frozen=True)
class BundleRow:
    """A version that was handed in; *manifest* is JSON, *hash* that of its content."""

    version_id: int
    bot: str  # "name@version"
    owner_id: int
    hash: bytes
    manifest: str
    variants: list[str]
    memory_mib: int
    packed_bytes: int
    state: str
    reason: str
    submitted: datetime
    decided: datetime | None


@dataclass(frozen=True)
class WantedBundle:
    """A version that a runner is to hold, or to check."""

    version_id: int
    bot: str
    hash: bytes
    manifest: str
    variants: list[str]
    memory_mib: int


@dataclass(frozen=True)
class SeatLogRow:
    """Output of a seat's process; *ending* is "" where its game was played out."""

    id: int
    seat_id: int
    ending: str
    text: str
    cpu_us: int
    memory_kib: int
    at: datetime


@dataclass(frozen=True)
class Submission:
    """A complete, checked bundle. *bot*: its name; *version*: "" for the next number."""

    bot: str
    version: str
    owner: str
    hash: bytes
    packed_sha256: bytes
    packed: bytes
    manifest: str
    variants: tuple[str, ...]
    memory_mib: int
    submitted_by: int


NEWEST = 2**63 - 1


class HandedInBundles(Room):
    """Bundles, by bot."""

    async def bundles(self, bot: str, limit: int | None = None, before: int = NEWEST) -> list[BundleRow]:
        """Return the bundles of *bot*, a name or "name@version", the newest first.

        At most *limit* (None: all) with ids below *before*.
        """
        return await self._fetch(BundleRow, "bundles_of", bot=bot, limit=limit, before=before)

    async def bundle(self, bot: str, owner_id: int | None = None) -> BundleRow:
        """Return the bundle of a version, or the newest of a name.

        Raises `UnknownBot`, and `NotYourBot` unless it is *owner_id*'s (None: anybody's).
        """
        found = await self.bundles(bot, 1)
        if not found:
            raise UnknownBot(
                f"{cut(bot)!r} was not handed in: `arena bot submit` does that, `arena bot versions` lists"
            )
        if owner_id is not None and found[0].owner_id != owner_id:
            raise NotYourBot(f"{found[0].bot} is not yours: its owner may do that")
        return found[0]

    async def report(self, version_id: int) -> str:
        """Return the output of a version's check."""
        return str(await self._value("report_of", version_id=version_id) or "")

    async def withdraw_bundle(self, bot: str, owner_id: int | None) -> BundleRow:
        """Withdraw a version from play for good; repeating it changes nothing. Raises `UnknownBot`, `NotYourBot`."""
        found = await self.bundle(bot, owner_id)
        await self._run("withdraw_bundle", version_id=found.version_id)
        return await self.bundle(found.bot)


class Archives(Protocol):
    """Storage of archives by the hash of their content; a stored archive never changes."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        """Store an archive; one that exists stays."""

    async def get(self, hash: bytes) -> bytes | None:
        """Return an archive; None where there is none."""

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        """Return *size* bytes of an archive from *start* on, fewer at its end; None without an archive."""


class ArchivesInPostgres(Room):
    """Archives as rows."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        await self._run("put_bundle_bytes", hash=hash, packed=packed)

    async def get(self, hash: bytes) -> bytes | None:
        found = await self._value("bundle_bytes", hash=hash)
        return None if found is None else bytes(found)

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        found = await self._value("bundle_piece", hash=hash, start=start, size=size)
        return None if found is None else bytes(found)


class ArchivesInFolder:
    """Archives as files, each written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, hash: bytes, packed: bytes) -> None:
        await asyncio.to_thread(self._put, self._path(hash), packed)

    async def get(self, hash: bytes) -> bytes | None:
        try:
            return await asyncio.to_thread(self._path(hash).read_bytes)
        except FileNotFoundError:
            return None

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        whole = await self.get(hash)
        return None if whole is None else whole[start : start + size]

    def _path(self, hash: bytes) -> Path:
        return self._folder / f"{hash.hex()}.zip"

    def _put(self, path: Path, packed: bytes) -> None:
        if path.exists():
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        with draft.open("wb") as file:
            file.write(packed)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
