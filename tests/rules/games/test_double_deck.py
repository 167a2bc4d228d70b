"""The double deck (pinochle.md §4) on constructed tables.

80 cards, melds up to four, raises, the last trick.
"""

import pytest

from arena.rules import PASS, card_text, configure, legal_bids, new_game
from tests.rules.games.partners import DOUBLE, SEED, laid, scored
from tests.rules.playing import answer, codes


def test_the_double_deck_has_four_of_each_and_no_nines() -> None:
    game = new_game(configure(DOUBLE), SEED)
    deck = [card_text(card) for card in game.layout.deck]
    assert (len(deck), deck.count("QS"), deck[:6]) == (80, 4, ["AS", "AS", "AS", "AS", "TS", "TS"])
    assert not any(card.startswith("9") for card in deck)
    hand = game.layout.hand(codes("AH AH AH AH JS"))
    assert (game.layout.count(hand, codes("AH")[0]), hand < 2**62) == (4, True)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AS TS KS QS JS", [15, 150, 225, 300]),
        ("KS QS", [4, 8, 12, 16]),
        ("KD QD", [2, 4, 6, 8]),
        ("AS AD AC AH", [10, 100, 150, 200]),
        ("KS KD KC KH", [8, 80, 120, 160]),
        ("QS QD QC QH", [6, 60, 90, 120]),
        ("JS JD JC JH", [4, 40, 60, 80]),
        ("QS JD", [4, 30, 60, 90]),
    ],
)
def test_melds_of_the_double_deck_up_to_four(cards: str, points: list[int]) -> None:
    for copies in range(4):
        meld = laid(DOUBLE, f"{cards} " * (copies + 1), "S")
        assert (meld.points, [entry[1] for entry in meld.melds]) == (points[copies], [copies + 1])
        assert list(meld.shown) == sorted(meld.shown, key=new_game(configure(DOUBLE), SEED).layout.deck.index)


def test_the_least_raise_of_the_double_deck() -> None:
    game = answer(new_game(configure(DOUBLE), SEED), 58)
    assert game.legal() == legal_bids(59, 1, 1000, True)
    assert answer(game.copy(), 59).legal().least == 60
    answer(game, 63)
    assert game.legal() == legal_bids(68, 1, 1000, True)
    assert not game.legal().allows(67)
    assert answer(game, 69).legal().least == 74


def test_a_raise_over_sixty_that_the_cap_does_not_leave() -> None:
    game = answer(new_game(configure(DOUBLE, options={"max_bid": 64}), SEED), 60)
    assert game.legal().single == PASS


def test_the_last_trick_of_the_double_deck_counts_two() -> None:
    game = scored(DOUBLE, 60, [0, 50, 0, 8], ["AS", "", "", "JS"], last=3)
    assert (game.hand.points, game.hand.deltas) == ([1, 0, 0, 2], [1, 60, 1, 60])
