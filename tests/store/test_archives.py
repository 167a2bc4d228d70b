"""Archives of bundles are kept alike in Postgres and in a folder."""

from pathlib import Path

import pytest

from arena.gateway.settings import Settings as GatewaySettings
from arena.settings import SettingError
from arena.store import Store
from arena.store.bundles.keeping import Archives, ArchivesInFolder, ArchivesInPostgres
from arena.web.__main__ import Settings as WebSettings

HASH, OTHER = bytes(32), b"\1" * 32


@pytest.fixture(params=["postgres", "folder"])
def archives(request: pytest.FixtureRequest, tmp_path: Path) -> Archives:
    if request.param == "folder":
        return ArchivesInFolder(tmp_path / "archives")
    store: Store = request.getfixturevalue("store")
    return store.archives


async def test_stored_archives_never_change_and_are_read_in_pieces(archives: Archives) -> None:
    assert await archives.get(HASH) is None
    assert await archives.piece(HASH, 0, 10) is None
    await archives.put(HASH, b"0123456789")
    await archives.put(HASH, b"something else")
    assert await archives.get(HASH) == b"0123456789"
    assert await archives.get(OTHER) is None
    pieces = [await archives.piece(HASH, start, 4) for start in (0, 8, 10, 99)]
    assert pieces == [b"0123", b"89", b"", b""]


async def test_a_setting_chooses(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ARENA_DSN", "ARENA_LINK_SECRET"):
        monkeypatch.setenv(name, "postgresql:///arena")
    monkeypatch.setenv("ARENA_REDIS_URL", "redis://localhost")
    for settings in (GatewaySettings, WebSettings):
        monkeypatch.delenv("ARENA_BUNDLES", raising=False)
        store.keep_archives_in(settings.from_environment().archives)
        assert isinstance(store.archives, ArchivesInPostgres)
        monkeypatch.setenv("ARENA_BUNDLES", str(tmp_path / "archives"))
        store.keep_archives_in(settings.from_environment().archives)
        await store.archives.put(HASH, b"0123456789")
        assert [path.name for path in (tmp_path / "archives").iterdir()] == [f"{HASH.hex()}.zip"]
        monkeypatch.setenv("ARENA_BUNDLES", "archives")
        with pytest.raises(SettingError, match="ARENA_BUNDLES=archives: give an absolute path"):
            settings.from_environment()
