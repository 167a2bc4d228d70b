"""Define entrants: single bots, and pairs of bots that enter as partners."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Entrant:
    """A bot, or a pair with both owners and the version ids of its two bots (*members*)."""

    id: int
    owner: int
    other_owner: int | None = None
    members: tuple[int, ...] = ()


def members_of(entrants: Iterable[Entrant]) -> dict[int, tuple[int, ...]]:
    """Return the members of each pair among *entrants*, by the pair's id."""
    return {entrant.id: entrant.members for entrant in entrants if entrant.members}


def stakes_of(entrants: Sequence[Entrant], allow_same_owner: bool) -> list[frozenset[int]]:
    """Return a set for each entrant; entrants whose sets have an element in common may not meet.

    The elements are the owners' ids or, with *allow_same_owner*, the ids of the bots that sit for the entrant.
    """
    if allow_same_owner:
        return [frozenset(entrant.members or (entrant.id,)) for entrant in entrants]
    return [
        frozenset((entrant.owner,) if entrant.other_owner is None else (entrant.owner, entrant.other_owner))
        for entrant in entrants
    ]


def may_meet(stakes: Sequence[frozenset[int]], places: Iterable[int]) -> bool:
    """Return whether no two entrants at *places* (indices of *stakes*) have a stake in common."""
    shares = [stakes[place] for place in places]
    return len(frozenset().union(*shares)) == sum(map(len, shares))


def most_that_may_meet(stakes: Sequence[frozenset[int]]) -> int:
    """Return how many entrants may meet at one table; with pairs at most 2, since two sides meet."""
    if all(len(own) == 1 for own in stakes):
        return len(set(stakes))
    return 2 if any(one.isdisjoint(other) for one, other in combinations(stakes, 2)) else 1
