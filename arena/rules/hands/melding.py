"""Find the melds of a hand that score most; a card counts once in each class (pinochle.md, Melds)."""

from typing import Final

from arena.rules.cards import CARD_CODES, RANKS
from arena.rules.cards import SUITS as SUIT_NAMES
from arena.rules.hands.layout import Layout
from arena.rules.native import i64
from arena.rules.rules import Melds

NINE: Final[int] = RANKS.index("9")
JACK: Final[int] = RANKS.index("J")
QUEEN: Final[int] = RANKS.index("Q")
KING: Final[int] = RANKS.index("K")
ACE: Final[int] = RANKS.index("A")
SUITS: Final[list[int]] = [0, 1, 2, 3]
# Card codes: of a run and of a marriage by suit, of four of a kind by rank.
RUNS: Final = [[CARD_CODES[rank + suit] for rank in "ATKQJ"] for suit in SUIT_NAMES]
MARRIAGES: Final = [[CARD_CODES[rank + suit] for rank in "KQ"] for suit in SUIT_NAMES]
AROUNDS: Final = [[CARD_CODES[rank + suit] for suit in SUIT_NAMES] for rank in RANKS]
PINOCHLE: Final[list[int]] = [CARD_CODES["QS"], CARD_CODES["JD"]]
MAX_COPIES: Final = 4
# Bit positions of each meld's count in one integer, four bits each, in the order of records.
RUN: Final = 0
ROYAL_MARRIAGE: Final = 4
ROYAL_KINGS: Final = 8
ROYAL_QUEENS: Final = 12
MARRIAGE: Final = 16
NINES: Final = 20
ACES: Final = 24
KINGS: Final = 28
QUEENS: Final = 32
JACKS: Final = 36
PINOCHLES: Final = 40
MAX_OF_A_MELD: Final = 15


def entries(counts: i64, melds: Melds) -> list[tuple[str, int, int]]:
    """Return the melds as records have them: (name, count, points of all of these together)."""
    king, queen = melds.royalty
    kings = count_of(counts, ROYAL_KINGS)
    queens = count_of(counts, ROYAL_QUEENS)
    rows = [
        in_scale("run", count_of(counts, RUN), melds.run),
        each("royal_marriage", count_of(counts, ROYAL_MARRIAGE), melds.royal_marriage),
        ("royalty", kings + queens, king * kings + queen * queens),
        each("marriage", count_of(counts, MARRIAGE), melds.marriage),
        each("nine", count_of(counts, NINES), melds.nine),
        in_scale("aces", count_of(counts, ACES), melds.aces),
        in_scale("kings", count_of(counts, KINGS), melds.kings),
        in_scale("queens", count_of(counts, QUEENS), melds.queens),
        in_scale("jacks", count_of(counts, JACKS), melds.jacks),
        in_scale("pinochle", count_of(counts, PINOCHLES), melds.pinochle),
    ]
    return [entry for entry in rows if entry[1]]


def meld_points(counts: i64, melds: Melds) -> int:
    return sum([points for _, _, points in entries(counts, melds)])


def count_of(counts: i64, meld: i64) -> int:
    return (counts >> meld) & MAX_OF_A_MELD


def has_royal_marriage(counts: i64) -> bool:
    """Return whether the melds include a royal marriage, alone or in a run (pinochle.md §4)."""
    return count_of(counts, RUN) + count_of(counts, ROYAL_MARRIAGE) > 0


def in_scale(name: str, count: int, scale: tuple[int, ...]) -> tuple[str, int, int]:
    return (name, count, scale[count - 1] if count else 0)


def each(name: str, count: int, points: int) -> tuple[str, int, int]:
    return (name, count, points * count)


class Spread:
    """The melds of a hand: their *counts*, and the *shown* cards that they need."""

    def __init__(self, cards: i64, layout: Layout) -> None:
        self.cards: i64 = cards
        self.layout: Layout = layout
        self.shown: i64 = 0
        self.counts: i64 = 0

    def copies(self, code: i64) -> i64:
        return self.layout.count(self.cards, code)

    def most(self, codes: list[int]) -> i64:
        """Return how many complete sets of these card codes the hand has."""
        least: i64 = MAX_COPIES
        for code in codes:
            copies: i64 = self.layout.count(self.cards, code)
            if copies < least:
                least = copies
            if not copies:
                break
        return least

    def show(self, code: i64, count: i64) -> None:
        """Show *count* copies of a card, unless more copies are already shown for another meld."""
        more: i64 = count - self.layout.count(self.shown, code)
        if more > 0:
            self.shown += more * self.layout.bit[code]

    def show_all(self, codes: list[int], count: i64) -> None:
        if count:
            for code in codes:
                self.show(code, count)

    def add(self, meld: i64, count: i64) -> None:
        self.counts |= count << meld


def best_meld(cards: i64, trump: int, melds: Melds, layout: Layout) -> Spread:
    """Return the melds of a hand that score most together; *cards*: the hand."""
    spread = Spread(cards, layout)
    _in_suit(spread, trump, melds)
    _same(spread, ACES, AROUNDS[ACE])
    _same(spread, KINGS, AROUNDS[KING])
    _same(spread, QUEENS, AROUNDS[QUEEN])
    _same(spread, JACKS, AROUNDS[JACK])
    _same(spread, PINOCHLES, PINOCHLE)
    return spread


def _in_suit(spread: Spread, trump: i64, melds: Melds) -> None:
    """Add runs, marriages and nines to the melds. A run always scores more than its royal marriage."""
    base: i64 = 13 * trump
    runs: i64 = spread.most(RUNS[trump])
    royals: i64 = spread.most(MARRIAGES[trump]) - runs
    spread.add(RUN, runs)
    spread.add(ROYAL_MARRIAGE, royals)
    if runs and sum(melds.royalty):  # extra royalty counts only next to a run (pinochle.md §2, `extra_royalty`)
        kings: i64 = spread.copies(base + KING) - runs - royals
        queens: i64 = spread.copies(base + QUEEN) - runs - royals
        spread.add(ROYAL_KINGS, kings)
        spread.add(ROYAL_QUEENS, queens)
        spread.show(base + KING, runs + royals + kings)
        spread.show(base + QUEEN, runs + royals + queens)
    spread.show_all(RUNS[trump], runs)
    spread.show_all(MARRIAGES[trump], runs + royals)
    marriages: i64 = 0
    for suit in SUITS:
        if suit != trump:
            copies: i64 = spread.most(MARRIAGES[suit])
            spread.show_all(MARRIAGES[suit], copies)
            marriages += copies
    spread.add(MARRIAGE, marriages)
    nines: i64 = spread.copies(base + NINE)
    spread.add(NINES, nines)
    spread.show(base + NINE, nines)


def _same(spread: Spread, meld: i64, codes: list[int]) -> None:
    count: i64 = spread.most(codes)
    spread.add(meld, count)
    spread.show_all(codes, count)


def marriage_suits(cards: i64, layout: Layout) -> list[int]:
    """Return the suits of which a hand has both king and queen."""
    spread = Spread(cards, layout)
    return [suit for suit in SUITS if spread.most(MARRIAGES[suit])]
