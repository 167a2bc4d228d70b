"""Who takes part: bots, each for itself, and pairs of bots that enter as one where partners play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Entrant:
    """Who takes part: an id, and the id of its owner; of a pair both owners', and its *members* by their own ids."""

    id: int
    owner: int
    other_owner: int | None = None
    members: tuple[int, ...] = ()


def members_of(entrants: Iterable[Entrant]) -> dict[int, tuple[int, ...]]:
    """The members of each pair among *entrants*, by its id."""
    return {entrant.id: entrant.members for entrant in entrants if entrant.members}


def stakes_of(entrants: Sequence[Entrant], allow_same_owner: bool) -> list[frozenset[int]]:
    """What keeps each of *entrants* apart from others: who have one in common do not meet.

    Its owners; or where bots of one owner may meet the bots that sit for it, since nobody plays against itself.
    """
    if allow_same_owner:
        return [frozenset(entrant.members or (entrant.id,)) for entrant in entrants]
    return [
        frozenset((entrant.owner,) if entrant.other_owner is None else (entrant.owner, entrant.other_owner))
        for entrant in entrants
    ]


def may_meet(stakes: Sequence[frozenset[int]], places: Iterable[int]) -> bool:
    """Whether no two at those *places* have a stake in common."""
    held = [stakes[place] for place in places]
    return len(frozenset().union(*held)) == sum(map(len, held))


def most_that_may_meet(stakes: Sequence[frozenset[int]]) -> int:
    """How many there are of whom all may meet, but no more than 2 where pairs are among them: two sides meet there."""
    if all(len(own) == 1 for own in stakes):
        return len(set(stakes))
    return 2 if any(one.isdisjoint(other) for one, other in combinations(stakes, 2)) else 1
