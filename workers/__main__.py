"""Run a worker process: `python -m workers` (docs/reference/configuration.md)."""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence

from celery.exceptions import CPendingDeprecationWarning, SecurityWarning

from arena.escapes import clip, escape
from arena.logs import log_to_stderr
from arena.metrics import serving
from arena.settings import SettingError
from arena.store.names import FAMILIES
from workers.process.settings import Settings


def main(words: Sequence[str]) -> int:
    """Run a worker until SIGTERM; return the exit code: 0, or 2 for a bad setting."""
    try:
        log_to_stderr("worker")
        settings = Settings.from_environment()
        from workers.process.tasks import PROBES, figures

        queues = queues_of(words)
        with serving(settings.metrics, "worker", figures, PROBES):
            _work(queues)
    except (SettingError, QueuesError) as problem:
        print(escape(f"arena worker: {problem}"), file=sys.stderr)
        return 2
    return 0


def _work(queues: str) -> None:
    from workers.process.app import THREADS, app

    threads = ["--pool", "threads", "--concurrency", str(THREADS)]
    options = ["--without-gossip", "--without-mingle", "--hostname", f"arena-{os.getpid()}@%h"]
    # Celery warns about root because of pickled messages, but ours are empty JSON. After a lost connection to Redis it
    # warns about repeated tasks, which are harmless here.
    for needless in (SecurityWarning, CPendingDeprecationWarning):
        warnings.filterwarnings("ignore", category=needless)
    app.worker_main(["--quiet", "worker", *threads, *options, "--queues", queues])


class QueuesError(Exception):
    """Raised when `--queues` names a queue that does not exist."""


def queues_of(words: Sequence[str]) -> str:
    """Return the comma-separated queues of the option `--queues`, by default all. Raises `QueuesError`."""
    usage = "--queues spades,pinochle: the families whose blocks it plays (default all)"
    parser = argparse.ArgumentParser("python -m workers", description=f"A worker. {usage}.", exit_on_error=False)
    parser.add_argument("--queues", default=",".join(FAMILIES), help=usage)
    try:
        read, others = parser.parse_known_args(words)
    except argparse.ArgumentError as problem:
        raise QueuesError(str(problem)) from problem
    if others:
        raise QueuesError(f"{clip(others[0])!r} is unknown: give --queues or nothing")
    queues = str(read.queues)
    if unknown := sorted({*queues.split(",")} - {*FAMILIES}):
        accepted = f"name some of {', '.join(FAMILIES)}, separated by commas, or leave it out for all"
        raise QueuesError(f"--queues {clip(queues)}: there is no queue {clip(unknown[0])!r}: {accepted}")
    return queues


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
