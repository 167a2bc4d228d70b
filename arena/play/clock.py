"""A seat's time: so much for each decision, and a bank for the game. Pure arithmetic; who measures is elsewhere."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time a seat has, in microseconds: *move_us* for each decision, then *bank_us* once for the whole game."""

    move_us: int
    bank_us: int


def bank_after(time: TimeControl, bank_us: int, think_us: int) -> int:
    """What is left of *bank_us* after a decision was charged *think_us* (docs/explanation/faults.md); never below 0."""
    return max(0, bank_us - max(0, think_us - time.move_us))
