"""The highest meld of a hand (pinochle.md, Melds): a card may serve once in each of the three classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arena.rules.cards import CODES, RANKS
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
RUN: Final[list[int]] = [RANKS.index(rank) for rank in "ATKQJ"]
SUITS: Final[list[int]] = [0, 1, 2, 3]
QS: Final[int] = CODES["QS"]
JD: Final[int] = CODES["JD"]


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
    """The cards of a hand, counted by code, and how many of each one the melds found so far show."""

    def __init__(self, cards: i64, layout: Layout) -> None:
        self.held: list[int] = [0] * 52
        for code in layout.listed(layout.once(cards)):
            self.held[code] = layout.count(cards, code)
        self.shown: list[int] = [0] * 52
        self.melds: list[tuple[str, int, int]] = []

    def most(self, codes: list[int]) -> int:
        """How many times these cards are all held."""
        return min([self.held[code] for code in codes])

    def show(self, code: int, count: int) -> None:
        """Show *count* copies of a card in one class: the class that uses most of it decides."""
        self.shown[code] = max(self.shown[code], count)

    def add(self, name: str, count: int, points: int) -> None:
        """Note a meld, unless there is none."""
        if count:
            self.melds.append((name, count, points))


def best_meld(cards: i64, trump: int, melds: Melds, layout: Layout) -> Laid:
    """The highest meld of *cards*, with its entries in the order of the record."""
    spread = Spread(cards, layout)
    _in_suit(spread, trump, melds)
    _around(spread, "aces", ACE, melds.aces)
    _around(spread, "kings", KING, melds.kings)
    _around(spread, "queens", QUEEN, melds.queens)
    _around(spread, "jacks", JACK, melds.jacks)
    _pinochle(spread, melds.pinochle)
    shown: i64 = 0
    for code in layout.listed(layout.once(cards)):
        shown += layout.bit[code] * spread.shown[code]
    return Laid(spread.melds, layout.sorted(shown))


def _in_suit(spread: Spread, trump: int, melds: Melds) -> None:
    """Class I. A run is worth more than the royal marriage that its K and Q would make, in every scale."""
    held = spread.held
    base = 13 * trump
    runs = spread.most([base + rank for rank in RUN])
    royals = min(held[base + KING], held[base + QUEEN]) - runs
    marriages = [0 if suit == trump else spread.most([13 * suit + KING, 13 * suit + QUEEN]) for suit in SUITS]
    spread.add("run", runs, points_of(melds.run, runs))
    spread.add("royal_marriage", royals, melds.royal_marriage * royals)
    king, queen = melds.royalty
    if runs and king + queen:  # none without a run (pinochle.md §2, `extra_royalty`)
        kings = held[base + KING] - runs - royals
        queens = held[base + QUEEN] - runs - royals
        spread.add("royalty", kings + queens, king * kings + queen * queens)
        spread.show(base + KING, runs + royals + kings)
        spread.show(base + QUEEN, runs + royals + queens)
    spread.add("marriage", sum(marriages), melds.marriage * sum(marriages))
    spread.add("nine", held[base + NINE], melds.nine * held[base + NINE])
    for rank in RUN:
        spread.show(base + rank, runs)
    marriages[trump] = runs + royals
    for suit in SUITS:
        spread.show(13 * suit + KING, marriages[suit])
        spread.show(13 * suit + QUEEN, marriages[suit])
    spread.show(base + NINE, held[base + NINE])


def _around(spread: Spread, name: str, rank: int, scale: tuple[int, ...]) -> None:
    """Class II: n arounds need n of the rank in every suit."""
    codes = [13 * suit + rank for suit in SUITS]
    count = spread.most(codes)
    spread.add(name, count, points_of(scale, count))
    for code in codes:
        spread.show(code, count)


def _pinochle(spread: Spread, scale: tuple[int, ...]) -> None:
    """Class III: QS with JD."""
    count = spread.most([QS, JD])
    spread.add("pinochle", count, points_of(scale, count))
    spread.show(QS, count)
    spread.show(JD, count)


def points_of(scale: tuple[int, ...], count: int) -> int:
    """The points of *count* melds of a kind whose scale is for one, for two, ..."""
    return scale[count - 1] if count else 0


def marriage_suits(cards: i64, layout: Layout) -> list[int]:
    """The suits of which a hand holds K Q."""
    return [suit for suit in SUITS if layout.count(cards, 13 * suit + KING) and layout.count(cards, 13 * suit + QUEEN)]
