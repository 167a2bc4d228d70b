"""Give up every privilege, for good."""

import ctypes
import signal
import struct
from typing import Final

from runner.confine.calls import (
    PR_CAP_AMBIENT,
    PR_CAP_AMBIENT_CLEAR_ALL,
    PR_CAPBSET_DROP,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    call,
    prctl,
)

CAPABILITIES: Final = 64  # numbers there may be; the kernel refuses those that it has not
VERSION_3: Final = 0x2008_0522


def give_up() -> None:
    """Drop all capabilities, also those that a program could get. Raises `OSError`."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    for capability in range(CAPABILITIES):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # one above the last
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    header, none = struct.pack("<Ii", VERSION_3, 0), bytes(24)
    call("capset", ctypes.c_char_p(header), ctypes.c_char_p(none))


def die_with_parent() -> None:
    """Be killed when the parent ends. Raises `OSError`."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
