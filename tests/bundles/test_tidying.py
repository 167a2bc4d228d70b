"""Archives as people make them, beside the folder that `arena bot submit` packs."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from arena.bundles import BundleError, files, pack, tidy_apart, unpack
from arena.bundles.packing import normalize_archive
from tests.bundles.bundles import GOOD, folder_of, zipped

LITTER = {".DS_Store": "x", ".git/config": "x", "__pycache__/my_bot.pyc": "x", "__MACOSX/._my_bot.py": "x"}


@pytest.mark.parametrize("around", ["", "red-fox/"])
async def test_it_is_the_same_version_as_the_folder(tmp_path: Path, around: str) -> None:
    archive = zipped({around + name: text for name, text in GOOD.items()} | LITTER)
    hash, tidy = await tidy_apart(archive) if around else normalize_archive(archive)
    assert hash == pack(folder_of(tmp_path, GOOD)).hash
    (tmp_path / "there").mkdir()
    opened = unpack(tidy, tmp_path / "there")
    assert (opened.hash, opened.files) == (hash, len(GOOD))


def test_executable_files_stay_executable() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        entry = zipfile.ZipInfo("run")
        entry.external_attr = (stat.S_IFREG | 0o744) << 16
        archive.writestr(entry, "x")
    _, tidy = normalize_archive(target.getvalue())
    with zipfile.ZipFile(io.BytesIO(tidy)) as archive:
        assert archive.infolist()[0].external_attr >> 16 == stat.S_IFREG | 0o755


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no archive", "is not a whole ZIP archive"),
        (zipped(GOOD | {"a/../../evil": "x"}), "inside the folder"),
        (zipped({"fox/bot.toml": "x", "fox/../../evil": "x"}), "inside the folder"),
    ],
)
def test_a_bad_archive_is_refused_in_a_line(data: bytes, message: str) -> None:
    with pytest.raises(BundleError, match=message):
        normalize_archive(data)


async def test_a_refusal_comes_from_the_process() -> None:
    with pytest.raises(BundleError, match="is not a whole ZIP archive"):
        await tidy_apart(b"no archive")


def test_a_bomb_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_UNPACKED", 2 * 2**20)
    with pytest.raises(BundleError, match="more than 2 MB of files: at most that much"):
        normalize_archive(zipped({"bomb": bytes(5 * 2**20)}))
