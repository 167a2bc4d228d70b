"""One seat's bank, charges and faults in a running game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.rules.native import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64


@mypyc_attr(acyclic=True)
class Account:
    """A seat's account; all of it survives in a journal.

    Attributes:
        bank_us: time left in the seat's bank, in microseconds, as all times here.
        asked: how many decisions the seat has settled; the open one has the next number.
        think_us, net_us: what its last decision was charged, and spared.
        spent_us: what all its decisions were charged.
        illegal: its illegal answers, in settled decisions; *malformed* of them were no actions.
        lost: whether it is no longer asked.
    """

    def __init__(self, bank_us: i64) -> None:
        self.bank_us: i64 = bank_us
        self.asked: i64 = 0
        self.think_us: i64 = 0
        self.net_us: i64 = 0
        self.spent_us: i64 = 0
        self.illegal: i64 = 0
        self.malformed: i64 = 0
        self.lost: bool = False
