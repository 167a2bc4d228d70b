"""Fetch and unpack each bundle once, and check it against its hash."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from arena.bundles import BundleError, is_whole, open_apart

KEPT: Final = 30 * 86_400.0  # seconds
LOOK: Final = 3_600.0  # seconds between two searches for unused bundles
Fetch = Callable[[str], Awaitable[bytes]]  # takes the content's hash, hex


class BundleFolders:
    """Keeps unpacked bundles below *folder*, by content hash."""

    def __init__(self, folder: Path, fetch: Fetch) -> None:
        self._folder = folder
        self._fetch = fetch
        self._one_at_a_time = asyncio.Lock()
        self._looked_at = 0.0

    async def folder_of(self, hash: str) -> Path:
        """Return the folder of the unpacked bundle; fetch it if it is missing or was changed.

        Raises `BundleError` if the arena sends another bundle, and what *fetch* raises.
        """
        target = self._folder / hash
        async with self._one_at_a_time:
            if not await asyncio.to_thread(is_whole, target, hash):
                await asyncio.to_thread(shutil.rmtree, target, True)
                await self._unpack(hash, await self._fetch(hash), target)
            os.utime(target)  # marks it as used
        return target

    async def forget_old(self, now: float) -> None:
        """Delete bundles unused for `KEPT` seconds before *now*; to be called while no bundle is in use."""
        if now < self._looked_at + LOOK or not self._folder.is_dir():
            return
        self._looked_at = now
        async with self._one_at_a_time:
            for each in self._folder.iterdir():
                if each.stat().st_mtime < now - KEPT:
                    await asyncio.to_thread(shutil.rmtree, each, True)

    async def _unpack(self, hash: str, packed: bytes, target: Path) -> None:
        """Unpack into a draft and rename that, so that no bundle is incomplete."""
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
