"""What the decisions of a game were charged: a number for each, stored as varints beside the actions.

0 where nobody was asked or nothing was measured; else 1 and twice the milliseconds, and 1 more where a whole batch of
decisions was answered at once: then the time is that of the batch.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from mypy_extensions import i64

NOT_MEASURED: Final = 0


class Charge(NamedTuple):
    """Time in milliseconds, to the nearest; *in_batch*: of a batch that the decision was one of."""

    ms: int
    in_batch: bool


def charge_code(us: i64, in_batch: bool) -> i64:
    """Return the number of a charge in microseconds."""
    code: i64 = 1 + 2 * ((us + 500) // 1000)
    return code + 1 if in_batch else code


def charges_of(codes: Iterable[int]) -> list[Charge | None]:
    """Return the charges that numbers stand for; None is `NOT_MEASURED`."""
    return [Charge((code - 1) // 2, code % 2 == 0) if code else None for code in codes]
