"""Seat players so that nobody at a table has met.

Exchanges between tables may miss such seatings.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

LOOKS = 20_000  # at tables, before the search is given up: some hundredths of a second

Apart = Callable[[int, int], bool]


def tables_of_unmet(places: Sequence[int], bots: int, apart: Apart) -> list[list[int]] | None:
    """Seat all *places* at tables of *bots*, with nobody *apart* together.

    Each player is first tried with those next to it. None where there is no such seating, or none was found in `LOOKS`.
    """
    looks = iter(range(LOOKS))

    def tables(head: int, rest: Sequence[int]) -> Iterator[list[int]]:
        free = [place for place in rest if not apart(head, place)]
        for others in combinations(free, bots - 1):
            if next(looks, None) is None:
                return
            if not any(apart(one, other) for one, other in combinations(others, 2)):
                yield [head, *others]

    def seated(places: list[int]) -> list[list[int]] | None:
        if not places:
            return []
        head, *rest = places
        for table in tables(head, rest):
            others = seated([place for place in rest if place not in table])
            if others is not None:
                return [table, *others]
        return None

    return seated(list(places))
