"""System calls that Python has no name for, by ctypes; each failure is an `OSError`."""

import ctypes
import os
import platform
from typing import Any, Final

LIBC: Final = ctypes.CDLL(None, use_errno=True)
MACHINE: Final = platform.machine()

# prctl(2)
PR_SET_PDEATHSIG: Final = 1
PR_SET_SECCOMP: Final = 22
PR_CAPBSET_DROP: Final = 24
PR_SET_NO_NEW_PRIVS: Final = 38
PR_CAP_AMBIENT: Final = 47
PR_CAP_AMBIENT_CLEAR_ALL: Final = 4


def call(name: str, *arguments: Any) -> int:
    """Call libc's function *name*. Raises `OSError`."""
    result = int(getattr(LIBC, name)(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def prctl(option: int, *arguments: int) -> None:
    """Call prctl(2). Raises `OSError`."""
    padded = [*arguments, 0, 0, 0, 0][:4]
    call("prctl", option, *(ctypes.c_ulong(argument) for argument in padded))


def system_call(number: int, *arguments: Any) -> int:
    """Make a system call by its number. Raises `OSError`."""
    return call("syscall", ctypes.c_long(number), *arguments)
