"""The grid: which seasons are simulated."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Cell:
    """Seasons of one kind.

    Attributes:
        schedule: "round robin", "gauntlet" (one challenger), "swiss", "ladder", or "two groups". Each of two groups is
            a round robin of half the bots, and 10 boards of one bot of each link them.
        bots: the number of players. seats: those at a table.
        boards: of a line-up in a round robin and a gauntlet, of a table in a round or batch of the others.
        rounds: of a swiss, batches of a ladder.
        gap: board Elo between the best and the worst.
        field: "even" steps; "top", one bot above all others, which are equal; "circle". There each bot beats the one
            behind it as often as one `gap` stronger would, the last the first, and all else is even. "pairs": even
            steps, and a random effect of each pair. "points": even steps, also of points, for points less luck.
        repeats: how often a rotation goes like its board's first.
        shock: standard deviation, in board Elo, of what each bot gains or loses for a whole block.
        lost: the share of blocks in which a bot loses every game.
    """

    schedule: str
    bots: int
    seats: int
    boards: int
    gap: int
    field: str = "even"
    repeats: float = 0.3
    rounds: int = 0
    shock: int = 0
    lost: float = 0.0

    def __str__(self) -> str:
        what = f"{self.schedule}, {self.bots} bots at {self.seats} seats, {self.boards} boards x {self.rounds or 1}"
        return f"{what}, gap {self.gap}, {self.field}, repeats {self.repeats}, shock {self.shock}, lost {self.lost}"


ROUND_ROBIN: Final = "round robin"

CELLS: Final = (
    *(Cell(ROUND_ROBIN, 2, 2, boards, gap) for boards in (10, 30, 100, 1000) for gap in (0, 300, 1000)),
    *(Cell(ROUND_ROBIN, 4, 2, boards, gap) for boards in (4, 334) for gap in (300, 1000)),
    *(Cell(ROUND_ROBIN, 8, 2, boards, gap) for boards in (2, 14) for gap in (0, 1000)),
    *(Cell(ROUND_ROBIN, 5, 3, boards, gap, repeats=0.0) for boards in (2, 16) for gap in (300, 1000)),
    *(Cell(ROUND_ROBIN, 5, 4, boards, 400, repeats=0.8) for boards in (3, 25)),
    *(Cell(ROUND_ROBIN, 6, 5, boards, gap, repeats=0.0) for boards in (2, 20) for gap in (300, 1000)),
    *(Cell(ROUND_ROBIN, 8, 4, 1, gap) for gap in (0, 400, 1000)),
    *(Cell(ROUND_ROBIN, 8, seats, boards, 1000, "top") for seats, boards in ((2, 5), (3, 1), (4, 3))),
    *(Cell(ROUND_ROBIN, 3, 2, boards, 110, "circle") for boards in (10, 50)),
    Cell(ROUND_ROBIN, 7, 2, 10, 200, "circle"),
    Cell(ROUND_ROBIN, 16, 2, 1, 600),
    Cell(ROUND_ROBIN, 24, 4, 10, 400),
    Cell(ROUND_ROBIN, 50, 4, 5, 500),
    *(Cell("two groups", 8, 2, 10, gap) for gap in (200, 600)),
    *(Cell("gauntlet", 8, 2, boards, gap) for boards, gap in ((10, 0), (20, 800))),
    Cell("gauntlet", 6, 3, 3, 400),
    Cell("swiss", 8, 2, 6, 300, rounds=3),
    Cell("swiss", 16, 4, 5, 800, rounds=4),
    Cell("ladder", 8, 2, 4, 400, rounds=10),
    Cell("ladder", 12, 4, 2, 600, rounds=12),
    *(Cell(ROUND_ROBIN, 2, 2, 100, 1000, repeats=repeats) for repeats in (0.0, 1.0)),
    *(Cell(ROUND_ROBIN, 8, 4, 3, 1000, field, repeats=0.0) for field in ("even", "top")),
    Cell(ROUND_ROBIN, 24, 4, 3, 1000, repeats=0.0),
    Cell("two groups", 8, 2, 10, 200, repeats=1.0),
    *(Cell("swiss", 50, 2, 5, gap, rounds=6) for gap in (0, 600)),
    Cell("swiss", 50, 2, 5, 0, rounds=12),
    Cell("ladder", 16, 2, 2, 100, rounds=8),
    *(Cell(ROUND_ROBIN, 2, 2, boards, 100, shock=100) for boards in (10, 30, 100, 1000)),
    *(Cell(ROUND_ROBIN, 8, 2, boards, 100, shock=100) for boards in (14, 48)),
    *(Cell(ROUND_ROBIN, 5, 3, boards, 300, shock=100) for boards in (16, 80)),
    Cell(ROUND_ROBIN, 5, 4, 25, 400, shock=100),
    Cell("swiss", 16, 2, 5, 300, rounds=6, shock=100),
    Cell("ladder", 8, 2, 4, 400, rounds=10, shock=100),
    *(Cell(ROUND_ROBIN, bots, seats, boards, 100, lost=0.03) for bots, seats, boards in ((2, 2, 100), (2, 2, 1000))),
    *(Cell(ROUND_ROBIN, bots, seats, 40, 100, lost=0.03) for bots, seats in ((8, 2), (6, 3))),
    *(Cell(ROUND_ROBIN, bots, 4, boards, 60, "points") for bots, boards in ((4, 100), (8, 2))),
    *(Cell(kind, bots, 2, 80, 300, "pairs", rounds=n) for kind, bots, n in (("swiss", 16, 5), ("ladder", 12, 6))),
)
