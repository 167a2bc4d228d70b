"""Test whether this machine can confine seats."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from runner.confine import landlock
from runner.confine.confinement import CannotConfineError, Confinement
from runner.confine.groups import parents
from runner.confine.limits import Limits
from runner.confine.namespaces import subordinates
from runner.confine.root import DEVICES, Bind
from runner.confine.system_calls import MACHINE, X86_64

APPARMOR: Final = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
MOST: Final = Path("/proc/sys/user/max_user_namespaces")
KIT: Final = Path(__file__).resolve().parents[2]
DONE: Final = "confined"
LIMITS: Final = Limits(memory_mib=256, addresses_mib=4096, cpu_s=10)
NO_LANDLOCK: Final = "use Linux 5.13 or later, with landlock in the boot parameter lsm="
NO_GROUPS: Final = "give the runner writable ones (systemd: Delegate=memory pids); until then a watchdog limits seats"
ADVICE: Final = {
    "namespaces of its own": "allow user namespaces for ordinary users, or run the runner as root",
    "a root of its own": "allow mounts in the container: give it CAP_SYS_ADMIN, or run the runner outside",
    "seccomp": "use a kernel with CONFIG_SECCOMP_FILTER",
}


@dataclass(frozen=True)
class Check:
    """One test result. *advice*: how to correct a failure; *is_needed*: whether seats depend on the condition."""

    name: str
    ok: bool
    detail: str
    advice: str = ""
    is_needed: bool = True


def checks() -> list[Check]:
    """Test this machine, and return one result per condition of confinement."""
    if not Path("/proc/self").exists() or os.name != "posix":
        return [Check("confinement", False, "it needs Linux", "run the runner on a Linux machine")]
    tried = MACHINE == X86_64
    machine = Check("machine", tried, MACHINE, "run the runner on an x86-64 machine; the table for arm64 is untested")
    failed = why_not_confined() if tried else ""
    step = failed.partition(":")[0]
    how = "user namespaces; seats share this user (uidmap and 5,000 ids in /etc/subuid and subgid give each its own)"
    if os.geteuid() == 0 or subordinates() is not None:
        how = "a user of its own for each seat"
    confined = Check("confinement", not failed, failed or how, _advice(step))
    version = landlock.abi()
    lock = Check("Landlock", bool(version), f"version {version}" if version else "none", NO_LANDLOCK, is_needed=False)
    groups = [str(parent) for parent in parents()]
    counted = Check("control groups", bool(groups), ", ".join(groups) or "none", NO_GROUPS, is_needed=False)
    return [machine, confined, lock, counted]


def why_not_confined() -> str:
    """Confine another process as a test; return the failing step with its reason, or "" on success.

    The test runs in a separate process, because a fork would lose the caller's threads.
    """
    command = (sys.executable, "-P", "-m", "runner.confine.machine")
    tried = subprocess.run(
        command, env={"PYTHONPATH": str(KIT)}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    return "" if tried.stdout == DONE else tried.stdout or "a process that confined itself was killed"


def confine_here() -> None:
    """Confine a child of this process as a test; print `DONE`, or the step that failed."""
    base = tempfile.mkdtemp(prefix="arena-seat-")
    waiter = os.fork()
    if waiter == 0:
        _try(base)
    os.waitpid(waiter, 0)
    os.rmdir(base)


def _try(base: str) -> NoReturn:
    """Fork a seat that confines itself, wait for it, and exit."""
    binds = [Bind(path, path) for path in DEVICES]
    confinement = Confinement(4_999, base, binds, [], LIMITS, is_program=False)
    try:
        confinement.enter_namespaces()
        seat = os.fork()
        if seat == 0:
            confinement.confine(files=3)
            os.write(1, DONE.encode())
            os._exit(0)
        os.waitpid(seat, 0)
    except CannotConfineError as problem:
        os.write(1, str(problem).encode())
    except BaseException as problem:  # the fork must not continue as the caller
        os.write(1, repr(problem).encode())
    os._exit(0)


def _advice(step: str) -> str:
    if step == "namespaces of its own" and APPARMOR.exists() and APPARMOR.read_text().strip() == "1":
        return (
            "AppArmor forbids user namespaces (Ubuntu 24.04): sysctl kernel.apparmor_restrict_unprivileged_userns=0,"
            " or a profile with `userns,` for this Python, or run the runner as root"
        )
    if step == "namespaces of its own" and MOST.exists() and MOST.read_text().strip() == "0":
        return "sysctl user.max_user_namespaces is 0: raise it"
    return ADVICE.get(step, "see docs/explanation/confinement.md")


if __name__ == "__main__":
    confine_here()
