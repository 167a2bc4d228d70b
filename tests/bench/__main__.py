"""`make bench`: prints a table of ratios against OpenSpiel in the same run and keeps it as build/bench.json.

The compiled core is built once for the sources as they are, by `tests.compiled`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from arena.rules import VARIANTS
from tests.compiled import compiled_core

ROOT = Path(__file__).resolve().parents[2]
SECONDS = os.environ.get("BENCH_SECONDS", "3")


def run(*module: str, path: Path | None = None) -> dict[str, float]:
    """Run a benchmark module in a process of its own, with *path* before the source tree; return its JSON.

    Raises:
        subprocess.CalledProcessError: the module failed; its traceback is on standard error.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(path or ""), str(ROOT)]))}
    command = [sys.executable, "-P", "-m", *module]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main() -> None:
    """Measure everything once and print it."""
    peer = run("tests.bench.openspiel", SECONDS)
    print(f"{'what':<44}{'hands/s':>12}{'x OpenSpiel':>13}")
    print(f"{'OpenSpiel spades, Python driver':<44}{peer['python']:>12,.0f}{1:>13.2f}")
    print(f"{'OpenSpiel spades, C++ loop':<44}{peer['c++']:>12,.0f}{peer['c++'] / peer['python']:>13.2f}")
    report: dict[str, object] = {"openspiel": peer}
    compiled = compiled_core()
    for variant in VARIANTS:
        for name, path in (("Python", None), ("compiled", compiled)):
            figures = run("tests.bench.hands", variant, SECONDS, path=path)
            report[f"{variant} {name}"] = figures
            label = f"{variant}, {figures['core']} core, Python driver"
            print(f"{label:<44}{figures['hands/s']:>12,.0f}{figures['hands/s'] / peer['python']:>13.2f}")
    target = ROOT / "build" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(report, indent=2) + "\n")
    print(f"\nkept in {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
