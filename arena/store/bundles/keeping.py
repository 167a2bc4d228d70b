"""Where archives are kept: Postgres, or a folder."""

import asyncio
import os
from pathlib import Path
from typing import Protocol

from arena.store.database import Room, run, value


class Archives(Protocol):
    """Keeps archives by the hash of what they contain; what is kept never changes."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        """Keep an archive; one that is there already stays."""

    async def get(self, hash: bytes) -> bytes | None:
        """Return an archive; None where there is none."""

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        """Return *size* bytes of an archive from *start* on; fewer at its end. None where there is none."""


class ArchivesInPostgres(Room):
    """Archives as rows."""

    async def put(self, hash: bytes, packed: bytes) -> None:
        """Keep an archive; one that is there already stays."""
        async with self.transaction() as connection:
            await run(connection, "put_bundle_bytes", hash=hash, packed=packed)

    async def get(self, hash: bytes) -> bytes | None:
        """Return an archive; None where there is none."""
        async with self.transaction() as connection:
            found = await value(connection, "bundle_bytes", hash=hash)
        return None if found is None else bytes(found)

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        """Return *size* bytes of an archive from *start* on."""
        async with self.transaction() as connection:
            found = await value(connection, "bundle_piece", hash=hash, start=start, size=size)
        return None if found is None else bytes(found)


class ArchivesInFolder:
    """Archives as files, each written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def put(self, hash: bytes, packed: bytes) -> None:
        """Keep an archive; one that is there already stays."""
        await asyncio.to_thread(self._put, self._path(hash), packed)

    async def get(self, hash: bytes) -> bytes | None:
        """Return an archive; None where there is none."""
        try:
            return await asyncio.to_thread(self._path(hash).read_bytes)
        except FileNotFoundError:
            return None

    async def piece(self, hash: bytes, start: int, size: int) -> bytes | None:
        """Return *size* bytes of an archive from *start* on."""
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
