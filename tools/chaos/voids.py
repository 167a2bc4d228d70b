"""List voided boards, with the faults before them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import psycopg

from tests.house import House
from tools.chaos.kept import InflictedFault

TOGETHER: Final = 3.0  # seconds between the losses of a worker and of a gateway, in which neither could write
MEMORY: Final = 60.0  # seconds after which a fault cannot explain a void any more
QUERY: Final = "SELECT board_id, reason, extract(epoch FROM voided)::float FROM voids ORDER BY voided"


@dataclass(frozen=True)
class Void:
    """A board that was voided, and the faults of the minute before."""

    board: int
    reason: str
    before: Sequence[InflictedFault]

    @property
    def evidence(self) -> Sequence[InflictedFault]:
        """Return losses of a worker and a gateway within `TOGETHER`, or while Postgres was away; else nothing."""
        workers, gateways, away = (
            [done for done in self.before if part in done.fault.takes] for part in ("worker", "gateway", "postgres")
        )
        for worker, gateway in product(reversed(workers), reversed(gateways)):
            meets_both = [each for each in away if _meet(worker, each) and _meet(gateway, each)]
            if _meet(worker, gateway) or meets_both:
                return sorted({worker, gateway, *meets_both[-1:]}, key=lambda done: (done.began, str(done.fault)))
        return []


def _meet(one: InflictedFault, other: InflictedFault) -> bool:
    """Return whether two losses are within `TOGETHER`; Postgres is away until play continues."""
    ends = [each.ended + (each.recovery if "postgres" in each.fault.takes else 0) for each in (one, other)]
    return one.began - TOGETHER < ends[1] and other.began - TOGETHER < ends[0]


def voids(house: House, done: Sequence[InflictedFault]) -> list[Void]:
    """Return the boards that were voided."""
    with psycopg.connect(house.arena.dsn) as connection:
        rows: list[Any] = connection.execute(QUERY).fetchall()
    return [
        Void(board, reason, [each for each in done if each.began <= at <= each.ended + MEMORY])
        for board, reason, at in rows
    ]
