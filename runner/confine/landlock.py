"""Restrict access to files, ports and signals with Landlock, if the kernel supports it."""

import ctypes
import os
import struct
from collections.abc import Iterable
from typing import Final

from runner.confine.system_calls import LIBC, system_call

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system call numbers, the same on all machines
VERSION: Final = 1
PATH_BENEATH: Final = 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE, IOCTL_DEV = 1, 2, 4, 8, 1 << 14, 1 << 15
OF_FILES: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
READ: Final = EXECUTE | READ_FILE | READ_DIR
PORTS: Final = 3  # bind and connect of TCP
SCOPES: Final = 3  # abstract sockets, signals


def abi() -> int:
    """Return the version of Landlock that the kernel has; 0 if it has no Landlock."""
    return max(0, int(LIBC.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION)))


def lock(read: Iterable[str], write: Iterable[str]) -> int:
    """Restrict this process to reading below *read* and any access below *write*, without TCP ports.

    Return the version of Landlock, 0 for none. Requires `no_new_privs` (prctl(2)). Raises `OSError`.
    """
    version = abi()
    if not version:
        return 0
    files = (1 << 13) - 1 | (1 << 13) * (version >= 2) | TRUNCATE * (version >= 3) | IOCTL_DEV * (version >= 5)
    attributes = struct.pack("<QQQ", files, PORTS * (version >= 4), SCOPES * (version >= 6))
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = system_call(CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(size), 0)
    for paths, allowed in ((read, READ), (write, files)):
        for path in paths:
            file = os.open(path, os.O_PATH | os.O_CLOEXEC)
            here = allowed & files & (files if os.path.isdir(path) else OF_FILES)
            system_call(ADD_RULE, rules, PATH_BENEATH, ctypes.c_char_p(struct.pack("<Qi", here, file)), 0)
            os.close(file)
    system_call(RESTRICT_SELF, rules, 0)
    os.close(rules)
    return version
