"""The second opinion: Plackett-Luce, from each game's finishing ranks.

By the package openskill. R. C. Weng, C.-J. Lin, "A Bayesian approximation method for online
ranking", Journal of Machine Learning Research 12 (2011), algorithm 4: a player is a normal belief,
of mean mu and deviation sigma, and each game moves all beliefs of its table at once. Another model
on other data than Elo's and the official table's: games one by one, in schedule order, and their
whole order of finish, not boards and pairs. So it does not know that the games of a board share
their deal, and its sigma is too small for that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

from openskill.models import PlackettLuce

MODEL: Final = PlackettLuce()  # mu 25, sigma 25/3, beta 25/6: the package's own numbers
NORMAL: Final = NormalDist()


@dataclass(frozen=True)
class Belief:
    """A player's estimated strength after so many games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0


@dataclass(frozen=True)
class PlayedGame:
    """A game: who sat in each seat, and each seat's rank.

    Partners sit in every second seat.
    """

    seated: Sequence[int]
    ranks: Sequence[int]
    sides: int

    def teams(self) -> list[tuple[int, ...]]:
        """Return the players of each side.

        A bot in both seats of a side counts once.
        """
        return [tuple(dict.fromkeys(self.seated[side :: self.sides])) for side in range(self.sides)]


def fold(beliefs: Mapping[int, Belief], games: Iterable[PlayedGame]) -> dict[int, Belief]:
    """Return the beliefs after *games*, in that order.

    Players who are not in *beliefs* are new.
    """
    after = dict(beliefs)
    for game in games:
        teams = game.teams()
        known = [[after.get(player, Belief()) for player in team] for team in teams]
        rated = MODEL.rate(
            [[MODEL.rating(each.mu, each.sigma) for each in team] for team in known],
            ranks=[float(rank) for rank in game.ranks[: game.sides]],
        )
        for team, were, are in zip(teams, known, rated, strict=True):
            for player, was, now in zip(team, were, are, strict=True):
                after[player] = Belief(now.mu, now.sigma, was.games + 1)
    return after


def superiority(one: Belief, other: Belief) -> float:
    """Return the likelihood that *one* is the stronger."""
    return NORMAL.cdf((one.mu - other.mu) / sqrt(one.sigma**2 + other.sigma**2))


@dataclass(frozen=True)
class Disagreement:
    """A pair that two tables order differently.

    *official*, *opinion*: how likely each table says that *player* is stronger than *other*;
    *official* is above 1/2, *opinion* below.
    """

    player: int
    other: int
    official: float
    opinion: float


def disagreements(
    beliefs: Mapping[int, Belief], official: Mapping[tuple[int, int], float], sure: float
) -> list[Disagreement]:
    """Return the pairs that beliefs order against the official table.

    *official*: the likelihood, by pair, that the first is the stronger. Only pairs of whose order
    one of the two is *sure* at least; the furthest apart first.
    """
    found = [
        Disagreement(player, other, likely, superiority(beliefs[player], beliefs[other]))
        for (player, other), likely in official.items()
        if likely > 0.5 and player in beliefs and other in beliefs
    ]
    opposed = [each for each in found if each.opinion < 0.5 and max(each.official, 1 - each.opinion) >= sure]
    return sorted(opposed, key=lambda each: (each.opinion - each.official, each.player, each.other))
