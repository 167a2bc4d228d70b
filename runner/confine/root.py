"""A root of its own: a few folders, read-only, and a small /tmp."""

import ctypes
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from runner.confine.calls import call, system_call
from runner.confine.system_calls import number_of

RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 1, 2, 4, 8, 32, 4096, 16_384, 1 << 18
NOATIME, NODIRATIME, RELATIME = 1024, 2048, 1 << 21
KEPT: Final = ((1, RDONLY), (2, NOSUID), (4, NODEV), (8, NOEXEC), (1024, NOATIME), (2048, NODIRATIME), (4096, RELATIME))
DETACH: Final = 2
TMP: Final = "size=8m,nr_inodes=2048,mode=1777"
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/urandom")


@dataclass(frozen=True)
class Bind:
    """The file or folder *source* is seen inside at *path*."""

    source: str
    path: str


def change(base: str, binds: Iterable[Bind], links: Iterable[tuple[str, str]]) -> None:
    """Make a root of *binds* and *links* (name, target) and enter it. Raises `OSError`.

    *base*: an empty folder, in which no source lies. The old root is gone afterwards. There is no
    /proc.
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
    system_call(number_of("pivot_root"), b".", b".")  # the old root lies on the new one now
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
    locked = os.statvfs(at).f_flag
    kept = sum(flag for shown, flag in KEPT if locked & shown)  # flags of the source that may not be taken off
    _mount(None, at, None, kept | REMOUNT | BIND | RDONLY | NOSUID | (0 if bind.path in DEVICES else NODEV))


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    texts = [text.encode() if text is not None else None for text in (source, target, kind, data)]
    try:
        call("mount", *texts[:3], ctypes.c_ulong(flags), texts[3])
    except OSError as problem:
        raise OSError(problem.errno, f"{problem.strerror} ({target})") from None
