"""List, check and hash the files of a bundle."""

import hashlib
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.escapes import clip


class BundleError(Exception):
    """Raised for a bundle that is not accepted; the text is one line that says what is accepted."""


LONGEST_PATH: Final = 200  # characters
LONGEST_PART: Final = 100
LONGEST_IN_BYTES: Final = 255  # UTF-8 bytes of a part of a path; file systems accept no more
DEEPEST: Final = 12  # parts of a path
FORBIDDEN: Final = frozenset('\\:*?"<>|')  # characters that have a meaning on some systems
MAX_FILES: Final = 2_000
MAX_UNPACKED: Final = 100 * 2**20  # bytes of all files together
CHUNK: Final = 2**20
HEAD: Final = b"arena bundle 1\n"
UPWARDS: Final = (".", "..")  # names that are refused instead of ignored
LEFT_OUT: Final = ("__pycache__", "__MACOSX")  # ignored, like names that begin with a point


class Names:
    """The names of files so far, none of which may be equal to another on any operating system."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def add(self, name: str) -> None:
        """Add the name of a file. Raises `BundleError` if it is not accepted, or equal apart from case."""
        check_name(name)
        alike = name.casefold()
        parts = alike.split("/")
        folders = {"/".join(parts[:depth]) for depth in range(1, len(parts))}
        if alike in self._files or alike in self._folders or folders & self._files:
            raise BundleError(
                f"file {clip(name)!r}: another file or folder has that name, upper and lower case being one"
            )
        self._files.add(alike)
        self._folders |= folders


def check_name(name: str) -> None:
    """Check the path of a file inside its bundle. Raises `BundleError`."""
    parts = name.split("/")
    if name.startswith("/") or any(part in ("", ".", "..") for part in parts):
        raise BundleError(f"file {clip(name)!r}: give a path inside the folder, without empty parts, . and ..")
    if len(name) > LONGEST_PATH or len(parts) > DEEPEST or max(map(len, parts)) > LONGEST_PART:
        most = f"{LONGEST_PATH} characters and {DEEPEST} parts of {LONGEST_PART}"
        raise BundleError(f"file {clip(name)!r}: a path has at most {most}")
    if max(len(part.encode(errors="surrogatepass")) for part in parts) > LONGEST_IN_BYTES:
        raise BundleError(f"file {clip(name)!r}: a part of its name has more than {LONGEST_IN_BYTES} bytes in UTF-8")
    if any(not each.isprintable() or each in FORBIDDEN for each in name):
        raise BundleError(f"file {clip(name)!r}: remove unprintable characters and {' '.join(sorted(FORBIDDEN))}")
    if unicodedata.normalize("NFC", name) != name:
        raise BundleError(f"file {clip(name)!r}: write its name in Unicode's composed form (NFC)")
    if any(part.startswith(".") or part != part.strip(" .") for part in parts):
        raise BundleError(f"file {clip(name)!r}: no part of a name begins or ends with a point or a blank")


@dataclass(frozen=True)
class File:
    """A file of a bundle's folder. *name*: its path in the folder, with slashes. *size*: bytes."""

    name: str
    path: Path
    is_executable: bool
    size: int


def files_in(folder: Path) -> list[File]:
    """Return the files of the bundle in *folder*, in order of name.

    Ignores `__pycache__` and names that begin with a point. Raises `BundleError` for a link, a device, a name that is
    not accepted, and for too many files or bytes.
    """
    if not folder.is_dir():
        raise BundleError(f"{folder}: no such folder")
    names, size = Names(), 0
    files: list[File] = []
    for path in _walk(folder):
        name = path.relative_to(folder).as_posix()
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            raise BundleError(f"file {name!r} is a link, pipe or device; replace it with a plain file")
        names.add(name)
        size += status.st_size
        check_amount(len(files) + 1, size)
        files.append(File(name, path, bool(status.st_mode & stat.S_IXUSR), status.st_size))
    return sorted(files, key=lambda file: file.name.encode())


def is_left_out(name: str) -> bool:
    """Return whether a file or folder of this name is ignored."""
    return (name.startswith(".") and name not in UPWARDS) or name in LEFT_OUT


def check_amount(files: int, size: int) -> None:
    """Raise `BundleError` for too many files, or too many bytes in all."""
    if files > MAX_FILES:
        raise BundleError(f"more than {MAX_FILES:,} files: at most that many are accepted")
    if size > MAX_UNPACKED:
        raise BundleError(f"more than {MAX_UNPACKED // 2**20} MB of files: at most that much is accepted")


def content_hash(files: Mapping[str, tuple[bool, bytes]]) -> str:
    """Return the SHA-256 of a bundle's contents in hex digits; it does not depend on packing.

    *files*: (is executable, SHA-256 of the bytes) by name. It hashes `HEAD`, then each file in order of name. A file
    gives its name in UTF-8, NUL, "x" or "-", and the SHA-256 of its bytes.
    """
    whole = hashlib.sha256(HEAD)
    for name in sorted(files, key=str.encode):
        is_executable, digest = files[name]
        whole.update(name.encode() + b"\0" + (b"x" if is_executable else b"-") + digest)
    return whole.hexdigest()


def hash_of(files: Iterable[File]) -> str:
    """Return the content hash of a folder's files, in hex digits."""
    return content_hash({file.name: (file.is_executable, digest_of(file.path)) for file in files})


def digest_of(path: Path) -> bytes:
    """Return the SHA-256 of a file's bytes."""
    with path.open("rb") as data:
        return hashlib.file_digest(data, "sha256").digest()


def _walk(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if is_left_out(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(Path(entry.path))
            else:
                yield Path(entry.path)
