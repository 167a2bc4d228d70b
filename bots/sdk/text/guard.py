"""Kill process groups when the process that started this one has ended.

Each line of standard input is `+PID`, a group to kill, or `-PID`, one that has ended. The end of the input comes
however the other process ends. Run by path, without packages: `bots/sdk/text/groups.py` starts it.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Keep the list of groups; at its end, kill them."""
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line.startswith("+") else groups.discard
        change(int(line[1:]))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


main()
