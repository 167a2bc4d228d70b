"""A path that cannot be written or read is one line: the path, what is wrong, what to do; and nothing is left."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Served

FULL = Path("/dev/full")
Prepare = Callable[[Path], Path]


def missing(folder: Path) -> Path:
    return folder / "none" / "file"


def below_a_file(folder: Path) -> Path:
    (folder / "taken").write_text("kept")
    return folder / "taken" / "file"


def a_folder(folder: Path) -> Path:
    (folder / "inside").mkdir()
    return folder / "inside"


def existing(folder: Path) -> Path:
    (folder / "taken").write_text("kept")
    return folder / "taken"


def too_long(folder: Path) -> Path:
    return folder / ("x" * 300)


def full(_: Path) -> Path:
    return FULL


WRITES = (missing, below_a_file, a_folder, too_long, full)
NEW = (*WRITES, existing)


def files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def check(arena: Command, words: list[str], folder: Path, named: Path) -> None:
    """Refused in one line which names the path, and nothing was made or changed."""
    before = files_below(folder)
    said = arena(*words)
    assert said.refused, said
    assert "Errno" not in said.err
    assert str(named)[:40] in said.err
    assert ": " in said.err.removeprefix("arena: ")
    assert files_below(folder) == before
    assert all(path.read_text() == "kept" for path in before if path.name == "taken")


@pytest.mark.parametrize("path", NEW)
def test_backup(path: Prepare, arena: Command, database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    file = path(tmp_path)
    check(arena, ["backup", str(file)], tmp_path, file)


@pytest.mark.parametrize("path", NEW)
def test_archive(path: Prepare, arena: Command, database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    file = path(tmp_path)
    check(arena, ["archive", "take", "0", str(file)], tmp_path, file)


@pytest.mark.parametrize("words", [["restore"], ["archive", "put"], ["verify"], ["replay"], ["play", "--resume"]])
@pytest.mark.parametrize("path", [missing, below_a_file, a_folder, too_long])
def test_what_is_read(
    path: Prepare, words: list[str], arena: Command, database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    file = path(tmp_path)
    check(arena, [*words, str(file)], tmp_path, file)


@pytest.mark.parametrize("path", WRITES)
def test_export(path: Prepare, cup: Served, arena: Command, tmp_path: Path) -> None:
    file = path(tmp_path)
    check(arena, ["export", "cup", "-o", str(file)], tmp_path, file)


@pytest.mark.parametrize("path", WRITES)
def test_match(path: Prepare, arena: Command, tmp_path: Path) -> None:
    file = path(tmp_path)
    words = ["match", "random", "random", "--variant", "pinochle-two-handed", "--boards", "1", "--out", str(file)]
    check(arena, words, tmp_path, file)


@pytest.mark.parametrize("path", [existing, below_a_file, too_long])
def test_folders(path: Prepare, arena: Command, tmp_path: Path) -> None:
    folder = path(tmp_path)
    check(arena, ["benchmark", "random", "--boards", "1", "--out", str(folder)], tmp_path, folder)


def test_a_folder_that_nobody_may_write(arena: Command, tmp_path: Path) -> None:
    folder = Path("/proc/self") if os.getuid() == 0 else tmp_path / "closed"  # root may write nearly anywhere
    if os.getuid():
        folder.mkdir(mode=0o500)
    check(arena, ["benchmark", "random", "--boards", "1", "--out", str(folder / "pages")], tmp_path, folder)


def test_standard_output_on_a_full_disk() -> None:
    with FULL.open("w") as device:
        done = subprocess.run([sys.executable, "-m", "arena", "variants"], stdout=device, stderr=subprocess.PIPE)
    line = b"arena: standard output: no space is left on the disk: free some, or give another path\n"
    assert (done.returncode, done.stderr) == (2, line)


def test_a_backup_that_is_cut_off_in_the_middle_leaves_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    file = tmp_path / "arena.backup"
    limited = f"ulimit -f 16; exec {sys.executable} -m arena backup {file}"  # blocks: less than the dump takes
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"arena: {file}: File too large: give another path\n")
    assert not file.exists()


@pytest.mark.parametrize("path", [existing, below_a_file, too_long])
def test_packs(path: Prepare, finished: Served, arena: Command, tmp_path: Path) -> None:
    game = json.loads(arena("tournament", "games", "cup", "--json").out.splitlines()[0])["game"]
    folder = path(tmp_path)
    check(arena, ["bot", "keep", game, "--seat", "0", "--packs", str(folder)], tmp_path, folder)
