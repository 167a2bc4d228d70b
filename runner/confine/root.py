"""Build the root file system of a seat: a few read-only folders, and a small /tmp."""

import ctypes
import os
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from runner.confine.system_calls import call, number_of, system_call

# Flags of mount(2), umount2(2), and mount_setattr(2).
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 1, 2, 4, 8, 32, 4096, 16_384, 1 << 18
DETACH: Final = 2
HERE: Final = -100
RECURSIVE: Final = 0x8000
TMP: Final = "size=8m,nr_inodes=2048,mode=1777"
DEVICES: Final = ("/dev/null", "/dev/urandom")  # not /dev/zero, which can be mapped as shared memory


@dataclass(frozen=True)
class Bind:
    """A file or folder *source* of the machine, and its *path* in the seat's root."""

    source: str
    path: str


def change(base: str, binds: Iterable[Bind], links: Iterable[tuple[str, str]]) -> None:
    """Build a root of *binds* and *links* in the empty folder *base*, and make it this process's root.

    *links*: symbolic links as (name, target). Afterwards the old root is unreachable, and there is no /proc. Raises
    `OSError`.
    """
    _mount(None, "/", None, REC | PRIVATE)
    _mount("tmpfs", base, "tmpfs", NOSUID | NODEV, "size=1m,nr_inodes=4096,mode=755")
    os.mkdir(f"{base}/tmp")
    _mount("tmpfs", f"{base}/tmp", "tmpfs", NOSUID | NODEV | NOEXEC, TMP)
    for bind in binds:
        _bind(bind, base + bind.path)
    for name, target in links:
        os.symlink(target, base + name)
    os.chdir(base)
    system_call(number_of("pivot_root"), b".", b".")  # now the old root is mounted over the new one
    call("umount2", b".", DETACH)
    os.chdir("/")
    _mount(None, "/", None, REMOUNT | BIND | RDONLY | NOSUID | NODEV)


def _bind(bind: Bind, at: str) -> None:
    source = bind.source
    if os.path.isdir(source):
        os.makedirs(at, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(at), exist_ok=True)
        os.close(os.open(at, os.O_WRONLY | os.O_CREAT))
    _mount(source, at, None, BIND | REC)
    _protect(at, RDONLY | NOSUID | (0 if bind.path in DEVICES else NODEV))


def _protect(at: str, flags: int) -> None:
    """Add *flags* to the mount at *at* and to all mounts below it, which a remount would not change."""
    attributes = struct.pack("<QQQQ", flags, 0, 0, 0)
    try:
        system_call(
            number_of("mount_setattr"),
            HERE,
            ctypes.c_char_p(at.encode()),
            RECURSIVE,
            ctypes.c_char_p(attributes),
            ctypes.c_size_t(len(attributes)),
        )
    except OSError as problem:
        raise OSError(problem.errno, f"{problem.strerror} ({at})") from None


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    texts = [text.encode() if text is not None else None for text in (source, target, kind, data)]
    try:
        call("mount", *texts[:3], ctypes.c_ulong(flags), texts[3])
    except OSError as problem:
        raise OSError(problem.errno, f"{problem.strerror} ({target})") from None
