"""Represent sets of cards as bit fields of a 64-bit integer, so that hands can be added.

Every card code has a field of `width` bits that counts its copies. The width is 1 bit in a single deck, 2 bits for two
copies, 3 for four. Fields are ordered by suit, then by strength; jokers are last. All lookup tables are indexed by card
code.

mypyc compiles a shift of a literal by a native integer as a 32-bit shift and silently gives wrong hands. So masks are
shifts of `Codes.one`, or they are read from tables, which are built with Python integers.
"""

from types import FunctionType
from typing import Any, Final

from arena.rules.cards import JOKERS, RANKS, SUITS
from arena.rules.native import i64
from arena.rules.rules import Deck

CODE_LIMIT: Final = 64  # six bits: above all card codes and listed actions
NO_FIELD: Final = 63  # shift for codes without a field: this bit is in no set
# Powers of two up to 2**62 differ modulo 67, so the remainder of a single bit is its index in a table.
LONE_BIT: Final = 67
COUNTER_RANKS: Final = [RANKS.index(rank) for rank in "ATK"]

# Masks for counting bits: every second bit, every second pair of bits, every second four bits.
PAIRS: Final = 0x5555555555555555
FOURS: Final = 0x3333333333333333
EIGHTS: Final = 0x0F0F0F0F0F0F0F0F


def size(mask: i64) -> i64:
    """Return the number of set bits of *mask* among the lowest 62."""
    x: i64 = mask - ((mask >> 1) & PAIRS)
    x = (x & FOURS) + ((x >> 2) & FOURS)
    x = (x + (x >> 4)) & EIGHTS
    x += x >> 8
    x += x >> 16
    return (x + (x >> 32)) & 127


# Compiled code finds the lowest bit of a set quickest, and a code's bit by a shift. Python finds the highest bit
# quickest, because negative numbers are slow, and a code's bit in a list.
COMPILED: Final = type(size) is not FunctionType


class Codes:
    """Sets of codes below `CODE_LIMIT`, which are cards or listed actions, as bits of an integer."""

    def __init__(self, codes: list[int], width: int) -> None:
        """Assign a field of *width* bits, at most 3, to each of *codes*, from the lowest bit on."""
        self.width: i64 = width
        self.one: i64 = 1  # `codes.one << codes.shift[code]` is a code's bit; a literal 1 would be compiled wrongly
        self.ones: i64 = sum([2 ** (width * place) for place in range(len(codes))])  # the first bit of every field
        shift = bytearray([NO_FIELD] * CODE_LIMIT)
        self.field: list[i64] = [0] * CODE_LIMIT  # code -> all bits of its field; 0 for a code outside the layout
        self.bit: list[i64] = [0] * CODE_LIMIT  # code -> the first bit of its field: one copy
        # (the first bit of a field) % 67 -> code, as an object, which saves `listed` converting it
        self.at: list[Any] = [0] * LONE_BIT
        self.at_length: list[int] = [0] * 64  # (the first bit of a field).bit_length() -> code
        for place, code in enumerate(codes):
            shift[code] = width * place
            first: int = 2 ** (width * place)
            self.bit[code] = first
            self.field[code] = first * (2**width - 1)
            self.at[first % LONE_BIT] = code
            self.at_length[first.bit_length()] = code
        # code -> position of its field, or `NO_FIELD` for a code outside the layout. A list would be slower to read.
        self.shift: bytes = bytes(shift)

    def once(self, mask: i64) -> i64:
        """Return the first bit of each field that is not empty in *mask*: each code once."""
        if self.width == 1:
            return mask
        folded: i64 = mask | (mask >> 1)
        if self.width == 3:
            folded |= mask >> 2
        return folded & self.ones

    def listed(self, chosen: i64) -> list[int]:
        """Return the codes of a set, the lowest field first; *chosen*: first bits of fields."""
        codes: list[Any] = []
        if not COMPILED:
            left: int = chosen
            at_length, bit = self.at_length, self.bit
            while left:
                code = at_length[left.bit_length()]
                codes.append(code)
                left -= bit[code]
            codes.reverse()
            return codes
        at = self.at
        rest: i64 = chosen
        while rest:
            lone: i64 = rest & -rest
            codes.append(at[lone % LONE_BIT])
            rest ^= lone
        return codes


class Plain(Codes):
    """Sets of listed actions other than cards: the bit number is the action."""

    def __init__(self) -> None:
        super().__init__(list(range(62)), 1)
        self.known: dict[int, list[int]] = {}  # cache of lists, since there are few such sets

    def listed(self, chosen: i64) -> list[int]:
        """Return the actions of a set as a new list, the lowest first."""
        known = self.known.get(chosen)
        if known is None:
            known = self.known[chosen] = super().listed(chosen)
        return known.copy()


PLAIN: Final = Plain()


class Layout(Codes):
    """The fields of one deck's cards, with masks that the rules need."""

    def __init__(self, deck: Deck) -> None:
        ranks = [RANKS.index(rank) for rank in reversed(deck.ranks)]
        jokers = JOKERS[: deck.jokers]
        upwards = [13 * suit + rank for suit in range(len(SUITS)) for rank in ranks]
        suited = [code for code in upwards if code not in deck.without]
        kinds = suited + jokers
        super().__init__(kinds, deck.copies.bit_length())
        self.kinds: list[int] = kinds  # card codes by field, lowest first
        downwards = [13 * suit + rank for suit in range(len(SUITS)) for rank in reversed(ranks)]
        # the unshuffled deck
        self.deck: list[int] = [code for code in downwards if code in suited for _ in range(deck.copies)] + jokers
        self.suit: list[i64] = [code // 13 for code in range(CODE_LIMIT)]  # a joker's suit, 4, has no fields
        self.suit_bit: list[i64] = [2**suit for suit in self.suit]  # code -> its suit as a bit
        self.suits: list[i64] = [0] * (len(SUITS) + 1)  # suit -> all its fields
        self.jokers: i64 = 0
        self.counters: i64 = 0  # the fields of aces, tens and kings
        self.above: list[i64] = [0] * CODE_LIMIT  # code -> the fields of the same suit that are higher
        self.strength: list[i64] = [0] * CODE_LIMIT  # code -> 0 for the deck's lowest rank, then 1, ...; jokers -1
        for code in suited:
            self.suits[code // 13] |= self.field[code]
            self.strength[code] = ranks.index(code % 13)
            self.counters |= self.field[code] if code % 13 in COUNTER_RANKS else 0
        for code in jokers:
            self.jokers |= self.field[code]
            self.strength[code] = -1
        for code in suited:
            for other in suited:
                if other // 13 == code // 13 and self.strength[other] > self.strength[code]:
                    self.above[code] |= self.field[other]

    def count(self, cards: i64, code: i64) -> i64:
        """Return how many copies of the card *code* a hand has."""
        return (cards & self.field[code]) >> self.shift[code]

    def sorted(self, cards: i64) -> list[int]:
        """Return a hand's card codes, all copies: suits in the order S D C H, high to low, jokers last."""
        codes: list[int] = []
        for suit in range(4):
            for code in reversed(self.listed(self.once(cards & self.suits[suit]))):
                for _ in range(self.count(cards, code)):
                    codes.append(code)
        if cards & self.jokers:
            codes += self.listed(cards & self.jokers)
        return codes

    def total(self, cards: i64) -> i64:
        if self.width == 1:
            return size(cards)
        copies: i64 = size(cards & self.ones) + 2 * size((cards >> 1) & self.ones)
        return copies if self.width == 2 else copies + 4 * size((cards >> 2) & self.ones)

    def dealt(self, cards: bytes) -> i64:
        """Return card codes as a hand, quicker than `hand`."""
        if not COMPILED:
            bit = self.bit
            return sum([bit[code] for code in cards])
        hand: i64 = 0
        for code in cards:
            hand += self.one << self.shift[code]
        return hand

    def hand(self, codes: list[int]) -> i64:
        cards: i64 = 0
        for code in codes:
            cards += self.bit[code]
        return cards

    def lowest(self, cards: i64) -> int:
        """Return the lowest card of a non-empty hand by rank, for the fallback.

        Jokers are lowest. Cards of equal rank are in suit order S D C H (docs/reference/protocol.md).
        """
        best = -1
        for code in self.listed(self.once(cards)):
            if best < 0 or self.strength[code] < self.strength[best]:
                best = code
        return best


_LAYOUTS: Final[dict[Deck, Layout]] = {}


def layout_of(deck: Deck) -> Layout:
    layout = _LAYOUTS.get(deck)
    if layout is None:
        layout = _LAYOUTS[deck] = Layout(deck)
    return layout


def counters(layout: Layout, cards: i64) -> int:
    return layout.total(cards & layout.counters)
