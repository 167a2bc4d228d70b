"""What the bots of a process decided: times, and a log."""

import datetime
import json
import threading
from collections import deque
from typing import Any, Final, Protocol

from arena.rules import KIND_NAMES
from bots.sdk.bot.bot import Outcome

KEPT: Final = 10_000  # times of each kind, the latest


class Lines(Protocol):
    """Where the log's lines go."""

    def write(self, line: str, /) -> object:
        """Write a line. Raises `OSError`."""


class Diary:
    """Times of all decisions, and JSON Lines of them in *log*."""

    def __init__(self, log: Lines | None = None) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._counts = [0] * len(KIND_NAMES)
        self._thinks = [deque[float](maxlen=KEPT) for _ in KIND_NAMES]
        self._nets = deque[float](maxlen=KEPT)

    @property
    def logs(self) -> bool:
        """Whether there is a log, which needs whole decisions."""
        return self._log is not None

    def timed(self, kind: int, think: float, net: float, decisions: int = 1) -> None:
        """Note a decision's time, and the network's last share, in seconds.

        *net* is 0 where there is none. *decisions* of a batch were made together: each had to wait for all.
        """
        self._counts[kind] += decisions
        self._thinks[kind].append(think)
        if net:
            self._nets.append(net)

    def over(self, seat_id: int, variant: str, seat: int, outcome: Outcome) -> None:
        """Note the end of a seat's game."""
        if self._log is not None:
            self.write({"seat_id": str(seat_id), "variant": variant, "seat": seat, "game_over": outcome._asdict()})

    def told(self) -> list[str]:
        """Return the times by kind of decision, as a table's lines."""
        kinds = self._kinds()
        if not kinds:
            return []
        lines = [f"{'decisions':<10}{'':>9}  {'p50':>9}  {'p99':>9}  {'longest':>9}"]
        for kind in kinds:
            lines.append(f"{KIND_NAMES[kind]:<10}{self._counts[kind]:>9}  {'  '.join(_times(self._thinks[kind]))}")
        if self._nets:
            lines.append(f"{'network':<10}{'':>9}  {'  '.join(_times(self._nets))}")
        return lines

    def figures(self) -> dict[str, dict[str, float]]:
        """Return each kind's decisions and seconds p50, p99, longest."""
        names = ("p50", "p99", "longest")
        return {
            KIND_NAMES[kind]: {
                "decisions": self._counts[kind],
                **dict(zip(names, _figures(self._thinks[kind]), strict=True)),
            }
            for kind in self._kinds()
        }

    def _kinds(self) -> list[int]:
        """Return the kinds that were decided."""
        return [kind for kind, count in enumerate(self._counts) if count]

    def write(self, line: dict[str, Any]) -> None:
        """Write a line to the log, with the time. Raises `OSError`."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        with self._lock:
            assert self._log is not None
            self._log.write(json.dumps({"time": now, **line}, ensure_ascii=False) + "\n")


def _figures(seconds: "deque[float]") -> tuple[float, float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1]


def _times(seconds: "deque[float]") -> list[str]:
    return [f"{1000 * figure:>6.2f} ms" for figure in _figures(seconds)]
