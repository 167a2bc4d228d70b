"""The lines of a text program that are no answers: log each one once, and only a few."""

import sys
from typing import Final

MOST_LINES: Final = 5  # different lines that are logged
SHOWN: Final = 80  # characters of a line


class PassedOver:
    """The lines that all processes of one program wrote without being asked.

    Attributes:
        lines: the first `MOST_LINES` different ones, cut.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0
        self._name = ""

    def add(self, line: str) -> None:
        """Count a line, and log it if it is new; before `show` it waits."""
        self._count += bool(line)
        line = line[:SHOWN]
        if line and line not in self.lines and len(self.lines) < MOST_LINES:
            self.lines.append(line)
            if self._name:
                self._log(f"passed over {line!r}")

    def show(self, name: str) -> None:
        """Log the lines that have waited for the program's *name*."""
        if not self._name:
            self._name = name
            for line in self.lines:
                self._log(f"passed over {line!r}")

    def end(self) -> None:
        """Log how many lines there were, if not each of them was shown."""
        if self._name and self._count > len(self.lines):
            self._log(f"{self._count} lines were passed over; the first {len(self.lines)} different ones are shown")
            self._count = 0

    def _log(self, text: str) -> None:
        print(f"{self._name}: {text}", file=sys.stderr, flush=True)
