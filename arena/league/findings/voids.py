"""List the players and causes of voided boards, and test whether chance explains them.

An operator could void boards that it does not like, but chance voids all boards alike. A bot with a share s of the
boards is then at one of m voided boards with probability 1 - (1 - s)^m.

Boards that are voided within a minute of one another are one **incident**: a gateway that dies ends all its tables. The
number of incidents of a bot has a tail no heavier than the binomial one with the same mean (W. Hoeffding, Annals of
Mathematical Statistics 27 (1956), theorem 5). The tests of all bots of a table together raise a false alarm in fewer
than 1 of 100 tables (Bonferroni).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

FALSE_ALARMS: Final = 0.01  # probability of a false alarm in a table
APART: Final = 60.0  # seconds; voids with a longer gap between them are two incidents


@dataclass(frozen=True)
class Void:
    """A voided board: the time in seconds since 1970 (*at*), its players and the cause."""

    at: float
    line_up: tuple[int, ...]
    cause: str


@dataclass(frozen=True)
class VoidedLine:
    """The voided boards of one player.

    *dealt*: boards of the player, with voided ones. *causes*: number of voided boards by cause. *incidents*: number
    that involved the player. *chance*: the probability that chance alone involves it so often. *is_flagged*: whether
    chance is excluded even though all players of the table were tested.
    """

    player: int
    dealt: int
    causes: Mapping[str, int]
    incidents: int
    chance: float
    is_flagged: bool

    @property
    def voided(self) -> int:
        """Return the number of the player's voided boards."""
        return sum(self.causes.values())


def summarize_voids(voids: Iterable[Void], played: Mapping[int, int], boards: int) -> list[VoidedLine]:
    """Return a line for each player with voided boards, most voids first, then by id.

    *played*: by player, the number of boards that were not voided. *boards*: that number for all players together.
    """
    ordered = sorted(voids, key=lambda void: void.at)
    causes: dict[int, Counter[str]] = {}
    for void in ordered:
        for player in void.line_up:
            causes.setdefault(player, Counter())[void.cause] += 1
    incidents = list(_incidents(ordered))
    lines = []
    for player, own in causes.items():
        dealt = played.get(player, 0) + own.total()
        share = dealt / (boards + len(ordered))
        met = sum(any(player in void.line_up for void in incident) for incident in incidents)
        likely = sum(1 - (1 - share) ** len(incident) for incident in incidents) / len(incidents)
        chance = at_least(met, len(incidents), likely)
        flagged = chance * max(len(causes), len(played)) < FALSE_ALARMS
        lines.append(VoidedLine(player, dealt, dict(sorted(own.items())), met, chance, flagged))
    return sorted(lines, key=lambda line: (-line.voided, line.player))


def at_least(count: int, trials: int, likely: float) -> float:
    """Return the probability of *count* or more of *trials* independent events with probability *likely*."""
    if likely >= 1 or count <= 0:
        return 1.0
    if likely <= 0:
        return 0.0
    whole = lgamma(trials + 1)
    terms = (
        exp(whole - lgamma(k + 1) - lgamma(trials - k + 1) + k * log(likely) + (trials - k) * log(1 - likely))
        for k in range(count, trials + 1)
    )
    return min(1.0, sum(terms))


def _incidents(ordered: Sequence[Void]) -> Iterator[list[Void]]:
    incident: list[Void] = []
    for void in ordered:
        if incident and void.at - incident[-1].at > APART:
            yield incident
            incident = []
        incident.append(void)
    if incident:
        yield incident
