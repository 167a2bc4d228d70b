"""Users of their own for seats that an ordinary user starts (subuid(5), newuidmap(1))."""

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

SEATS: Final = 5_000  # as many users as there can be seats
NEWUSER: Final = 0x1000_0000
NOBODY: Final = 65_534  # what a seat is called inside
STARTER: Final = 65_533  # and who starts it
UIDS: Final = Path("/usr/bin/newuidmap"), Path("/etc/subuid")
GIDS: Final = Path("/usr/bin/newgidmap"), Path("/etc/subgid")


@dataclass(frozen=True)
class Subordinates:
    """The first of the users, and of the groups, that were given to this user."""

    first_uid: int
    first_gid: int

    def enter(self, number: int, unshare: Callable[[], object]) -> None:
        """Enter a user namespace with the user of the seat *number*; *unshare* creates it. Raises `OSError`.

        A child forked before writes its maps, which has to happen from outside.
        """
        heard, told = os.pipe()
        mapper = os.fork()
        if mapper == 0:
            self._be_mapper(heard, told, number)
        try:
            unshare()
            os.write(told, b".")
        finally:
            os.close(heard)
            os.close(told)
            _, status = os.waitpid(mapper, 0)
        if status:
            raise OSError(errno.EPERM, "newuidmap or newgidmap refused")

    def _be_mapper(self, heard: int, told: int, number: int) -> None:
        """Map users and groups of the parent once it has its namespace; do not return."""
        refused = 1
        try:
            os.close(told)
            parent = str(os.getppid())
            if os.read(heard, 1):
                users = [str(NOBODY), str(self.first_uid + number), "1", str(STARTER), str(os.geteuid()), "1"]
                groups = [str(NOBODY), str(self.first_gid + number), "1", str(STARTER), str(os.getegid()), "1"]
                refused = _run(UIDS[0], parent, *users) or _run(GIDS[0], parent, *groups)
        finally:
            os._exit(refused)


def become() -> None:
    """Become the seat's user, in its namespace. Raises `OSError`."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


@cache
def subordinates() -> Subordinates | None:
    """Return them where a seat can have one, found out by trying; None for root, who needs none."""
    if os.geteuid() == 0 or not all(path.exists() for path in (*UIDS, *GIDS)):
        return None
    if not os.stat(__file__).st_mode & stat.S_IROTH:  # installed for this user's eyes alone
        return None
    first_uid, first_gid = _first(UIDS[1]), _first(GIDS[1])
    if first_uid is None or first_gid is None:
        return None
    found = Subordinates(first_uid, first_gid)
    child = os.fork()
    if child == 0:
        try:
            found.enter(0, lambda: call("unshare", NEWUSER))
            become()
            os._exit(0)
        finally:
            os._exit(1)
    return found if os.waitpid(child, 0)[1] == 0 else None


def _first(path: Path) -> int | None:
    """Return the first of enough ids that *path* gives this user, by name or number."""
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
    """Run a program in silence; return its exit code."""
    silence = [(os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    pid = os.posix_spawn(program, [str(program), *arguments], {}, file_actions=silence)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
