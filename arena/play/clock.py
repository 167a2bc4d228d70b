"""A seat's time as pure arithmetic; it is measured elsewhere."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A seat's time in microseconds: per decision, then one bank a game."""

    move_us: int
    bank_us: int


def bank_after(time: TimeControl, bank_us: int, think_us: int) -> int:
    """Return *bank_us* after a charge of *think_us*, at least 0 (docs/explanation/faults.md)."""
    return max(0, bank_us - max(0, think_us - time.move_us))
