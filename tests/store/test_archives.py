"""Archives of bundles are kept alike in Postgres and in a folder."""

from pathlib import Path

import pytest

from arena.store import Store
from arena.store.bundles.keeping import Archives, ArchivesInFolder

HASH, OTHER = bytes(32), b"\1" * 32


@pytest.fixture(params=["postgres", "folder"])
def archives(request: pytest.FixtureRequest, tmp_path: Path) -> Archives:
    if request.param == "folder":
        return ArchivesInFolder(tmp_path / "archives")
    store: Store = request.getfixturevalue("store")
    return store.archives


async def test_what_is_kept_never_changes(archives: Archives) -> None:
    assert await archives.get(HASH) is None
    assert await archives.piece(HASH, 0, 10) is None
    await archives.put(HASH, b"0123456789")
    await archives.put(HASH, b"something else")
    assert await archives.get(HASH) == b"0123456789"
    assert await archives.get(OTHER) is None


@pytest.mark.parametrize(("start", "size", "piece"), [(0, 4, b"0123"), (8, 4, b"89"), (10, 4, b""), (99, 4, b"")])
async def test_an_archive_is_read_in_pieces(archives: Archives, start: int, size: int, piece: bytes) -> None:
    await archives.put(HASH, b"0123456789")
    assert await archives.piece(HASH, start, size) == piece
