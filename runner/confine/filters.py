"""Build a seccomp filter that allows only listed system calls (seccomp(2), linux/filter.h)."""

import ctypes
import errno
import struct
from collections.abc import Iterable, Iterator
from typing import Final

from runner.confine.system_calls import ARCHITECTURES, MACHINE, PR_SET_SECCOMP, allowed_numbers, number_of, prctl

# Instructions of BPF: load a word, jump if equal, at least, or any bit set, and return.
LOAD, JUMP_EQUAL, JUMP_LEAST, JUMP_ANY, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # byte offsets in struct seccomp_data; arguments take 8 bytes each
ALLOW: Final = 0x7FFF_0000
KILL: Final = 0x8000_0000
ERRNO: Final = 0x0005_0000
X32: Final = 0x4000_0000  # the bit that system call numbers of x86-64's x32 interface have
FILTER: Final = 2

CLONE_THREAD: Final = 0x0001_0000
CLONE_NEW: Final = 0x7E02_0080  # flags of all namespaces
AF_UNIX: Final = 1
PR_SET_NAME, PR_GET_NAME, PR_SET_VMA = 15, 16, 0x5356_4D41
MAP_SHARED, MAP_ANONYMOUS, MAP_GROWSDOWN = 1, 32, 256
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ = 0, 1, 2, 3, 4, 1030, 1032
OF_DESCRIPTORS: Final = (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ)
FUTEX_PRIVATE: Final = 128
FUTEX_WAITS: Final = (0, 9, 9 | 256)  # WAIT, WAIT_BITSET, with either clock
FIONREAD, FIONBIO, FIONCLEX, FIOCLEX = 0x541B, 0x5421, 0x5450, 0x5451

Instruction = tuple[int, int, int, int]


def program(may_execute: bool, machine: str = MACHINE) -> list[Instruction]:
    """Return the filter's instructions for *machine*. *may_execute*: whether the seat may start a program."""

    def named(name: str) -> int:
        return number_of(name, machine)

    return [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (JUMP_LEAST, 0, 1, X32),
        (RETURN, 0, 0, _refuse(errno.EPERM)),
        *(part for number in allowed_numbers(machine) for part in _always(number, ALLOW)),
        *_always(named("clone3"), _refuse(errno.ENOSYS)),  # libc falls back to clone, whose flags the filter can read
        *_thread(named("clone")),
        *_own_memory(named("mmap")),
        *_own_futex(named("futex")),
        *_one_of(named("fcntl"), 1, OF_DESCRIPTORS, errno.EINVAL),
        *_one_of(named("ioctl"), 1, (FIONREAD, FIONBIO, FIONCLEX, FIOCLEX), errno.ENOTTY),
        *_one_of(named("prctl"), 0, (PR_SET_NAME, PR_GET_NAME, PR_SET_VMA), errno.EINVAL),
        # A process may only lower its own limits: `Confinement.execute` limits a program's data under this filter.
        *_one_of(named("prlimit64"), 0, (0,), errno.EPERM),
        *_one_of(named("socketpair"), 0, (AF_UNIX,), errno.EPERM),
        *(_always(named("execve"), ALLOW) if may_execute else ()),
        (RETURN, 0, 0, _refuse(errno.EPERM)),
    ]


def install(may_execute: bool) -> None:
    """Install the filter in this process, irrevocably. Requires `no_new_privs` (prctl(2)). Raises `OSError`."""
    instructions = program(may_execute)
    raw = b"".join(struct.pack("<HBBI", *instruction) for instruction in instructions)
    buffer = ctypes.create_string_buffer(raw, len(raw))
    header = struct.pack("@HP", len(instructions), ctypes.addressof(buffer))
    filter_program = ctypes.create_string_buffer(header, len(header))
    prctl(PR_SET_SECCOMP, FILTER, ctypes.addressof(filter_program))


def _refuse(number: int) -> int:
    return ERRNO | number


def _always(number: int, answer: int) -> Iterator[Instruction]:
    yield (JUMP_EQUAL, 0, 1, number)
    yield (RETURN, 0, 0, answer)


def _one_of(number: int, argument: int, accepted: Iterable[int], refusal: int) -> Iterator[Instruction]:
    """Allow call *number* if its *argument* (from 0) is one of *accepted*; otherwise fail with errno *refusal*."""
    values = list(accepted)
    yield (JUMP_EQUAL, 0, 2 + 2 * len(values), number)
    yield (LOAD, 0, 0, ARGUMENTS + 8 * argument)
    for value in values:
        yield from _always(value, ALLOW)
    yield (RETURN, 0, 0, _refuse(refusal))


def _thread(number: int) -> Iterator[Instruction]:
    """Allow the call *number*, clone, for new threads only."""
    yield (JUMP_EQUAL, 0, 5, number)
    yield (LOAD, 0, 0, ARGUMENTS)
    yield (JUMP_ANY, 0, 2, CLONE_THREAD)
    yield (JUMP_ANY, 1, 0, CLONE_NEW)
    yield (RETURN, 0, 0, ALLOW)
    yield (RETURN, 0, 0, _refuse(errno.EPERM))


def _own_memory(number: int) -> Iterator[Instruction]:
    """Allow mmap, the call *number*, except for shared anonymous memory and growing stacks: RLIMIT_DATA misses them."""
    yield (JUMP_EQUAL, 0, 6, number)
    yield (LOAD, 0, 0, ARGUMENTS + 8 * 3)
    yield (JUMP_ANY, 3, 0, MAP_GROWSDOWN)
    yield (JUMP_ANY, 0, 1, MAP_SHARED)
    yield (JUMP_ANY, 1, 0, MAP_ANONYMOUS)
    yield (RETURN, 0, 0, ALLOW)
    yield (RETURN, 0, 0, _refuse(errno.EPERM))


def _own_futex(number: int) -> Iterator[Instruction]:
    """Allow the call *number*, futex, on private ones; on shared ones only waiting, as libc does for a thread's end.

    Seats have mapped the same files: waking a shared futex would reveal how many seats wait.
    """
    yield (JUMP_EQUAL, 0, 4 + 2 * len(FUTEX_WAITS), number)
    yield (LOAD, 0, 0, ARGUMENTS + 8)
    yield (JUMP_ANY, 0, 1, FUTEX_PRIVATE)
    yield (RETURN, 0, 0, ALLOW)
    for wait in FUTEX_WAITS:
        yield from _always(wait, ALLOW)
    yield (RETURN, 0, 0, _refuse(errno.EPERM))
