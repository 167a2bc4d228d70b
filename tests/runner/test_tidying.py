"""A runner deletes what nobody uses any more, and nothing else."""

import asyncio
import os
import tempfile
from pathlib import Path

from arena.bundles import pack
from runner.service.archive import KEPT, BundleFolders
from runner.zygote.client import Zygote
from tests.bundles.bundles import GOOD, folder_of

NOW = 2_000_000_000.0
NO_PID = 2**30  # more than there are


async def test_old_bundles_are_deleted(tmp_path: Path) -> None:
    fetched = []

    async def fetch(hash: str) -> bytes:
        fetched.append(hash)
        return packed[hash]

    packed = {}
    for number in range(2):
        bundle = pack(folder_of(tmp_path / str(number), GOOD | {"more.py": str(number)}))
        packed[bundle.hash] = bundle.data
    folders = BundleFolders(tmp_path / "bundles", fetch)
    old, new = [await folders.folder_of(hash) for hash in packed]
    os.utime(old, (0, NOW - KEPT - 1))
    os.utime(new, (0, NOW - KEPT + 1))
    (tmp_path / "bundles" / "half-unpacked").mkdir()
    os.utime(tmp_path / "bundles" / "half-unpacked", (0, 0))
    await folders.forget_old(NOW)
    assert list((tmp_path / "bundles").iterdir()) == [new]
    assert await folders.folder_of(old.name) == old
    assert fetched == [*packed, old.name]
    os.utime(new, (0, 0))
    await folders.forget_old(NOW + 1)  # it has looked a moment ago
    assert new.exists()
    await folders.folder_of(new.name)
    assert new.stat().st_mtime > 0


async def begun_and_ended() -> None:
    await (await Zygote.begin()).end()


def test_folders_of_dead_runners_are_deleted() -> None:
    dead = Path(tempfile.mkdtemp(prefix=f"arena-seat-{NO_PID}-"))
    living = Path(tempfile.mkdtemp(prefix=f"arena-seat-{os.getpid()}-"))
    asyncio.run(begun_and_ended())
    assert not dead.exists()
    assert living.exists()
    living.rmdir()
