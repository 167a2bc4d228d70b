"""Enter the namespaces of a seat, and become the user of the seat."""

import errno
import os
import pwd
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from runner.confine.system_calls import call

NEWNS: Final = 0x0002_0000
NEWCGROUP: Final = 0x0200_0000
NEWUTS: Final = 0x0400_0000
NEWIPC: Final = 0x0800_0000
NEWUSER: Final = 0x1000_0000
NEWPID: Final = 0x2000_0000
NEWNET: Final = 0x4000_0000
OTHERS: Final = NEWNS | NEWUTS | NEWIPC | NEWPID | NEWNET | NEWCGROUP
FIRST_UID: Final = 60_000  # The first user id of seats if root is the runner; each seat has its own.
SEATS: Final = 5_000  # The number of these user ids, and the limit of seats.
NOBODY: Final = 65_534  # The user id of the seat inside its namespace.
STARTER: Final = 65_533  # The user id of the runner inside a seat's namespace.
UIDS: Final = Path("/usr/bin/newuidmap"), Path("/etc/subuid")
GIDS: Final = Path("/usr/bin/newgidmap"), Path("/etc/subgid")


def enter(number: int) -> None:
    """Enter namespaces for the seat *number*; the next child will be their first process. Raises `OSError`.

    An ordinary user needs a user namespace to enter the other namespaces.
    """
    uid, gid = os.geteuid(), os.getegid()
    given = subordinates()
    if uid == 0:
        call("unshare", OTHERS)
    elif given is not None:
        given.enter(number, lambda: call("unshare", OTHERS | NEWUSER))
    else:
        call("unshare", OTHERS | NEWUSER)
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{NOBODY} {uid} 1")
        _write("/proc/self/gid_map", f"{NOBODY} {gid} 1")


def become(number: int) -> None:
    """Become the user of the seat *number*, if the seat has its own. Raises `OSError`.

    The kernel limits the number of a user's processes, but not of root's. If root is the runner, the seat gets a user
    without a name, alone in its user namespace.
    """
    if os.geteuid() == 0:
        _set_user(FIRST_UID + number)
        call("unshare", NEWUSER)
    elif subordinates() is not None:
        _set_user(NOBODY)


def _set_user(number: int) -> None:
    os.setgroups([])
    os.setresgid(number, number, number)
    os.setresuid(number, number, number)


def _write(path: str, text: str) -> None:
    """Write *text* in one system call: a buffer would hide a refusal."""
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)


@dataclass(frozen=True)
class Subordinates:
    """The first subordinate user id and group id of this user (subuid(5), newuidmap(1))."""

    first_uid: int
    first_gid: int

    def enter(self, number: int, unshare: Callable[[], object]) -> None:
        """Enter a user namespace that has the user of the seat *number*. Raises `OSError`.

        *unshare* creates the namespace. Its id maps must be written from outside; a child that was forked before does
        this.
        """
        read_end, write_end = os.pipe()
        mapper = os.fork()
        if mapper == 0:
            self._map_parent(read_end, write_end, number)
        try:
            unshare()
            os.write(write_end, b".")
        finally:
            os.close(read_end)
            os.close(write_end)
            _, status = os.waitpid(mapper, 0)
        if status:
            raise OSError(errno.EPERM, "newuidmap or newgidmap refused: check /etc/subuid and /etc/subgid")

    def _map_parent(self, read_end: int, write_end: int, number: int) -> None:
        """Write the id maps of the parent's namespace once the parent has written to the pipe, then exit."""
        refused = 1
        try:
            os.close(write_end)
            parent = str(os.getppid())
            if os.read(read_end, 1):
                users = [str(NOBODY), str(self.first_uid + number), "1", str(STARTER), str(os.geteuid()), "1"]
                groups = [str(NOBODY), str(self.first_gid + number), "1", str(STARTER), str(os.getegid()), "1"]
                refused = _run(UIDS[0], parent, *users) or _run(GIDS[0], parent, *groups)
        finally:
            os._exit(refused)


@cache
def subordinates() -> Subordinates | None:
    """Return this user's subordinate ids; None for root, or if a test shows that no seat can use them."""
    if os.geteuid() == 0 or not all(path.exists() for path in (*UIDS, *GIDS)):
        return None
    if not os.stat(__file__).st_mode & stat.S_IROTH:  # other users cannot read the kit
        return None
    first_uid, first_gid = _first(UIDS[1]), _first(GIDS[1])
    if first_uid is None or first_gid is None:
        return None
    given = Subordinates(first_uid, first_gid)
    child = os.fork()
    if child == 0:
        try:
            given.enter(0, lambda: call("unshare", NEWUSER))
            _set_user(NOBODY)
            os._exit(0)
        finally:
            os._exit(1)
    return given if os.waitpid(child, 0)[1] == 0 else None


def _first(path: Path) -> int | None:
    """Return the first id of a range in *path* (subuid(5)) that belongs to this user and has `SEATS` ids."""
    uid = os.geteuid()
    names = {str(uid)}
    with suppress(KeyError):  # a user without a name
        names.add(pwd.getpwuid(uid).pw_name)
    for line in path.read_text().splitlines():
        name, _, numbers = line.partition(":")
        first, _, many = numbers.partition(":")
        if name in names and many.strip().isdecimal() and int(many) >= SEATS:
            return int(first)
    return None


def _run(program: Path, *arguments: str) -> int:
    silence = [(os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    pid = os.posix_spawn(program, [str(program), *arguments], {}, file_actions=silence)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
