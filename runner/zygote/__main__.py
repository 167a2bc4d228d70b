"""Run a zygote in an empty environment: `python -m runner.zygote DESCRIPTOR EMPTY_FOLDER LIBRARY...`."""

import gc
import os
import signal
import socket
import sys

from runner.confine.groups import Groups
from runner.confine.namespaces import subordinates
from runner.zygote.loop import Zygote
from runner.zygote.runtime import import_once


def main() -> None:
    """Import the kit and the libraries once, then serve the runner on the socket DESCRIPTOR."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the runner handles signals; the zygote ends with the runner
    line = socket.socket(fileno=int(sys.argv[1]))
    import_once(sys.argv[3:])
    os.environ.clear()
    gc.collect()
    gc.freeze()  # so that garbage collection in seats copies none of these pages
    subordinates()  # caches the result of its test for all seats
    groups = Groups.begin()
    try:
        Zygote(line, sys.argv[2], groups).serve()
    finally:
        groups.end()


if __name__ == "__main__":
    main()
