"""How `expert` lays away and names trump: by what the hand that is left makes on average."""

from collections.abc import Sequence

from bots.house.advice import Advice
from bots.house.craft.hands import SUITS, scale_of, value_dealt, value_played
from bots.house.pinochle import COUNTERS, choose_discards, may_declare
from bots.sdk import Card, View


def choose_laid(view: View[Card], suit: str) -> tuple[list[Card], float]:
    """Return what to lay away with this trump suit, and what the side then makes on average."""
    laid = choose_discards(view, suit)
    rest = list(view.hand)
    for card in laid:
        rest.remove(card)
    return laid, value_played(view.rules, tuple(rest), suit, count_counters(laid))


def count_counters(cards: Sequence[Card]) -> int:
    """Return how many counters there are."""
    return sum(card.rank in COUNTERS for card in cards)


def discard(view: View[Card]) -> Advice:
    """Lay away what the best trump suit, or the one that is named, needs least."""
    suits = [view.trump] if view.trump else [suit for suit in SUITS if may_declare(view, suit)] or SUITS
    found = {suit: choose_laid(view, suit) for suit in suits}
    suit = max(found, key=lambda suit: found[suit][1])
    laid, mean = found[suit]
    return Advice(laid, f"with {suit} as trump the hand that is left makes {mean:.0f} on average, the most")


def trump(view: View[str]) -> Advice:
    """Name the trump suit with which the side makes most on average."""
    makes = {suit: value_named(view, suit) for suit in view.legal}
    suit = max(makes, key=lambda suit: (may_declare(view, suit), makes[suit]))
    made = makes[suit] * scale_of(view.rules)
    return Advice(suit, f"with {suit} as trump the side makes {made:.0f} on average, the most")


def value_named(view: View, suit: str) -> float:
    """Return what the side makes on average if this trump suit is named."""
    exchange = view.rules.exchange
    if exchange is None:
        return value_dealt(view.rules, tuple(view.hand), suit)
    counters = count_counters(view.discarded) if view.discarded else exchange.discards
    return value_played(view.rules, tuple(view.hand), suit, counters)
