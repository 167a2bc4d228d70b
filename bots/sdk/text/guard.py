"""Kill process groups when the process that started this one has ended.

Each line of standard input is `+PID`, a group to kill, or `-PID`, one that has ended. The input ends with the other
process, however that ends. `bots/sdk/text/groups.py` starts this file by its path, without packages.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Read the list of groups; kill them at the end of the input."""
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line.startswith("+") else groups.discard
        change(int(line[1:]))
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


main()
