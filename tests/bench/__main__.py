"""`make bench`: prints a table of ratios against OpenSpiel in the same run and keeps it as build/bench.json.

The compiled core is built once for the sources as they are, by `tests.compiled`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from arena.rules import VARIANTS
from tests.bench.table import Table
from tests.compiled import compiled_core

ROOT = Path(__file__).resolve().parents[2]
SECONDS = os.environ.get("BENCH_SECONDS", "3")


def run(*module: str, path: Path | None = None) -> dict[str, Any]:
    """Run a benchmark module in a process of its own, with *path* before the source tree; return its JSON.

    Raises:
        subprocess.CalledProcessError: the module failed; its traceback is on standard error.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(path or ""), str(ROOT)]))}
    command = [sys.executable, "-P", "-m", *module]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def main() -> None:
    """Measure everything once and print it."""
    peer = run("tests.bench.openspiel", SECONDS)
    report: dict[str, object] = {"openspiel": peer}
    table = Table(peer)
    compiled = compiled_core()
    for variant in VARIANTS:
        source = run("tests.bench.hands", variant, SECONDS)
        native = run("tests.bench.hands", variant, SECONDS, path=compiled)
        if native["core"] != "compiled":
            sys.exit("the compiled core was not loaded: is there a C compiler?")
        report[variant] = {"Python": source, "compiled": native}
        table.row(variant, source, native)
    table.notes()
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(report, indent=2) + "\n")
    print(f"\nkept in {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
