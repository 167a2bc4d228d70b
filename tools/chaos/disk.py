"""A small disk for this process and its children only: a tmpfs in a mount namespace (mount_namespaces(7))."""

import ctypes
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

NEW_MOUNTS, NEW_USER = 0x00020000, 0x10000000  # flags of sched.h
PRIVATE = 1 << 18 | 1 << 14  # MS_PRIVATE and MS_REC of mount(2)
DETACH = 2  # MNT_DETACH of umount(2)
SIZE, FILES = "1536m", 20_000
FILLER: Final = "filler"
PIECE: Final = 4096  # bytes
_libc = ctypes.CDLL(None, use_errno=True)


@contextmanager
def own_disk(folder: Path) -> Iterator[str]:
    """Mount a small disk at *folder*; yield the reason if that is forbidden. Call it before starting threads."""
    folder.mkdir()
    try:
        _mount(folder)
    except OSError as problem:
        yield f"no disk of its own: {problem.strerror or problem}"
        return
    try:
        yield ""
    finally:
        _call(_libc.umount2, os.fsencode(folder), DETACH)


def _mount(folder: Path) -> None:
    user, group = os.getuid(), os.getgid()
    _call(_libc.unshare, NEW_MOUNTS | (NEW_USER if user else 0))
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _call(_libc.mount, None, b"/", None, PRIVATE, None)
    options = f"size={SIZE},nr_inodes={FILES},mode=0755".encode()
    _call(_libc.mount, b"tmpfs", os.fsencode(folder), b"tmpfs", 0, options)


def fill_bytes(folder: Path, seconds: float) -> None:
    """Fill the disk at *folder* for so long, including space that is freed meanwhile."""

    def take() -> None:
        free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
        os.posix_fallocate(filler.fileno(), filler.tell(), max(free, PIECE))
        filler.seek(0, os.SEEK_END)

    with (folder / FILLER).open("wb") as filler:
        _go_on(seconds, take)
    (folder / FILLER).unlink()


def fill_inodes(folder: Path, seconds: float) -> None:
    """Prevent new files at *folder* for so long."""
    (folder / FILLER).mkdir()
    numbers = count()
    _go_on(seconds, lambda: (folder / FILLER / str(next(numbers))).touch())
    for each in (folder / FILLER).iterdir():
        each.unlink()
    (folder / FILLER).rmdir()


def _go_on(seconds: float, take: Callable[[], object]) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(OSError):
            while True:
                take()
        time.sleep(0.01)


def _call(function: "ctypes._NamedFuncPointer", *arguments: object) -> None:
    if function(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
