"""Become a program that dies with its parent.

`leash.py PARENT SIGNAL USER PROGRAM ARGUMENT...` is used instead of `Popen(preexec_fn=...)`, which may hang in a
process with threads (gRPC's). A USER other than 0 is dropped to before the death signal is set: the change clears it.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Drop the user, ask Linux for SIGNAL at PARENT's death, execute PROGRAM."""
    parent, death_signal, user = (int(argument) for argument in sys.argv[1:4])
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent died before its child had started")
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and the program would inherit that
        signal.signal(ignored, signal.SIG_DFL)
    os.execv(sys.argv[4], sys.argv[4:])


main()
