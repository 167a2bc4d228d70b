import pytest

from arena.rules import Rules
from arena.rules.hands.layout import layout_of
from arena.rules.hands.melding import best_meld, has_royal_marriage, marriage_suits
from tests.rules.playing import codes, melded

HORN = [("royal_marriage", 1, 4), ("marriage", 3, 6), ("kings", 1, 8), ("queens", 1, 6)]


@pytest.mark.parametrize(
    ("cards", "trump", "melds"),
    [
        ("AS TS KS QS JS", "S", [("run", 1, 15)]),
        ("AS TS KS QS JS", "H", [("marriage", 1, 2)]),
        ("AS AS TS TS KS KS QS QS JS JS", "S", [("run", 2, 150)]),
        ("AS TS KS KS QS JS", "S", [("run", 1, 15)]),
        ("AS TS KS KS QS QS JS", "S", [("run", 1, 15), ("royal_marriage", 1, 4)]),
        ("KS KS QS QS", "S", [("royal_marriage", 2, 8)]),
        ("KS QS", "S", [("royal_marriage", 1, 4)]),
        ("KD QD KC KC QC QC", "S", [("marriage", 3, 6)]),
        ("9H 9H 9C", "H", [("nine", 2, 2)]),
        ("AS AD AC AH", "S", [("aces", 1, 10)]),
        ("AS AS AD AD AC AC AH AH", "S", [("aces", 2, 100)]),
        ("AS AS AD AD AC AC AH", "S", [("aces", 1, 10)]),
        ("KS KS KD KD KC KC KH KH", "S", [("kings", 2, 80)]),
        ("QS QS QD QD QC QC QH QH", "D", [("queens", 2, 60)]),
        ("JS JD JC JH", "D", [("jacks", 1, 4)]),
        ("JS JS JD JD JC JC JH JH", "D", [("jacks", 2, 40)]),
        ("QS JD", "H", [("pinochle", 1, 4)]),
        ("QS QS JD JD", "H", [("pinochle", 2, 30)]),
        ("KS QS KD QD KC QC KH QH", "H", HORN),
        ("QS JD KS", "S", [("royal_marriage", 1, 4), ("pinochle", 1, 4)]),
        ("TS TD TC TH JS JD", "S", []),
        ("", "S", []),
    ],
)  # fmt: skip
def test_each_meld(pinochle: Rules, cards: str, trump: str, melds: list[tuple[str, int, int]]) -> None:
    laid = melded(pinochle, cards, trump)
    assert list(laid.melds) == melds
    assert laid.points == sum(points for _, _, points in melds)


def test_the_sheets_example_in_ones(pinochle: Rules) -> None:
    laid = melded(pinochle, "AD TD KD KD QD JD 9D KS QS KH KC", "D")
    assert list(laid.melds) == [("run", 1, 15), ("marriage", 1, 2), ("nine", 1, 1), ("kings", 1, 8), ("pinochle", 1, 4)]
    assert laid.points == 30
    assert list(laid.shown) == codes("KS QS AD TD KD QD JD 9D KC KH")


def test_a_card_is_shown_as_often_as_the_class_that_uses_most_of_it(pinochle: Rules) -> None:
    laid = melded(pinochle, "KS KS QS QS KD KC KH JD", "S")
    assert list(laid.melds) == [("royal_marriage", 2, 8), ("kings", 1, 8), ("pinochle", 1, 4)]
    assert list(laid.shown) == codes("KS KS QS QS KD JD KC KH")


@pytest.mark.parametrize(
    ("cards", "has"), [("KH QH", True), ("AH TH KH QH JH", True), ("KS QS", False), ("KH KH", False)]
)
def test_royal_marriage(pinochle: Rules, cards: str, has: bool) -> None:
    assert pinochle.melds is not None
    layout = layout_of(pinochle.deck)
    assert has_royal_marriage(best_meld(layout.hand(codes(cards)), 3, pinochle.melds, layout).counts) is has


def test_marriage_suits(pinochle: Rules) -> None:
    layout = layout_of(pinochle.deck)
    assert marriage_suits(layout.hand(codes("KS QS KD QC QH KH")), layout) == [0, 3]
