"""`python -m workers`: a worker process. What it is told comes from the environment (docs/architecture.md §7)."""

import os
import sys
import warnings

from celery.exceptions import SecurityWarning

from arena.settings import BadSetting
from workers.settings import Settings


def main() -> int:
    """Work until TERM; 2 when the environment does not say how."""
    try:
        Settings.from_environment()
        from workers.app import THREADS, app
    except BadSetting as problem:
        print(f"arena worker: {problem}", file=sys.stderr)
        return 2
    threads = ["--pool", "threads", "--concurrency", str(THREADS)]
    apart = ["--without-gossip", "--without-mingle", "--hostname", f"arena-{os.getpid()}@%h"]
    # Celery warns of root because of pickled messages: ours are JSON, and empty.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    app.worker_main(["--quiet", "worker", *threads, *apart])
    return 0


if __name__ == "__main__":
    sys.exit(main())
