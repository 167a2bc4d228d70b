"""Count some seeds of a cell once; the results are stored in build/coverage, by a hash of the sources."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tools.coverage.cells import Cell
from tools.coverage.measuring import Counts, measure

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = ROOT / "build" / "coverage"


def count_chunk(asked: tuple[Cell, int, int]) -> Counts:
    """Return the counts of some seeds of a cell, stored or simulated now."""
    cell, first, end = asked
    name = hashlib.sha256(f"{_sources()} {cell!r} {first} {end}".encode()).hexdigest()[:24]
    path = KEPT / f"{name}.json"
    if path.exists():
        return {kind: Counter(each) for kind, each in json.loads(path.read_text()).items()}
    counts = measure(cell, range(first, end))
    KEPT.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(counts))
    return counts


@cache
def _sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(_files()):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    for part in ("arena/league", "tools/coverage"):
        yield from (path for path in (ROOT / part).rglob("*.py") if not path.name.startswith("test_"))
