"""What is charged and held against one seat of a running game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.rules.native import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64


@mypyc_attr(acyclic=True)
class Account:
    """All of it survives in a journal; times are in microseconds.

    Attributes:
        bank_us: time left in the seat's bank.
        asked: how many decisions it was asked; the open one has the next number.
        think_us, net_us: what its last decision was charged, and spared.
        illegal: its illegal answers, in decisions that are settled; *malformed* of them were no actions.
        lost: whether it is not asked any more.
    """

    def __init__(self, bank_us: i64) -> None:
        self.bank_us: i64 = bank_us
        self.asked: i64 = 0
        self.think_us: i64 = 0
        self.net_us: i64 = 0
        self.illegal: i64 = 0
        self.malformed: i64 = 0
        self.lost: bool = False
