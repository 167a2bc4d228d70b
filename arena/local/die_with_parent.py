"""Execute a program that dies with its parent.

`die_with_parent.py PARENT SIGNAL USER PROGRAM ARGUMENT...` replaces `Popen(preexec_fn=...)`, which may hang in a
process with threads (gRPC's). It changes to a USER other than 0 before it sets the death signal, which the change
would clear.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Change the user, ask Linux for SIGNAL at the death of PARENT, and execute PROGRAM."""
    parent, death_signal, user = (int(argument) for argument in sys.argv[1:4])
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent died before its child had started")
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # ignored by Python, which the program would inherit
        signal.signal(ignored, signal.SIG_DFL)
    os.execv(sys.argv[4], sys.argv[4:])


main()
