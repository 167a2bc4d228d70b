"""The highest meld of a hand (pinochle.md, Melds): a card may serve once in each of the three classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.cards import CODES, RANKS
from arena.rules.cards import SUITS as SUIT_NAMES
from arena.rules.events import Melded
from arena.rules.layout import Layout
from arena.rules.rules import Melds

if TYPE_CHECKING:
    from mypy_extensions import i64

NINE: Final[int] = RANKS.index("9")
JACK: Final[int] = RANKS.index("J")
QUEEN: Final[int] = RANKS.index("Q")
KING: Final[int] = RANKS.index("K")
ACE: Final[int] = RANKS.index("A")
SUITS: Final[list[int]] = [0, 1, 2, 3]
# The cards of a run and of a marriage by suit, of an around by rank.
RUNS: Final = [[CODES[rank + suit] for rank in "ATKQJ"] for suit in SUIT_NAMES]
MARRIAGES: Final = [[CODES[rank + suit] for rank in "KQ"] for suit in SUIT_NAMES]
AROUNDS: Final = [[CODES[rank + suit] for suit in SUIT_NAMES] for rank in RANKS]
PINOCHLE: Final[list[int]] = [CODES["QS"], CODES["JD"]]
MOST_COPIES: Final = 4


class Laid:
    """What a seat laid: (name, how many, points for them all), the points of all, and the cards shown, sorted."""

    def __init__(self, melds: list[tuple[str, int, int]], shown: list[int]) -> None:
        self.melds: list[tuple[str, int, int]] = melds
        self.points: int = sum([points for _, _, points in melds])
        self.shown: list[int] = shown

    def has_royal_marriage(self) -> bool:
        """Whether there is K Q of trump in it; a run counts as having one (pinochle.md §4)."""
        return any(name in ("run", "royal_marriage") for name, _, _ in self.melds)

    def event(self, seat: int) -> Melded:
        """The event by which every seat hears of it."""
        return Melded(seat, self.points, tuple(self.melds), tuple(self.shown))


class Spread:
    """The cards of a hand, and those of them that the melds found so far show."""

    def __init__(self, cards: i64, layout: Layout) -> None:
        self.cards: i64 = cards
        self.layout: Layout = layout
        self.shown: i64 = 0
        self.melds: list[tuple[str, int, int]] = []

    def held(self, code: i64) -> i64:
        """How many copies of a card are held."""
        return self.layout.count(self.cards, code)

    def most(self, codes: list[int]) -> i64:
        """How many times these cards are all held."""
        least: i64 = MOST_COPIES
        for code in codes:
            held: i64 = self.layout.count(self.cards, code)
            if held < least:
                least = held
            if not held:
                break
        return least

    def show(self, code: i64, count: i64) -> None:
        """Show *count* copies of a card in one class: the class that uses most of it decides."""
        more: i64 = count - self.layout.count(self.shown, code)
        if more > 0:
            self.shown += more * self.layout.bit[code]

    def show_all(self, codes: list[int], count: i64) -> None:
        """Show *count* copies of each of these cards."""
        if count:
            for code in codes:
                self.show(code, count)

    def add(self, name: str, count: int, points: int) -> None:
        """Note a meld, unless there is none."""
        if count:
            self.melds.append((name, count, points))


def best_meld(cards: i64, trump: int, melds: Melds, layout: Layout) -> Laid:
    """The highest meld of *cards*, with its entries in the order of the record."""
    spread = Spread(cards, layout)
    _in_suit(spread, trump, melds)
    _same(spread, "aces", AROUNDS[ACE], melds.aces)
    _same(spread, "kings", AROUNDS[KING], melds.kings)
    _same(spread, "queens", AROUNDS[QUEEN], melds.queens)
    _same(spread, "jacks", AROUNDS[JACK], melds.jacks)
    _same(spread, "pinochle", PINOCHLE, melds.pinochle)
    return Laid(spread.melds, layout.sorted(spread.shown))


def _in_suit(spread: Spread, trump: i64, melds: Melds) -> None:
    """Class I. A run is worth more than the royal marriage that its K and Q would make, in every scale."""
    base: i64 = 13 * trump
    runs: i64 = spread.most(RUNS[trump])
    royals: i64 = spread.most(MARRIAGES[trump]) - runs
    spread.add("run", runs, points_of(melds.run, runs))
    spread.add("royal_marriage", royals, melds.royal_marriage * royals)
    king, queen = melds.royalty
    if runs and king + queen:  # none without a run (pinochle.md §2, `extra_royalty`)
        kings: i64 = spread.held(base + KING) - runs - royals
        queens: i64 = spread.held(base + QUEEN) - runs - royals
        spread.add("royalty", kings + queens, king * kings + queen * queens)
        spread.show(base + KING, runs + royals + kings)
        spread.show(base + QUEEN, runs + royals + queens)
    spread.show_all(RUNS[trump], runs)
    spread.show_all(MARRIAGES[trump], runs + royals)
    marriages: i64 = 0
    for suit in SUITS:
        if suit != trump:
            held: i64 = spread.most(MARRIAGES[suit])
            spread.show_all(MARRIAGES[suit], held)
            marriages += held
    spread.add("marriage", marriages, melds.marriage * marriages)
    nines: i64 = spread.held(base + NINE)
    spread.add("nine", nines, melds.nine * nines)
    spread.show(base + NINE, nines)


def _same(spread: Spread, name: str, codes: list[int], scale: tuple[int, ...]) -> None:
    """A meld of class II (arounds: n of them need n of the rank in every suit) or class III (pinochle: QS with JD)."""
    count: i64 = spread.most(codes)
    spread.add(name, count, points_of(scale, count))
    spread.show_all(codes, count)


def points_of(scale: tuple[int, ...], count: int) -> int:
    """The points of *count* melds of a kind whose scale is for one, for two, ..."""
    return scale[count - 1] if count else 0


def marriage_suits(cards: i64, layout: Layout) -> list[int]:
    """The suits of which a hand holds K Q."""
    spread = Spread(cards, layout)
    return [suit for suit in SUITS if spread.most(MARRIAGES[suit])]
