"""`python -m arena.bundles unpack FOLDER`, or `tidy`: an archive on standard input (`sandboxed.py`)."""

import sys

from arena.bundles.sandboxed import work

if __name__ == "__main__":
    sys.exit(work(sys.argv[1:]))
