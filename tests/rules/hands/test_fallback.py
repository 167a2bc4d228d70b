"""Which cards are laid for a seat that says nothing. docs/reference/protocol.md, The fallback."""

import pytest

from arena.rules import PASS, Kind, pack_cards
from tests.rules.playing import answer, bought, codes, dealt


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        # The nines and the jack of trumps are lower, and stay.
        ("9S 9S JS AS AS TS AD KD AC KC AH QH", "KD KC QH"),
        # Equals by suit order S D C H.
        ("9S 9S JS AS AS TS AD AD TC 9C TH 9H", "TC 9C 9H"),
        ("9S 9S JS AS AS TS QD AD QC AC QH AH", "QD QC QH"),
        # Two that are no trump go first, high as they are; then the lowest trump.
        ("9S JS QS QS KS KS TS TS AS AS AD TD", "9S AD TD"),
        ("9S 9S JS JS QS QS KS KS TS TS AS AS", "JS 9S 9S"),
    ],
)
def test_the_lowest_cards_that_are_no_trump_are_given_before_trumps(hand: str, given: str) -> None:
    game = answer(bought(dealt("pinochle-racehorse", "", "", "", hand), 250), 0)
    assert (game.kind, game.to_act) == (Kind.GIVE, 3)
    assert game.fallback() == pack_cards(codes(given))


def test_trumps_are_buried_last_where_they_are_named_before() -> None:
    hand = "9S 9S JS AS TS KS KD QD JD AD TD KC QC AC TC"
    game = answer(dealt("pinochle-two-handed", hand, kitty="9D 9C AH", dealer=1), 20, PASS, 0)
    assert (game.kind, game.to_act) == (Kind.DISCARD, 0)
    assert game.fallback() == pack_cards(codes("JD 9D 9C"))


def test_the_lowest_cards_of_all_are_discarded_where_no_trump_is_named() -> None:
    hand = "9S 9S JS AS TS KS KD QD JD AD TD KC QC AC TC"
    game = answer(dealt("pinochle-cutthroat", "", "", hand, kitty="9D QH AH", dealer=1), 20, PASS, PASS)
    assert (game.kind, game.to_act) == (Kind.DISCARD, 2)
    assert game.fallback() == pack_cards(codes("9S 9S 9D"))
