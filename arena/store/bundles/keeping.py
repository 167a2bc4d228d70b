"""Store bundles: their versions, checks, logs and archives."""

import asyncio
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from arena.escapes import cut
from arena.store.database import Room, run, value
from arena.store.errors import NotYourBotError, UnknownBotError, WrongStateError
from arena.store.names import NEWEST


@dataclass(frozen=True)
class WantedBundle:
    """A version for a runner to hold or check; *manifest* is JSON, *hash* that of its content."""

    version_id: int
    bot: str  # "name@version"
    hash: bytes
    manifest: str
    variants: list[str]
    memory_mib: int


@dataclass(frozen=True)
class BundleRow(WantedBundle):
    """A submitted version."""

    owner_id: int
    packed_bytes: int
    state: str
    reason: str
    submitted: datetime
    decided: datetime | None


@dataclass(frozen=True)
class SeatLogRow:
    """Output of a seat's process; *ending* is "" if the game was played to its end."""

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


CHECK_LEASE: Final = timedelta(seconds=20)  # the checking runner renews it every second
MAX_LOGS: Final = 2_000  # logs per version
MAX_CHARACTERS: Final = 10_000_000  # characters of all logs per version


class HandedInBundles(Room):
    """Bundles by bot, their checks, and the logs of their seats."""

    async def bundles(self, bot: str, limit: int | None = None, before: int = NEWEST) -> list[BundleRow]:
        """Return the bundles of *bot*, a name or "name@version", the newest first.

        At most *limit* (None: all) with ids below *before*.
        """
        return await self._fetch(BundleRow, "bundles_of", bot=bot, limit=limit, before=before)

    async def bundle(self, bot: str, owner_id: int | None = None) -> BundleRow:
        """Return the bundle of a version, or the newest of a name.

        Raises `UnknownBotError`, and `NotYourBotError` unless *owner_id* owns it (None: any owner).
        """
        rows = await self.bundles(bot, 1)
        if not rows:
            raise UnknownBotError(
                f"{cut(bot)!r} was not handed in: `arena bot submit` does it, `arena bot versions` lists"
            )
        if owner_id is not None and rows[0].owner_id != owner_id:
            raise NotYourBotError(f"{rows[0].bot} is not yours: its owner may do that")
        return rows[0]

    async def report(self, version_id: int) -> str:
        """Return the output of a version's check."""
        return str(await self._value("report_of", version_id=version_id) or "")

    async def withdraw_bundle(self, bot: str, owner_id: int | None) -> BundleRow:
        """Withdraw a version from play for good; repeating it changes nothing.

        Raises `UnknownBotError`, `NotYourBotError`.
        """
        row = await self.bundle(bot, owner_id)
        await self._run("withdraw_bundle", version_id=row.version_id)
        return await self.bundle(row.bot)

    async def wanted_bundles(self) -> list[WantedBundle]:
        """Return the versions to hold: admitted ones in running tournaments, and all that sit at a table."""
        return await self._fetch(WantedBundle, "wanted_bundles")

    async def note_runner(self) -> None:
        """Note that a runner is alive."""
        await self._run("note_runner")

    async def has_runner(self, within: timedelta) -> bool:
        """Return whether a runner was alive *within* that time."""
        return bool(await self._value("has_runner", within=within))

    async def take_check(self) -> WantedBundle | None:
        """Lease the version that has waited longest for its check to one runner; None if none waits."""
        return next(iter(await self._fetch(WantedBundle, "take_check", lease=CHECK_LEASE)), None)

    async def keep_check(self, bot: str) -> None:
        """Renew the lease of a version's check."""
        await self._run("keep_check", bot=bot, lease=CHECK_LEASE)

    async def decide(self, bot: str, is_admitted: bool, reason: str, report: str) -> None:
        """Admit or refuse a waiting version. Raises `WrongStateError` for any other."""
        state = "admitted" if is_admitted else "refused"
        async with self.transaction() as connection:
            row = {"bot": bot, "state": state, "reason": reason, "report": report}
            if await value(connection, "decide_bundle", **row) is None:
                raise WrongStateError(f"{bot} does not wait for its check: it was checked already")

    async def add_seat_log(self, bot: str, seat_id: int, ending: str, text: str, cpu_us: int, memory_kib: int) -> None:
        """Store the output of a seat's process; drop the version's oldest logs. Raises `UnknownBotError`."""
        row = {"bot": bot, "seat_id": seat_id, "ending": ending, "text": text}
        async with self.transaction() as connection:
            version_id = await value(connection, "add_seat_log", **row, cpu_us=cpu_us, memory_kib=memory_kib)
            if version_id is None:
                raise UnknownBotError(f"{cut(bot)!r} was not handed in: it has no seat logs")
            most = {"most": MAX_LOGS, "characters": MAX_CHARACTERS}
            await run(connection, "rotate_seat_logs", version_id=version_id, **most)

    async def seat_logs(
        self, version_id: int, failed: bool, limit: int | None = None, before: int = NEWEST
    ) -> list[SeatLogRow]:
        """Return a version's logs, the newest first; *failed*: only of seats that ended badly."""
        which = {"version_id": version_id, "failed": failed, "limit": limit, "before": before}
        return await self._fetch(SeatLogRow, "seat_logs", **which)


class Archives(Protocol):
    """Storage of archives by the hash of their content; a stored archive never changes."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        """Store an archive, unless it is stored already."""

    async def get(self, hash: bytes) -> bytes | None:
        """Return an archive, or None."""

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        """Return *size* bytes of an archive from *start* on, fewer at its end; None without an archive."""


class ArchivesInPostgres(Room):
    """Archives as rows."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        await self._run("put_bundle_bytes", hash=hash, packed=packed)

    async def get(self, hash: bytes) -> bytes | None:
        data = await self._value("bundle_bytes", hash=hash)
        return None if data is None else bytes(data)

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        data = await self._value("bundle_piece", hash=hash, start=start, size=size)
        return None if data is None else bytes(data)


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
