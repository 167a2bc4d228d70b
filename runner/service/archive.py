"""Fetch and unpack each bundle once, and compare it with its hash."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from arena.bundles import BundleError, is_whole, open_apart

KEPT: Final = 30 * 86_400.0  # seconds after which an unused bundle is deleted
LOOK: Final = 3_600.0  # seconds between two searches for unused bundles
Fetch = Callable[[str], Awaitable[bytes]]  # takes the hash of a bundle's content in hex, returns its archive


class BundleFolders:
    """Keeps unpacked bundles below *folder*, each named by the hash of its content. *fetch* gets an archive."""

    def __init__(self, folder: Path, fetch: Fetch) -> None:
        self._folder = folder
        self._fetch = fetch
        self._one_at_a_time = asyncio.Lock()
        self._looked_at = 0.0

    async def folder_of(self, hash: str) -> Path:
        """Return the folder of the bundle *hash* (hex); fetch the bundle if it is missing or was changed.

        Raises `BundleError` if the arena sends another bundle, and the errors of *fetch*.
        """
        target = self._folder / hash
        async with self._one_at_a_time:
            if not await asyncio.to_thread(is_whole, target, hash):
                await asyncio.to_thread(shutil.rmtree, target, True)
                await self._unpack(hash, await self._fetch(hash), target)
            os.utime(target)  # marks it as used
        return target

    async def forget_old(self, now: float) -> None:
        """Delete bundles unused for `KEPT` seconds before *now*; call this only while no bundle is in use."""
        if now < self._looked_at + LOOK or not self._folder.is_dir():
            return
        self._looked_at = now
        async with self._one_at_a_time:
            for each in self._folder.iterdir():
                if each.stat().st_mtime < now - KEPT:
                    await asyncio.to_thread(shutil.rmtree, each, True)

    async def _unpack(self, hash: str, packed: bytes, target: Path) -> None:
        """Unpack the archive *packed* into a temporary folder and rename it, so that no bundle is incomplete."""
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=self._folder))
        try:
            opened = await open_apart(packed, draft)
            if opened.hash != hash:
                raise BundleError(f"the arena sent a bundle with the hash {opened.hash} instead of {hash}")
            os.chmod(draft, 0o755)
            os.rename(draft, target)
        finally:
            await asyncio.to_thread(shutil.rmtree, draft, True)
