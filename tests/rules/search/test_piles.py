from collections import Counter
from itertools import permutations

import pytest

from arena.rules.games.rollout import Chance
from arena.rules.search.piles import Group, NoDealError, Piles

DRAWS = 6000


def deals(rooms: list[int], groups: list[Group]) -> Counter[tuple[tuple[int, ...], ...]]:
    """All deals that fit, found by trying every order of the cards; each as often as it has orders."""
    cards = [(card, group) for group in groups for card in group.cards]
    counts: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for order in permutations(range(len(cards))):
        piles, at = [], 0
        for room in rooms:
            piles.append([cards[place] for place in order[at : at + room]])
            at += room
        if all(fits(number, pile, groups) for number, pile in enumerate(piles)):
            counts[tuple(tuple(sorted(card for card, _ in pile)) for pile in piles)] += 1
    return counts


def fits(number: int, pile: list[tuple[int, Group]], groups: list[Group]) -> bool:
    for group in groups:
        count = sum(of is group for _, of in pile)
        if count < group.least[number] or (count > group.least[number] and not group.mask >> number & 1):
            return False
    return True


@pytest.mark.parametrize(
    ("rooms", "groups"),
    [
        ([3, 2, 2], [Group([1, 2, 3, 4, 5, 6, 7], 0b111, [0, 0, 0])]),
        ([3, 2, 2], [Group([1, 2, 3], 0b011, [0, 0, 0]), Group([4, 5, 6, 7], 0b111, [0, 0, 0])]),
        (
            [2, 3, 2],
            [Group([1, 1, 1], 0b111, [0, 1, 0]), Group([4, 5], 0b101, [0, 0, 0]), Group([6, 7], 0b110, [0] * 3)],
        ),
        ([4, 3], [Group([1, 1], 0b10, [1, 0]), Group([2, 3, 4, 5, 6], 0b11, [0, 0])]),
    ],
)
def test_each_deal_that_fits_is_drawn_as_often_as_it_has_orders(rooms: list[int], groups: list[Group]) -> None:
    ways = deals(rooms, groups)
    piles, chance = Piles(rooms, groups), Chance(7)
    drawn = Counter(tuple(tuple(sorted(pile)) for pile in piles.gathered(piles.draw(chance))) for _ in range(DRAWS))
    assert set(drawn) <= set(ways)
    expected = {deal: DRAWS * count / ways.total() for deal, count in ways.items()}
    chi_squared = sum((drawn[deal] - mean) ** 2 / mean for deal, mean in expected.items())
    freedom = len(ways) - 1
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5 + 4


def test_cards_that_fit_nowhere_are_refused() -> None:
    with pytest.raises(NoDealError):
        Piles([1, 1], [Group([1, 2], 0b01, [0, 0])])
    with pytest.raises(NoDealError):
        Piles([1, 1], [Group([1], 0b11, [0, 0])])
