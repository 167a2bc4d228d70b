"""The files of a bundle's folder, and the hash of what they are."""

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.bundles.errors import BadBundle
from arena.bundles.names import Names

MOST_FILES: Final = 2_000
MOST_UNPACKED: Final = 100 * 2**20  # bytes of all files together
CHUNK: Final = 2**20
HEAD: Final = b"arena bundle 1\n"
UPWARDS: Final = (".", "..")  # names that are refused, not left out
LEFT_OUT: Final = ("__pycache__", "__MACOSX")  # beside names that begin with a point


@dataclass(frozen=True)
class File:
    """A file of a folder; *name* is relative to it, with slashes."""

    name: str
    path: Path
    is_executable: bool
    size: int


def files_in(folder: Path) -> list[File]:
    """Return the files of a bundle in order of their names.

    Left out are names that begin with a point, and `__pycache__`. Raises `BadBundle` for a link, a
    device, a name that is not accepted, and too many files or bytes.
    """
    if not folder.is_dir():
        raise BadBundle(f"{folder}: no such folder")
    names, size = Names(), 0
    found: list[File] = []
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix()
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            raise BadBundle(f"file {name!r}: accepted are files and folders, neither links nor devices")
        names.add(name)
        size += status.st_size
        check_amount(len(found) + 1, size)
        found.append(File(name, path, bool(status.st_mode & stat.S_IXUSR), status.st_size))
    return sorted(found, key=lambda file: file.name.encode())


def is_left_out(name: str) -> bool:
    """Return whether a file or folder of that name is no part of a bundle."""
    return (name.startswith(".") and name not in UPWARDS) or name in LEFT_OUT


def check_amount(files: int, size: int) -> None:
    """Check how many files there are, and bytes in all. Raises `BadBundle`."""
    if files > MOST_FILES:
        raise BadBundle(f"more than {MOST_FILES:,} files: at most that many are accepted")
    if size > MOST_UNPACKED:
        raise BadBundle(f"more than {MOST_UNPACKED // 2**20} MB of files: at most that much is accepted")


class ContentHash:
    """SHA-256 over the files of a bundle: names, executable bits, bytes; in order of the names.

    The digest of `HEAD`, then for each file its name in UTF-8, NUL, "x" or "-", and the SHA-256 of
    its bytes. How it was packed does not matter, nor when.
    """

    def __init__(self) -> None:
        self._all = hashlib.sha256(HEAD)

    def add(self, name: str, is_executable: bool, digest: bytes) -> None:
        """Take in one more file."""
        self._all.update(name.encode() + b"\0" + (b"x" if is_executable else b"-") + digest)

    def hexdigest(self) -> str:
        """Return the hash, 64 hex digits."""
        return self._all.hexdigest()


def hash_of(files: Iterable[File]) -> str:
    """Return the content hash of files that are in order."""
    found = ContentHash()
    for file in files:
        with file.path.open("rb") as data:
            digest = hashlib.file_digest(data, "sha256").digest()
        found.add(file.name, file.is_executable, digest)
    return found.hexdigest()


def _walk(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if is_left_out(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(Path(entry.path))
            else:
                yield Path(entry.path)
