"""Cards, plays, tricks, melds and calls, in the form that bots see."""

from functools import lru_cache
from typing import Final, NamedTuple

from arena.rules import RANKS, Deck, Rules, card_text

SUITS: Final = ("S", "D", "C", "H")
CARDS: Final = 55


class Card(str):
    """A card, equal to its text: `card == "AS"`. It prints as AS.

    `rank` is "A" ... "2" ("X" for a joker), and `suit` is "S" "D" "C" "H" ("" for a joker). `strength` counts the ranks
    of the variant's deck from 0, the lowest; in pinochle the ten is above the king. `code` is the arena's number for
    the card. Cards compare by strength, then by suit, so `max(cards)` is the highest; two copies are equal.
    """

    __slots__ = ("code", "place", "rank", "strength", "suit")

    code: int
    place: int  # sort key of the order in a hand: by suit, high to low
    rank: str
    strength: int
    suit: str

    def __new__(cls, text: str, code: int, strength: int) -> "Card":
        card = super().__new__(cls, text)
        card.code = code
        card.strength = strength
        card.place = code // 13 * 64 - strength
        card.rank = text[0]
        card.suit = "" if card.rank == "X" else text[1]
        return card

    def __lt__(self, other: str) -> bool:
        return self._order() < other._order() if isinstance(other, Card) else NotImplemented

    def __le__(self, other: str) -> bool:
        return self._order() <= other._order() if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: str) -> bool:
        return self._order() > other._order() if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: str) -> bool:
        return self._order() >= other._order() if isinstance(other, Card) else NotImplemented

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[type["Card"], tuple[str, int, int]]:
        return Card, (str(self), self.code, self.strength)

    def _order(self) -> int:
        return 64 * self.strength + self.code // 13


def cards_of(rules: Rules) -> list[Card]:
    """Return all cards of a variant, indexed by card code; cards outside the deck have strength -1."""
    return _cards(rules.deck)


@lru_cache
def _cards(deck: Deck) -> list[Card]:
    ranks = deck.ranks[::-1]
    strengths = [ranks.find(RANKS[code % 13]) if code < 52 else -1 for code in range(CARDS)]
    return [Card(card_text(code), code, strength) for code, strength in enumerate(strengths)]


class Play(NamedTuple):
    """A card on the table: the seat `seat` played `card`."""

    seat: int
    card: Card


class Trick(NamedTuple):
    """A finished trick: its `plays`, the leader's first, and the seat `winner` that won it.

    *turned* is the card that the dummy added to this trick, in pinochle-two-handed; else None.
    """

    plays: tuple[Play, ...]
    winner: int
    turned: Card | None = None


class Meld(NamedTuple):
    """All melds of the seat `seat` in a hand: their `points`, their `lines`, and the cards `shown`.

    *lines* has an entry (name, number, points) for each type of meld.
    """

    seat: int
    points: int
    lines: tuple[tuple[str, int, int], ...]
    shown: tuple[Card, ...]


class Call(NamedTuple):
    """A call in the bidding: the seat `seat` said `bid`, a number or a word."""

    seat: int
    bid: int | str
