"""How `expert` bids for a contract: as far as its hand makes the bid often enough."""

from typing import Final

from bots.house.advice import Advice
from bots.house.craft.fitted import DEALT_SPREAD
from bots.house.craft.hands import SUITS, odds_of, scale_of, value_dealt
from bots.house.pinochle import may_declare
from bots.sdk import View

# How often a bid has to be made: a set is weighed against what the others make of a pass.
OFTEN: Final = {
    "pinochle-racehorse": 0.7,
    "pinochle-two-handed": 0.6,
    "pinochle-double-deck": 0.75,
    "pinochle-single-deck": 0.7,
    "pinochle-cutthroat": 0.85,
}
OVER_PARTNER: Final = 0.8  # the same over the partner's bid, which is as good as the own one
ONLY_BID: Final = 0.85  # the same where each seat bids once: it bids at once the most that is made so often


def auction(view: View[int]) -> Advice:
    """Bid the least while it is likely enough to be made, else pass."""
    bids = view.legal
    if not bids:
        return Advice("pass", "no bid is left")
    least = bids[0]
    suit, mean = best_suit(view)
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


def best_suit(view: View) -> tuple[str, float]:
    """Return the trump suit that makes most on average, and what; "" where none may be named."""
    hand = tuple(view.hand)
    makes = {suit: value_dealt(view.rules, hand, suit) for suit in SUITS if may_declare(view, suit)}
    suit = max(makes, key=lambda suit: makes[suit], default="")
    return suit, makes.get(suit, 0.0)


def _odds(view: View, mean: float, bid: int) -> float:
    return odds_of(mean, DEALT_SPREAD[view.variant], bid / scale_of(view.rules))


def _describe(view: View, suit: str, mean: float, bid: int) -> str:
    if not suit:
        return "no suit has the king and the queen that trump needs here"
    made, scale = _odds(view, mean, bid), scale_of(view.rules)
    return f"with {suit} as trump the side makes {mean * scale:.0f} on average, and {bid} with odds of {made:.0%}"
