"""Store bundles (submitted bots), their checks, their seat logs and their archives."""

import asyncio
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from arena.escapes import clip
from arena.store.database import Room, run, value
from arena.store.errors import NotYourBotError, UnknownBotError, WrongStateError
from arena.store.names import NEWEST
from arena.wire.gen.bundles_pb2 import WantedBundle


@dataclass(frozen=True)
class BundleRow:
    """A submitted version with the state of its check. *hash*: of its content. *manifest*: JSON.

    *state*: "waiting", "admitted", "refused" or "withdrawn". *reason*: why the check refused the version. *decided*:
    when the check ended; None while the version waits.
    """

    version_id: int
    bot: str  # "name@version"
    hash: bytes
    manifest: str
    variants: list[str]
    memory_mib: int
    owner_id: int
    packed_bytes: int
    state: str
    reason: str
    submitted: datetime
    decided: datetime | None


@dataclass(frozen=True)
class SeatLogRow:
    """Output of the process that played one seat of a game. *ending*: its error, "" if the game was completed."""

    id: int
    seat_id: int
    ending: str
    text: str
    cpu_us: int
    memory_kib: int
    at: datetime


@dataclass(frozen=True)
class Submission:
    """A complete, checked bundle that becomes a version of a bot.

    *version*: "" takes the next number. *hash*: SHA-256 of the content. *submitted_by*: the id of the token.
    """

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


CHECK_LEASE: Final = timedelta(seconds=20)  # a runner renews the lease of its check every second
MAX_LOGS: Final = 2_000  # seat logs per version
MAX_CHARACTERS: Final = 10_000_000  # characters of all seat logs per version


class SubmittedBundles(Room):
    """Read and change submitted bundles, their checks and their seat logs."""

    async def bundles(self, bot: str, limit: int | None = None, before: int = NEWEST) -> list[BundleRow]:
        """Return the bundles of a bot ("name": all versions, or "name@version"), the newest first.

        Returns at most *limit* (None: all) with version ids below *before*.
        """
        return await self._fetch(BundleRow, "bundles_of", bot=bot, limit=limit, before=before)

    async def bundle(self, bot: str, owner_id: int | None = None) -> BundleRow:
        """Return the bundle of "name@version", or the newest bundle of "name".

        Raises `UnknownBotError`, and `NotYourBotError` unless *owner_id* owns the bot (None: any owner).
        """
        rows = await self.bundles(bot, 1)
        if not rows:
            raise UnknownBotError(
                f"{clip(bot)!r} was not submitted: submit it with `arena bot submit`; `arena bot versions` lists all"
            )
        if owner_id is not None and rows[0].owner_id != owner_id:
            raise NotYourBotError(f"{rows[0].bot} is not yours: its owner may do that")
        return rows[0]

    async def report(self, version_id: int) -> str:
        """Return the printed output of a version's check; "" without one."""
        return str(await self._value("report_of", version_id=version_id) or "")

    async def withdraw_bundle(self, bot: str, owner_id: int | None) -> BundleRow:
        """Withdraw a submitted version from play for good; return its bundle.

        *owner_id*: the required owner; None: any owner. Repeatable. Raises `UnknownBotError`, `NotYourBotError`.
        """
        row = await self.bundle(bot, owner_id)
        await self._run("withdraw_bundle", version_id=row.version_id)
        return await self.bundle(row.bot)

    async def wanted_bundles(self) -> list[WantedBundle]:
        """Return the versions that runners install: admitted ones of running tournaments, and all at tables now."""
        return await self._fetch(WantedBundle, "wanted_bundles")

    async def note_runner(self) -> None:
        """Record that a runner is alive now."""
        await self._run("note_runner")

    async def has_runner(self, within: timedelta) -> bool:
        """Return whether a runner was alive in the last *within*."""
        return bool(await self._value("has_runner", within=within))

    async def take_check(self) -> WantedBundle | None:
        """Lease the check that has waited longest; return its version, or None if no version waits."""
        return next(iter(await self._fetch(WantedBundle, "take_check", lease=CHECK_LEASE)), None)

    async def keep_check(self, bot: str) -> None:
        """Renew the lease of the check of *bot* ("name@version")."""
        await self._run("keep_check", bot=bot, lease=CHECK_LEASE)

    async def decide(self, bot: str, is_admitted: bool, reason: str, report: str) -> None:
        """Admit or refuse *bot* ("name@version"). *reason*: one line. *report*: the check's output.

        Raises `WrongStateError` unless the version waits for its check.
        """
        state = "admitted" if is_admitted else "refused"
        async with self.transaction() as connection:
            row = {"bot": bot, "state": state, "reason": reason, "report": report}
            if await value(connection, "decide_bundle", **row) is None:
                raise WrongStateError(f"{bot} does not wait for its check: it was checked already")

    async def add_seat_log(self, bot: str, seat_id: int, ending: str, text: str, cpu_us: int, memory_kib: int) -> None:
        """Store the *ending* (see `SeatLogRow`) and output of a seat's process; delete too old logs of *bot*.

        *bot*: "name@version". Raises `UnknownBotError`.
        """
        row = {"bot": bot, "seat_id": seat_id, "ending": ending, "text": text}
        async with self.transaction() as connection:
            version_id = await value(connection, "add_seat_log", **row, cpu_us=cpu_us, memory_kib=memory_kib)
            if version_id is None:
                raise UnknownBotError(f"{clip(bot)!r} was not submitted: it has no seat logs")
            most = {"most": MAX_LOGS, "characters": MAX_CHARACTERS}
            await run(connection, "rotate_seat_logs", version_id=version_id, **most)

    async def seat_logs(
        self, version_id: int, failed: bool, limit: int | None = None, before: int = NEWEST
    ) -> list[SeatLogRow]:
        """Return the seat logs of a version, the newest first.

        *failed*: only logs of seats whose process failed. Returns at most *limit* (None: all) with ids below *before*.
        """
        which = {"version_id": version_id, "failed": failed, "limit": limit, "before": before}
        return await self._fetch(SeatLogRow, "seat_logs", **which)


class Archives(Protocol):
    """Storage of bundle archives by the SHA-256 of their content; an archive never changes."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        """Store the archive *packed*, unless an archive with this hash is stored."""

    async def get(self, hash: bytes) -> bytes | None:
        """Return the archive with this hash; None if it is not stored."""

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        """Return *size* bytes of an archive from offset *start*, or fewer at its end; None without that archive."""


class ArchivesInPostgres(Room):
    """Stores archives as rows of a Postgres table."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        await self._run("put_bundle_bytes", hash=hash, packed=packed)

    async def get(self, hash: bytes) -> bytes | None:
        data = await self._value("bundle_bytes", hash=hash)
        return None if data is None else bytes(data)

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        data = await self._value("bundle_piece", hash=hash, start=start, size=size)
        return None if data is None else bytes(data)


class ArchivesInFolder:
    """Stores archives as files of a folder; a file appears only when it is complete."""

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
