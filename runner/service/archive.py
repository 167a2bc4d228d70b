"""Bundles on this machine: fetched once, unpacked once, checked against their hash."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from arena.bundles import BadBundle, Opened, hash_of_folder, open_apart

Fetch = Callable[[str], Awaitable[bytes]]  # by the content's hash, hex


class BundleFolders:
    """Unpacked bundles below *folder*, by content hash."""

    def __init__(self, folder: Path, fetch: Fetch) -> None:
        self._folder = folder
        self._fetch = fetch
        self._one_at_a_time = asyncio.Lock()

    async def folder_of(self, hash: str) -> Path:
        """Return where the bundle lies, unpacked; fetch it where it is not there, or was changed.

        Raises `BadBundle` where what the arena sends is not that bundle, and what *fetch* raises.
        """
        target = self._folder / hash
        async with self._one_at_a_time:
            if target.exists() and await asyncio.to_thread(hash_of_folder, target) == hash:
                return target
            await asyncio.to_thread(shutil.rmtree, target, True)
            await self._unpack(hash, await self._fetch(hash), target)
        return target

    async def _unpack(self, hash: str, packed: bytes, target: Path) -> Opened:
        """Unpack beside, then rename: nobody ever sees half of it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=self._folder))
        try:
            opened = await open_apart(packed, draft)
            if opened.hash != hash:
                raise BadBundle(f"the arena sent a bundle with the hash {opened.hash} instead of {hash}")
            os.chmod(draft, 0o755)
            os.rename(draft, target)
        finally:
            await asyncio.to_thread(shutil.rmtree, draft, True)
        return opened
