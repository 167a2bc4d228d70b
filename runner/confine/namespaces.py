"""Namespaces of its own, and who it is there."""

import os
from typing import Final

from runner.confine.calls import call

NEWNS: Final = 0x0002_0000
NEWCGROUP: Final = 0x0200_0000
NEWUTS: Final = 0x0400_0000
NEWIPC: Final = 0x0800_0000
NEWUSER: Final = 0x1000_0000
NEWPID: Final = 0x2000_0000
NEWNET: Final = 0x4000_0000
OTHERS: Final = NEWNS | NEWUTS | NEWIPC | NEWPID | NEWNET | NEWCGROUP
NOBODY: Final = 65_534  # what an ordinary user's seat is called inside
FIRST_UID: Final = 60_000  # of seats that root starts: each has a user of its own


def is_root() -> bool:
    """Return whether seats can have users of their own."""
    return os.geteuid() == 0


def enter() -> None:
    """Enter namespaces; the next child is the first process of its own. Raises `OSError`.

    An ordinary user has to have a user namespace to enter the others.
    """
    if is_root():
        call("unshare", OTHERS)
        return
    uid, gid = os.geteuid(), os.getegid()
    call("unshare", OTHERS | NEWUSER)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{NOBODY} {uid} 1")
    _write("/proc/self/gid_map", f"{NOBODY} {gid} 1")


def become(number: int) -> None:
    """Where this is root, become the user of the seat *number*, in a user namespace of its own.

    The kernel counts a user's processes, and root's not at all. The user has no name and no id in
    that namespace. Raises `OSError`.
    """
    if is_root():
        uid = FIRST_UID + number
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        call("unshare", NEWUSER)


def _write(path: str, text: str) -> None:
    """Write in one call: a refusal would be hidden by a buffer."""
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)
