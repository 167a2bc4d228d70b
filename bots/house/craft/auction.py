"""How `expert` bids, discards and names trump in pinochle: by average points and the probability to make a bid."""

from collections.abc import Sequence
from typing import Final

from bots.house.advice import Advice
from bots.house.craft.fitted import DEALT_SPREAD
from bots.house.craft.hands import SUITS, odds_of, scale_of, value_dealt, value_played
from bots.house.pinochle import COUNTERS, choose_discards, may_declare
from bots.sdk import Card, View

# By variant: the lowest probability to make a bid at which `expert` bids instead of passing.
OFTEN: Final = {
    "pinochle-racehorse": 0.7,
    "pinochle-two-handed": 0.6,
    "pinochle-double-deck": 0.75,
    "pinochle-single-deck": 0.7,
    "pinochle-cutthroat": 0.85,
}
OVER_PARTNER: Final = 0.8  # probability that a bid over the partner's bid needs
ONLY_BID: Final = 0.85  # probability that a bid needs where each seat bids only once


def auction(view: View[int]) -> Advice:
    """Make the lowest legal bid if the side is likely enough to make it, else pass."""
    bids = view.legal
    if not bids:
        return Advice("pass", "no bid is left")
    least = bids[0]
    hand = tuple(view.hand)
    makes = {suit: value_dealt(view.rules, hand, suit) for suit in SUITS if may_declare(view, suit)}
    suit = max(makes, key=lambda suit: makes[suit], default="")
    mean = makes.get(suit, 0.0)  # in counters
    wanted = OFTEN[view.variant]
    made = _odds(view, mean, least) if suit else 0.0
    says = _describe(view, suit, mean, least)
    if view.partner is not None and view.may_pass and view.bids[view.partner] == view.high_bid > 0:
        says, wanted = f"the partner has the highest bid, and {says}", OVER_PARTNER
    if made < wanted:
        return Advice("pass" if view.may_pass else least, f"{says}: not enough to bid freely")
    assert view.rules.auction is not None
    if view.rules.auction.bidding.value == "single" and len(view.calls) < view.seats - 1:
        sure = [bid for bid in bids if _odds(view, mean, bid) >= ONLY_BID]
        return Advice(max([least, *sure]), f"{says}; who bids once bids what the hand is sure enough to make")
    return Advice(least, f"{says}: often enough")


def _odds(view: View, mean: float, bid: int) -> float:
    return odds_of(mean, DEALT_SPREAD[view.variant], bid / scale_of(view.rules))


def _describe(view: View, suit: str, mean: float, bid: int) -> str:
    if not suit:
        return "no suit has the king and the queen that trump needs here"
    made, scale = _odds(view, mean, bid), scale_of(view.rules)
    return f"with {suit} as trump the side makes {mean * scale:.0f} on average, and {bid} with odds of {made:.0%}"


def choose_laid(view: View[Card], suit: str) -> tuple[list[Card], float]:
    """Return the discards for the trump suit *suit*, and the side's average points with the rest, in counters."""
    laid = choose_discards(view, suit)
    rest = list(view.hand)
    for card in laid:
        rest.remove(card)
    return laid, value_played(view.rules, tuple(rest), suit, count_counters(laid))


def count_counters(cards: Sequence[Card]) -> int:
    """Return the number of counters (aces, tens and kings) in *cards*."""
    return sum(card.rank in COUNTERS for card in cards)


def discard(view: View[Card]) -> Advice:
    """Discard the cards that are needed least with the named trump suit, or with the best one."""
    suits = [view.trump] if view.trump else [suit for suit in SUITS if may_declare(view, suit)] or SUITS
    choices = {suit: choose_laid(view, suit) for suit in suits}
    suit = max(choices, key=lambda suit: choices[suit][1])
    laid, mean = choices[suit]
    return Advice(laid, f"with {suit} as trump the hand that is left makes {mean:.0f} on average, the most")


def trump(view: View[str]) -> Advice:
    """Name the trump suit with which the side makes most points on average."""
    makes = {suit: value_named(view, suit) for suit in view.legal}
    suit = max(makes, key=lambda suit: (may_declare(view, suit), makes[suit]))
    made = makes[suit] * scale_of(view.rules)
    return Advice(suit, f"with {suit} as trump the side makes {made:.0f} on average, the most")


def value_named(view: View, suit: str) -> float:
    """Return the side's average points, in counters, if the trump suit *suit* is named."""
    exchange = view.rules.exchange
    if exchange is None:
        return value_dealt(view.rules, tuple(view.hand), suit)
    counters = count_counters(view.discarded) if view.discarded else exchange.discards
    return value_played(view.rules, tuple(view.hand), suit, counters)
