"""The same folder is the same bundle, however it is packed."""

import os
import stat
from pathlib import Path

import pytest

from arena.bundles import BundleError, files_in, pack, packing, unpack
from arena.bundles.files import content_hash
from tests.bundles.bundles import GOOD, MANIFEST, folder_of, zipped

ELF_BOT: dict[str, str | bytes] = {
    "bot.toml": 'kind = "executable"\nentry = "bin/bot.elf"\nvariants = ["spades-4"]\n',
    "bin/bot.elf": b"\x7fELF" + bytes(100),
    "data/weights.bin": bytes(range(256)) * 100,
}


@pytest.mark.parametrize("files", [GOOD, ELF_BOT])
def test_a_packed_folder_unpacks_to_the_same_files(tmp_path: Path, files: dict[str, str | bytes]) -> None:
    packed = pack(folder_of(tmp_path, files))
    target = tmp_path / "there"
    target.mkdir()
    opened = unpack(packed.data, target)
    assert (opened.hash, opened.manifest, opened.files, opened.size) == (
        packed.hash,
        packed.manifest,
        packed.files,
        packed.size,
    )
    for name, text in files.items():
        written = target / name
        assert written.read_bytes() == (text if isinstance(text, bytes) else text.encode())
        assert stat.S_IMODE(written.stat().st_mode) == (0o555 if name.endswith(".elf") else 0o444)


def test_times_owners_and_what_is_left_out_change_nothing(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    before = pack(folder)
    os.utime(folder / "my_bot.py", (1, 1))
    for name in (".git/config", "__pycache__/my_bot.cpython-311.pyc", ".venv/pyvenv.cfg", ".DS_Store"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("x")
    assert pack(folder) == before
    target = tmp_path / "there"
    target.mkdir()
    assert unpack(zipped({name: GOOD[name] for name in reversed(GOOD)}), target).hash == before.hash


@pytest.mark.parametrize(
    "change", [{"my_bot.py": "class MyBot: pass\n"}, {"my_bot2.py": ""}, {"bot.toml": MANIFEST + "#"}]
)
def test_every_byte_and_name_counts(tmp_path: Path, change: dict[str, str]) -> None:
    before = pack(folder_of(tmp_path / "one", GOOD)).hash
    assert pack(folder_of(tmp_path / "two", GOOD | change)).hash != before


def test_the_executable_bit_counts(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    before = pack(folder).hash
    (folder / "my_bot.py").chmod(0o755)
    assert pack(folder).hash != before


def test_the_hash_is_written_down() -> None:
    assert content_hash({"a": (True, bytes(32))}) == "d971bf823f3732a233e16018443130fc61c384ce4c1e49db4880b8519df87f6d"


def test_progress_is_reported(tmp_path: Path) -> None:
    progress: list[tuple[int, int]] = []
    packed = pack(folder_of(tmp_path, ELF_BOT), lambda done, size: progress.append((done, size)))
    assert progress[-1] == (packed.size, packed.size)


def test_a_link_is_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    (folder / "secret").symlink_to("/etc/passwd")
    with pytest.raises(BundleError, match="'secret' is a link, pipe or device"):
        files_in(folder)


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(tmp_path, GOOD)
    with (folder / "big").open("wb") as file:
        file.truncate(101 * 2**20)
    with pytest.raises(BundleError, match="more than 100 MB of files"):
        pack(folder)
    monkeypatch.setattr(packing, "MAX_PACKED", 2**20)
    (folder / "big").write_bytes(os.urandom(2 * 2**20))
    with pytest.raises(BundleError, match=r"2\.0 MB packed: at most 1 MB"):
        pack(folder)
    (folder / "big").unlink()
    for number in range(2000):
        (folder / f"{number}").touch()
    with pytest.raises(BundleError, match="more than 2,000 files"):
        pack(folder)


def test_a_folder_without_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="no such folder"):
        pack(tmp_path / "nowhere")
    with pytest.raises(BundleError, match=r"it has no bot\.toml"):
        pack(folder_of(tmp_path, {"my_bot.py": ""}))
