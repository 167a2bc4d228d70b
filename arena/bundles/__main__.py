"""Run `python -m arena.bundles COMMAND` with an archive on standard input (see `sandboxed.work`)."""

import sys

from arena.bundles.sandboxed import work

if __name__ == "__main__":
    sys.exit(work(sys.argv[1:]))
