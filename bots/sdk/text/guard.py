"""Kill process groups when the process that started this one has ended.

Each line of standard input is `+PID`, a group to kill, or `-PID`, a group that has ended. The input ends when the other
process ends, for any reason. `bots/sdk/text/groups.py` starts this file by its path, without packages.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Read the list of groups, and kill them at the end of the input."""
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line.startswith("+") else groups.discard
        change(int(line[1:]))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


main()
