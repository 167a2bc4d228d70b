"""Measure the resources of the service's processes, and find complaints in their logs."""

import os
import re
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
LOUD: Final = re.compile(r"Traceback| ERROR | CRITICAL |never retrieved")
BEGINS: Final = re.compile(r"\d{4}-\d\d-\d\d ")  # a record, which may continue with a traceback
GROWTH: Final = 1.1  # allowed ratio of the medians of the last and the second quarter
FILES: Final = 16  # allowed additional descriptors


@dataclass(frozen=True)
class Resources:
    """Memory in megabytes, and open descriptors of a process."""

    megabytes: float
    files: int


def read_resources(pid: int) -> Resources:
    """Return the current resources of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return Resources(pages * PAGE_BYTES / 1e6, len(os.listdir(f"/proc/{pid}/fd")))


def has_grown(seen: Sequence[Resources]) -> bool:
    """Return whether the last quarter of *seen* is above the second (caches fill in the first); False below eight."""
    quarter = len(seen) // 4
    if quarter < 2:
        return False
    before, after = seen[quarter : 2 * quarter], seen[-quarter:]
    memory = [statistics.median(sample.megabytes for sample in part) for part in (before, after)]
    files = [statistics.median(sample.files for sample in part) for part in (before, after)]
    return memory[1] > GROWTH * memory[0] or files[1] > files[0] + FILES


def find_complaints(logs: Path) -> list[str]:
    """Return the complaints of all logs in a folder: warnings, errors, and the last lines of tracebacks."""
    return [f"{log.stem}: {complaint}" for log in sorted(logs.glob("*.log")) for complaint in _loud(log)]


def _loud(log: Path) -> Iterator[str]:
    records: list[list[str]] = [[]]
    for line in log.read_text(errors="replace").splitlines():
        if BEGINS.match(line):
            records.append([])
        records[-1].append(line)
    for record in records:
        if any(LOUD.search(line) for line in record):
            yield record[0] if len(record) == 1 else f"{record[0]} ... {record[-3].strip()}: {record[-1]}"
