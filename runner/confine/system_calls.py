"""List the numbers of system calls on both machines, and the calls that a seat may make.

Each call has a number for x86-64 and one for arm64; None means that the machine has no such call. Sources: Linux's
`arch/x86/entry/syscalls/syscall_64.tbl` and `include/uapi/asm-generic/unistd.h`.
"""

import ctypes
import os
import platform
from typing import Any, Final

LIBC: Final = ctypes.CDLL(None, use_errno=True)
MACHINE: Final = platform.machine()

# Options of prctl(2).
PR_SET_PDEATHSIG: Final = 1
PR_SET_SECCOMP: Final = 22
PR_CAPBSET_DROP: Final = 24
PR_SET_NO_NEW_PRIVS: Final = 38
PR_CAP_AMBIENT: Final = 47
PR_CAP_AMBIENT_CLEAR_ALL: Final = 4


def call(name: str, *arguments: Any) -> int:
    """Call libc's function *name*, and return its result. Raises `OSError` if the result is negative."""
    result = int(getattr(LIBC, name)(*arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def prctl(option: int, *arguments: int) -> None:
    """Call prctl(2) with *option* and up to four *arguments*. Raises `OSError`."""
    call("prctl", option, *(ctypes.c_ulong(argument) for argument in [*arguments, 0, 0, 0, 0][:4]))


def system_call(number: int, *arguments: Any) -> int:
    """Make the system call *number*, and return its result. Raises `OSError`."""
    return call("syscall", ctypes.c_long(number), *arguments)


X86_64, AARCH64 = "x86_64", "aarch64"
MACHINES: Final = (X86_64, AARCH64)

# A seat may make these calls with any arguments: for files of its own root, memory, time, waiting. Locks and advice on
# files are left out: seats share files, so other seats could observe them.
ALLOWED: Final[dict[str, tuple[int | None, int | None]]] = {
    "access": (21, None),
    "arch_prctl": (158, None),
    "brk": (12, 214),
    "chdir": (80, 49),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22),
    "epoll_wait": (232, None),
    "eventfd2": (290, 19),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "fchdir": (81, 50),
    "fdatasync": (75, 83),
    "fstat": (5, 80),
    "fsync": (74, 82),
    "ftruncate": (77, 46),
    "getcwd": (79, 17),
    "getdents64": (217, 61),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getitimer": (36, 102),
    "getpeername": (52, 205),
    "getpgrp": (111, None),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getrandom": (318, 278),
    "getresgid": (120, 150),
    "getresuid": (118, 148),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "getsockname": (51, 204),
    "getsockopt": (55, 209),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "lseek": (8, 62),
    "lstat": (6, None),
    "madvise": (28, 233),
    "membarrier": (324, 283),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "msync": (26, 227),
    "munmap": (11, 215),
    "nanosleep": (35, 101),
    "newfstatat": (262, 79),
    "open": (2, None),
    "openat": (257, 56),
    "pipe": (22, None),
    "pipe2": (293, 59),
    "poll": (7, None),
    "ppoll": (271, 73),
    "pread64": (17, 67),
    "preadv": (295, 69),
    "pselect6": (270, 72),
    "pwrite64": (18, 68),
    "pwritev": (296, 70),
    "read": (0, 63),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "readv": (19, 65),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "restart_syscall": (219, 128),
    "rmdir": (84, None),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigpending": (127, 136),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigtimedwait": (128, 137),
    "sched_getaffinity": (204, 123),
    "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120),
    "sched_yield": (24, 124),
    "select": (23, None),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "setitimer": (38, 103),
    "setsockopt": (54, 208),
    "shutdown": (48, 210),
    "sigaltstack": (131, 132),
    "stat": (4, None),
    "statx": (332, 291),
    "tgkill": (234, 131),
    "time": (201, None),
    "timer_create": (222, 107),
    "timer_delete": (226, 111),
    "timer_getoverrun": (225, 109),
    "timer_gettime": (224, 108),
    "timer_settime": (223, 110),
    "timerfd_create": (283, 85),
    "timerfd_gettime": (287, 87),
    "timerfd_settime": (286, 86),
    "times": (100, 153),
    "tkill": (200, 130),
    "truncate": (76, 45),
    "umask": (95, 166),
    "uname": (63, 160),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "utimensat": (280, 88),
    "wait4": (61, 260),
    "waitid": (247, 95),
    "write": (1, 64),
    "writev": (20, 66),
}
# These calls depend on their arguments, or start a program: see `filters.py`.
CONDITIONAL: Final[dict[str, tuple[int | None, int | None]]] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "execve": (59, 221),
    "fcntl": (72, 25),
    "futex": (202, 98),
    "ioctl": (16, 29),
    "mmap": (9, 222),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "socketpair": (53, 199),
}
# The runner makes these calls before the filter is installed.
OURS: Final[dict[str, tuple[int | None, int | None]]] = {"mount_setattr": (442, 442), "pivot_root": (155, 41)}
ARCHITECTURES: Final = {X86_64: 0xC000_003E, AARCH64: 0xC000_00B7}  # AUDIT_ARCH of linux/audit.h


def number_of(name: str, machine: str = MACHINE) -> int:
    """Return the number of the system call *name*. Raises `KeyError` if *machine* has no such call."""
    number = {**ALLOWED, **CONDITIONAL, **OURS}[name][MACHINES.index(machine)]
    if number is None:
        raise KeyError(name)
    return number


def allowed_numbers(machine: str = MACHINE) -> list[int]:
    """Return the numbers of the calls that a seat may make with any arguments, in ascending order."""
    place = MACHINES.index(machine)
    return sorted(number for numbers in ALLOWED.values() if (number := numbers[place]) is not None)
