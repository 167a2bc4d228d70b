"""Write new files completely or not at all, and explain an `OSError` in one line."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

FULL: Final = (errno.ENOSPC, errno.EDQUOT)
READER_GONE: Final = 141  # exit code of a program if the reader of its standard output closed the pipe


def drop_output() -> None:
    """Discard buffered output: flushing it when Python exits would fail a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Add *path* to every `OSError` of the block that has no path, as after a failed write to an open file."""
    try:
        yield
    except OSError as problem:
        if problem.filename is None:
            problem.filename = str(path)
        raise


@contextmanager
def create_file(path: Path, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """Create *path* for binary writing, and sync it to disk after the block.

    If the block fails, the file is deleted. *mode*: permission bits. Raises `OSError` with the path; *path* must not
    exist.
    """
    raw = open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode), "w+b")  # noqa: SIM115
    try:
        with naming(path), raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextmanager
def replaced(path: Path, mode: int = 0o666) -> Iterator[IO[str]]:
    """Open a temporary text file (UTF-8) that replaces *path* after the block.

    If the block fails, the temporary file is deleted. *mode*: permission bits. A device such as `/dev/stdout` is
    written directly. Raises `OSError` with the path.
    """
    if path.exists() and not path.is_file():
        with naming(path), path.open("w", encoding="utf-8") as file:
            yield file
        return
    draft = path.resolve().with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with naming(path):
            try:
                file = open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8")  # noqa: SIM115
            except OSError as problem:
                problem.filename = str(path)
                raise
            with file:
                yield file
            draft.replace(path.resolve())
    finally:
        with suppress(OSError):
            draft.unlink()


def make_folder(path: Path) -> None:
    """Create the folder *path* and its parents if missing. Raises `OSError` with the path."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


def explain(problem: OSError) -> str:
    """Return one line about *problem*: its path, its cause, and how to fix it."""
    path = Path(os.fsdecode(problem.filename)) if problem.filename is not None else Path("-")
    match problem.errno:
        case errno.EEXIST:
            return f"{path} exists already: give another name, or move it away"
        case errno.EISDIR:
            return f"{path} is a folder: give the name of a file"
        case errno.ENOTDIR | errno.ENOENT if blocker := _not_a_folder(path):
            return f"{path}: {blocker} is not a folder: give another path"
        case errno.ENOENT if not os.path.isdir(path.parent):
            return f"{path}: the folder {path.parent} does not exist: make it, or give another"
        case errno.ENOENT:
            return f"{path} does not exist: give the name of a file that does"
        case errno.EACCES | errno.EPERM:
            return f"{path}: you have no permission: give another path, or ask its owner for permission"
        case errno.EROFS:
            return f"{path} is on a file system that is read-only: give another path"
        case errno.ENAMETOOLONG:
            return f"{str(path)[:40]}...: the name is too long: give a shorter one"
        case number if number in FULL:
            return f"{path}: no space is left on the disk: free some, or give another path"
    return f"{path}: {os.strerror(problem.errno) if problem.errno else problem}: give another path"


def _not_a_folder(path: Path) -> Path | None:
    """Return the first part of *path* that exists and is not a folder, or None."""
    parts = (*reversed(path.parents), path)
    # Unlike `Path`, these functions of os.path never raise.
    return next((each for each in parts if os.path.exists(each) and not os.path.isdir(each)), None)
