"""What this machine can do to confine a seat, found out by trying."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runner.confine import landlock
from runner.confine.calls import MACHINE
from runner.confine.confinement import CannotConfine, Confinement
from runner.confine.limits import Limits
from runner.confine.root import DEVICES, Bind
from runner.confine.system_calls import X86_64

APPARMOR: Final = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
MOST: Final = Path("/proc/sys/user/max_user_namespaces")
LIMITS: Final = Limits(memory_mib=256, cpu_s=10)
ADVICE: Final = {
    "namespaces of its own": "let ordinary users have user namespaces, or run the runner as root",
    "a root of its own": "a container has to allow mounts in it: give it CAP_SYS_ADMIN, or run the runner outside",
    "seccomp": "the kernel needs CONFIG_SECCOMP_FILTER",
}


@dataclass(frozen=True)
class Check:
    """Something that confining takes; *advice*: what to change where it is not *ok*."""

    name: str
    ok: bool
    told: str
    advice: str = ""
    is_needed: bool = True


def checks() -> list[Check]:
    """Try everything, and return how it went."""
    if not Path("/proc/self").exists() or os.name != "posix":
        return [Check("confinement", False, "it takes Linux")]
    tried = MACHINE == X86_64
    machine = Check("machine", tried, MACHINE, "bots are confined on x86-64; the table for arm64 is untried")
    failed = why_not_confined() if tried else ""
    step = failed.partition(":")[0]
    confined = Check("confinement", not failed, failed or _how(), _advice(step))
    version = landlock.abi()
    lock = Check("Landlock", bool(version), f"version {version}" if version else "none", is_needed=False)
    return [machine, confined, lock]


def why_not_confined() -> str:
    """Confine a child as a seat is; return the step that fails, and why; "" where none does."""
    heard, told = os.pipe()
    base = tempfile.mkdtemp(prefix="arena-seat-")
    pid = os.fork()
    if pid == 0:
        os.close(heard)
        _try(told, base)
    os.close(told)
    with open(heard, "rb") as file:
        said = file.read().decode(errors="replace")
    os.waitpid(pid, 0)
    os.rmdir(base)
    return "" if said == "ok" else said or "a child that confined itself was killed"


def _try(told: int, base: str) -> None:
    """Confine this process and one more, as for a seat; say "ok", or what failed."""
    binds = [Bind(path, path) for path in DEVICES]
    try:
        confinement = Confinement(4_999, base, binds, [], LIMITS, is_program=False)
        os.dup2(told, 3)
        confinement.enter_namespaces()
        pid = os.fork()
        if pid == 0:
            confinement.confine(files=4)
            os.write(3, b"ok")
            os._exit(0)
        os.waitpid(pid, 0)
    except CannotConfine as problem:
        os.write(3, str(problem).encode())
    except BaseException as problem:  # the fork must not go on as who asked
        os.write(3, repr(problem).encode())
    os._exit(0)


def _how() -> str:
    return "a user of its own for each seat" if os.geteuid() == 0 else "user namespaces; seats share this user"


def _advice(step: str) -> str:
    if step == "namespaces of its own" and APPARMOR.exists() and APPARMOR.read_text().strip() == "1":
        return (
            "AppArmor forbids user namespaces (Ubuntu 24.04): sysctl kernel.apparmor_restrict_unprivileged_userns=0,"
            " or a profile with `userns,` for this Python, or run the runner as root"
        )
    if step == "namespaces of its own" and MOST.exists() and MOST.read_text().strip() == "0":
        return "sysctl user.max_user_namespaces is 0: raise it"
    return ADVICE.get(step, "see docs/how-to/confinement.md")
