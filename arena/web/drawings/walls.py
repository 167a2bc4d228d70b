"""The path of a test between its two walls."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600.0, 200.0


@dataclass(frozen=True)
class Walls:
    """Two lines in a picture of 600 by 200.

    The upper wall is at 20, the lower one at 180, and 100 is where nothing is known. *stronger*
    climbs to the upper wall, *not_stronger* falls to the lower one; a side that has lost money
    stays in the middle. *deals*: at the right border.
    """

    stronger: str
    not_stronger: str
    deals: int


def walls(path: Sequence[tuple[int, float, float]]) -> Walls:
    """Draw a path: deals, and which part of the way to its wall either side has come (1: there)."""
    most = max([deals for deals, _, _ in path] + [1])

    def at(deals: int, part: float, way: int) -> str:
        return f"{WIDTH * deals / most:.1f},{HEIGHT / 2 - way * 80 * min(1.0, max(0.0, part)):.1f}"

    begun = "0.0,100.0"
    return Walls(
        " ".join([begun, *(at(deals, up, 1) for deals, up, _ in path)]),
        " ".join([begun, *(at(deals, down, -1) for deals, _, down in path)]),
        most,
    )
