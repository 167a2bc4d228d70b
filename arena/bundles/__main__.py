"""`python -m arena.bundles FOLDER`: unpack standard input there (`apart.py`)."""

import sys
from pathlib import Path

from arena.bundles.apart import unpack_here

if __name__ == "__main__":
    sys.exit(unpack_here(Path(sys.argv[1])))
