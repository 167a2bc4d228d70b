"""Where boards were not what they should be (docs/explanation/findings.md)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

from tests.recomputed.boards import Lines

LIMITS = {"fallbacks": 0.01, "forfeits": 0.01, "voids": 0.01, "lag": 0.1}


class Mark(NamedTuple):
    bot: str  # "" for all
    what: str
    share: float
    limit: float


class Voided(NamedTuple):
    dealt: int
    causes: dict[str, int]
    incidents: int
    chance: float
    flagged: bool


def marks(lines: Lines, variant: str) -> list[Mark]:
    """Of one variant, those of all bots first; *lines*: of one export, or of several behind one another."""
    return [
        Mark(bot, what, share, LIMITS[what])
        for bot, what, share in sorted(_shares(lines, variant))
        if share > LIMITS[what]
    ]


def voided(lines: Lines, variant: str) -> dict[str, Voided]:
    """By bot whose boards were voided."""
    boards = _boards(lines, variant)
    closed = [board for board in boards if board["state"] == "closed"]
    played = Counter(bot for board in closed for bot in board["line_up"])
    voids = sorted(
        ((void["at"], board["line_up"], void["reason"]) for board in boards for void in board["voids"]),
        key=lambda void: void[0],
    )
    causes = {bot: Counter(why for _, there, why in voids if bot in there) for _, there, _ in voids for bot in there}
    incidents = list(_incidents(voids))
    counts = {}
    for bot, own in causes.items():
        dealt = played[bot] + own.total()
        share = dealt / (len(closed) + len(voids))
        met = sum(any(bot in there for _, there, _ in each) for each in incidents)
        mean = sum(1 - (1 - share) ** len(each) for each in incidents) / len(incidents)
        n = len(incidents)
        chance = min(1.0, sum(comb(n, k) * mean**k * (1 - mean) ** (n - k) for k in range(met, n + 1)))
        flagged = chance * max(len(causes), len(played)) < 0.01
        counts[bot] = Voided(dealt, dict(own), met, chance, flagged)
    return counts


def forfeits(lines: Lines, variant: str) -> dict[str, int]:
    """By bot, how many boards it did not come to."""
    return Counter(bot for board in _boards(lines, variant) for bot in board["absent"] or ())


def _shares(lines: Lines, variant: str) -> Iterator[tuple[str, str, float]]:
    shares = [each for line in lines for each in line.get("conduct", ()) if each["variant"] == variant]
    decisions, answered = Counter[str](), Counter[str]()
    for each in (each for conduct in shares for each in conduct["bots"]):
        decisions[each["bot"]] += each["asked"] + each["fallbacks"] - each["infractions"]
        answered[each["bot"]] += each["fallbacks"]
    yield from ((bot, "fallbacks", answered[bot] / count) for bot, count in decisions.items() if count)
    boards = _boards(lines, variant)
    played = Counter(bot for board in boards if board["state"] == "closed" for bot in board["line_up"])
    gone = forfeits(lines, variant).items()
    yield from ((bot, "forfeits", count / (played[bot] + count)) for bot, count in gone)
    if closed := sum(board["state"] == "closed" for board in boards):
        yield "", "voids", min(1.0, sum(bool(board["voids"]) for board in boards) / closed)
    looks = sum(conduct["looks"] for conduct in shares)
    yield "", "lag", sum(conduct["lag"] for conduct in shares) / looks if looks else 0.0


def _boards(lines: Lines, variant: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["format"] == "arena-board/1" and line["variant"] == variant]


def _incidents(voids: Sequence[Any]) -> Iterator[list[Any]]:
    """Voids within a minute of the one before."""
    begins = [0, *(at + 1 for at, (one, other) in enumerate(pairwise(voids)) if other[0] - one[0] > 60), len(voids)]
    yield from (list(voids[first:last]) for first, last in pairwise(begins) if first < last)
