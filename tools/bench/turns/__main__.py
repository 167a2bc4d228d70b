"""Measure every way to ask a bot: `python -m tools.bench.turns [SECONDS]`; stores build/turns.json."""

import json
import sys

from tools.bench.processes import ROOT
from tools.bench.sizes import SECONDS
from tools.bench.turns.measure import measure
from tools.bench.turns.table import show

if __name__ == "__main__":
    seconds = sys.argv[1] if len(sys.argv) > 1 else SECONDS
    figures = measure(seconds)
    show(figures)
    target = ROOT / "build" / "turns.json"
    target.write_text(json.dumps(figures, indent=2) + "\n")
    print(f"\nkept in {target.relative_to(ROOT)}")
