"""What was unpacked and then changed is not what its hash says."""

from pathlib import Path

import pytest

from arena.bundles import is_whole, unpack
from tests.bundles.bundles import GOOD, zipped

WHEEL = "wheels/lib-1.0-py3-none-any.whl"
LIB = {"lib/__init__.py": "VALUE = 7\n", "lib-1.0.dist-info/METADATA": "Name: lib\n"}
FILES: dict[str, str | bytes] = {**GOOD, WHEEL: zipped(LIB)}


@pytest.fixture
def bundle(tmp_path: Path) -> tuple[Path, str]:
    return tmp_path, unpack(zipped(FILES), tmp_path).hash


def test_an_unpacked_bundle_is_whole(bundle: tuple[Path, str]) -> None:
    assert is_whole(*bundle)


@pytest.mark.parametrize("name", ["my_bot.py", WHEEL, ".site/lib/__init__.py"])
def test_no_file_may_change_or_go(bundle: tuple[Path, str], name: str) -> None:
    folder, hash = bundle
    path = folder / name
    path.chmod(0o644)
    path.write_bytes(b"VALUE = 8\n")
    assert not is_whole(folder, hash)
    path.unlink()
    assert not is_whole(folder, hash)


@pytest.mark.parametrize(
    "name", ["more.py", ".site/lib/more.py", ".site/other.py", "__pycache__/my_bot.cpython-311.pyc", ".hidden"]
)
def test_no_file_may_come(bundle: tuple[Path, str], name: str) -> None:
    folder, hash = bundle
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("")
    assert not is_whole(folder, hash)


def test_no_link_stands_for_a_file(bundle: tuple[Path, str]) -> None:
    folder, hash = bundle
    path = folder / ".site/lib/__init__.py"
    path.rename(folder.parent / "elsewhere.py")
    path.symlink_to(folder.parent / "elsewhere.py")
    assert not is_whole(folder, hash)


def test_a_folder_that_is_not_there_is_not_whole(tmp_path: Path) -> None:
    assert not is_whole(tmp_path / "nothing", "0" * 64)
