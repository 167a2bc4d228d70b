"""Deal unseen cards to piles, with equal probability for each allowed deal.

Cards that may be in the same piles form a group. The ways to fill the piles are counted group by group. So no draw
fails, even if few deals are possible.
"""

from typing import Final

from arena.rules.games.rollout import Chance
from arena.rules.hands.layout import PLAIN, size

ROOM_BITS: Final = 6  # bits for the number of free places of a pile in a key, at most 63
FINE: Final = 2**30


class NoDealError(Exception):
    """No deal of the unseen cards is possible."""


Share = tuple[list[int], float]  # by pile, the number of a group's cards; and the number of ways to deal


class Group:
    """Unseen cards that may be in the same piles.

    *least*: by pile, the number of these cards that it must hold. *mask*: the piles that may hold more, one bit each.
    """

    def __init__(self, cards: list[int], mask: int, least: list[int]) -> None:
        self.cards: Final = cards
        self.mask: Final = mask
        self.least: Final = least


class Piles:
    """The unseen cards with their possible piles, and the free places of each pile."""

    def __init__(self, rooms: list[int], groups: list[Group]) -> None:
        """Count the possible deals; *rooms*: free places by pile. Raises `NoDealError` if no deal is possible."""
        self.groups: list[Group] = sorted(groups, key=lambda group: (size(group.mask), len(group.cards)))
        self.cards: list[int] = [card for group in self.groups for card in group.cards]
        self._rooms: list[int] = rooms
        self._shares: dict[int, list[Share]] = {}
        if sum(rooms) != sum([len(group.cards) for group in groups]) or not self._ways(0, rooms):
            raise NoDealError(f"the unseen cards do not fit into piles of {rooms}")

    def draw(self, chance: Chance) -> list[int]:
        """Return the pile of each card, in the order of `cards`."""
        piles = [0] * len(self.cards)
        rooms = list(self._rooms)
        first = 0
        for number, group in enumerate(self.groups):
            counts = draw_share(self._shares_of(number, rooms), chance)
            left = list(range(first, first + len(group.cards)))
            first += len(left)
            for pile, count in enumerate(counts):
                rooms[pile] -= count
                for _ in range(count):
                    piles[take_card(left, chance)] = pile
        return piles

    def gathered(self, drawn: list[int]) -> list[list[int]]:
        piles: list[list[int]] = [[] for _ in self._rooms]
        for card, pile in zip(self.cards, drawn, strict=True):
            piles[pile].append(card)
        return piles

    def _ways(self, number: int, rooms: list[int]) -> float:
        if number == len(self.groups):
            return 1.0
        return sum([ways for _, ways in self._shares_of(number, rooms)])

    def _shares_of(self, number: int, rooms: list[int]) -> list[Share]:
        """Return all ways to share group *number* among the piles, each with the number of deals that it allows."""
        key = number
        for room in rooms:
            key = (key << ROOM_BITS) | room
        known = self._shares.get(key)
        if known is None:
            known = self._shares[key] = []
            group = self.groups[number]
            last = number == len(self.groups) - 1
            for counts in [rooms] if last else spread(len(group.cards), group, rooms, 0):
                if last and not fits(rooms, group):
                    continue
                rest = [room - count for room, count in zip(rooms, counts, strict=True)]
                ways = self._ways(number + 1, rest) * orders(counts)
                if ways:
                    known.append((counts, ways))
        return known


def fits(counts: list[int], group: Group) -> bool:
    for pile, count in enumerate(counts):
        least = group.least[pile]
        if count < least or (count > least and not group.mask & PLAIN.bit[pile]):
            return False
    return True


def spread(count: int, group: Group, rooms: list[int], pile: int) -> list[list[int]]:
    """Return all ways to divide *count* cards of a group among the piles from number *pile* on."""
    if pile == len(rooms):
        return [] if count else [[]]
    least = group.least[pile]
    most = min(count, rooms[pile])
    if not group.mask & PLAIN.bit[pile]:
        most = min(most, least)
    ways: list[list[int]] = []
    for here in range(least, most + 1):
        for rest in spread(count - here, group, rooms, pile + 1):
            ways.append([here, *rest])
    return ways


def orders(counts: list[int]) -> float:
    """Return the number of ways to divide different cards into piles of these sizes."""
    ways, total = 1.0, 0
    for count in counts:
        for each in range(1, count + 1):
            total += 1
            ways = ways * total / each
    return ways


def draw_share(shares: list[Share], chance: Chance) -> list[int]:
    """Return a random share's numbers of cards by pile, with probability proportional to its ways."""
    at = chance.below(FINE) / FINE * sum([ways for _, ways in shares])
    for counts, ways in shares:
        at -= ways
        if at < 0:
            return counts
    return shares[-1][0]


def take_card(cards: list[int], chance: Chance) -> int:
    place = chance.below(len(cards))
    card = cards[place]
    cards[place] = cards[-1]
    cards.pop()
    return card
