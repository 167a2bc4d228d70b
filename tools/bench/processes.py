"""Run benchmark modules as processes, with the compiled core or the source tree."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LOG = ROOT / "build" / "bench.log"  # log of gateways and bots during measurements


def command(*module: str) -> list[str]:
    """Return the command line of a module with its arguments."""
    return [sys.executable, "-P", "-m", *module]


def environment(path: Path | None) -> dict[str, str]:
    """Return the environment with *path* before the source tree."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(path or ""), str(ROOT)]))}


def run(*module: str, path: Path | None = None, **settings: str) -> Any:
    """Run a benchmark module with *path* before the source tree; return its JSON. Raises `CalledProcessError`."""
    setting = environment(path) | settings
    done = subprocess.run(command(*module), env=setting, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


@contextmanager
def running(*module: str, path: Path | None, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """Run a benchmark module while the block runs, then kill it; its standard error goes to build/bench.log."""
    setting = environment(path) | settings
    LOG.parent.mkdir(exist_ok=True)
    with (
        LOG.open("a") as log,
        subprocess.Popen(
            command(*module), env=setting, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()
