"""Tables of players of whom no two have met, where there are such: exchanges between tables may miss them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

LOOKS = 20_000  # at tables, before the search is given up: some hundredths of a second

Apart = Callable[[int, int], bool]


def tables_of_unmet(places: Sequence[int], bots: int, apart: Apart) -> list[list[int]] | None:
    """All *places* at tables of *bots*, each first with those next to it; no two of a table are *apart*.

    None where there is no such seating, or where none was found in `LOOKS`.
    """
    return _Search(bots, apart).seated(list(places))


class _Search:
    def __init__(self, bots: int, apart: Apart) -> None:
        self._bots, self._apart, self._looks = bots, apart, LOOKS

    def seated(self, places: list[int]) -> list[list[int]] | None:
        """The first of *places* with whoever it can sit with, and so on with the rest."""
        if not places:
            return []
        head, *rest = places
        for table in self._tables(head, rest):
            others = self.seated([place for place in rest if place not in table])
            if others is not None:
                return [table, *others]
        return None

    def _tables(self, head: int, rest: Sequence[int]) -> Iterator[list[int]]:
        free = [place for place in rest if not self._apart(head, place)]
        for others in combinations(free, self._bots - 1):
            self._looks -= 1
            if self._looks < 0:
                return
            if not any(self._apart(one, other) for one, other in combinations(others, 2)):
                yield [head, *others]
