"""Namespaces of its own, and who it is there."""

import os
from typing import Final

from runner.confine.subordinate import NEWUSER, NOBODY, subordinates
from runner.confine.subordinate import become as become_subordinate
from runner.confine.system_calls import call

NEWNS: Final = 0x0002_0000
NEWCGROUP: Final = 0x0200_0000
NEWUTS: Final = 0x0400_0000
NEWIPC: Final = 0x0800_0000
NEWPID: Final = 0x2000_0000
NEWNET: Final = 0x4000_0000
OTHERS: Final = NEWNS | NEWUTS | NEWIPC | NEWPID | NEWNET | NEWCGROUP
FIRST_UID: Final = 60_000  # of seats that root starts: each has a user of its own


def is_root() -> bool:
    """Return whether this is root."""
    return os.geteuid() == 0


def enter(number: int) -> None:
    """Enter namespaces for the seat *number*; the next child is the first process in them. Raises `OSError`.

    An ordinary user needs a user namespace to enter the others.
    """
    uid, gid = os.geteuid(), os.getegid()
    given = subordinates()
    if is_root():
        call("unshare", OTHERS)
        return
    if given is not None:
        given.enter(number, lambda: call("unshare", OTHERS | NEWUSER))
        return
    call("unshare", OTHERS | NEWUSER)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{NOBODY} {uid} 1")
    _write("/proc/self/gid_map", f"{NOBODY} {gid} 1")


def become(number: int) -> None:
    """Become the user of the seat *number*, if it has one of its own. Raises `OSError`.

    The kernel counts a user's processes, but not root's. A seat of root gets a user without a name, alone in its user
    namespace.
    """
    if is_root():
        uid = FIRST_UID + number
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        call("unshare", NEWUSER)
    elif subordinates() is not None:
        become_subordinate()


def _write(path: str, text: str) -> None:
    """Write in one call: a refusal would be hidden by a buffer."""
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)
