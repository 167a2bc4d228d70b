"""A path that cannot be written or read is an error of one line, and leaves no file."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.match.benchmark import FINGERPRINTS
from tests.bots.text import session
from tests.cli.conftest import Command, Served

SHELL = f"text:sh {session.SHELL}"
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


@pytest.fixture
def maintained(arena: Command, database: str, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("ARENA_DSN", database)
    return arena


@pytest.mark.parametrize("path", NEW)
def test_backup_and_archive(path: Prepare, maintained: Command, tmp_path: Path) -> None:
    file = path(tmp_path)
    check(maintained, ["backup", str(file)], tmp_path, file)
    check(maintained, ["archive", "take", "0", str(file)], tmp_path, file)


@pytest.mark.parametrize("path", [missing, below_a_file, a_folder, too_long])
def test_commands_that_read(path: Prepare, maintained: Command, tmp_path: Path) -> None:
    file = path(tmp_path)
    for words in (["restore"], ["archive", "put"], ["verify"], ["replay"], ["play", "--resume"]):
        check(maintained, [*words, str(file)], tmp_path, file)


@pytest.mark.parametrize("path", WRITES)
def test_export_and_match(path: Prepare, read_only: Served, arena: Command, tmp_path: Path) -> None:
    file = path(tmp_path)
    check(arena, ["export", "cup", "-o", str(file)], tmp_path, file)
    words = ["match", SHELL, SHELL, "--variants", "pinochle-two-handed", "--boards", "1", "--out", str(file)]
    check(arena, words, tmp_path, file)


def closed(folder: Path) -> Path:
    if os.getuid() == 0:  # root may write nearly anywhere
        return Path("/proc/self/pages")
    (folder / "closed").mkdir(mode=0o500)
    return folder / "closed" / "pages"


@pytest.mark.parametrize("path", [existing, below_a_file, too_long, closed])
def test_folders(
    path: Prepare, read_only: Served, arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("arena.cli.match.benchmark.fingerprint", FINGERPRINTS.get)  # it takes seconds
    folder = path(tmp_path)
    named = folder.parent if path is closed else folder
    words = ["benchmark", SHELL, "--variants", "pinochle-two-handed", "--boards", "1", "--out", str(folder)]
    check(arena, words, tmp_path, named)
    game = json.loads(arena("tournament", "games", "cup", "--json").out.splitlines()[0])["game"]
    check(arena, ["bot", "keep", game, "--seat", "0", "--packs", str(folder)], tmp_path, named)


def test_a_full_disk_is_reported() -> None:
    with FULL.open("w") as device:
        done = subprocess.run([sys.executable, "-m", "arena", "variants"], stdout=device, stderr=subprocess.PIPE)
    line = b"arena: standard output: no space is left on the disk: free some, or give another path\n"
    assert (done.returncode, done.stderr) == (2, line)


def test_a_backup_that_fails_leaves_no_file(database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    file = tmp_path / "arena.backup"
    # 16 blocks are less than the dump takes. A compiled module would be cut there too, and break later imports.
    limited = f"ulimit -f 16; exec {sys.executable} -B -m arena backup {file}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"arena: {file}: File too large: give another path\n")
    assert not file.exists()
