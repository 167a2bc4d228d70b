"""Execute a program that Linux signals when its parent process dies.

Usage: `die_with_parent.py PARENT SIGNAL USER PROGRAM ARGUMENT...`. PARENT is a process id, SIGNAL a signal number, USER
a user id, 0 for no change. The script replaces `Popen(preexec_fn=...)`, which may hang in a process with threads, such
as those of gRPC. It changes the user first, because a change of user would clear the death signal.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Change the user, let Linux send SIGNAL when PARENT dies, and execute PROGRAM."""
    parent, death_signal, user = (int(argument) for argument in sys.argv[1:4])
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the parent died before its child had started")
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these signals; the program would inherit that
        signal.signal(ignored, signal.SIG_DFL)
    os.execv(sys.argv[4], sys.argv[4:])


main()
