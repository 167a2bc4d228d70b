"""How `expert` bids, discards and concedes in pinochle-chips, which is played for dollars."""

from typing import Final

from bots.house.advice import Advice
from bots.house.craft.auction import choose_laid, value_named
from bots.house.craft.fitted import DEALT_SPREAD, PLAYED_SPREAD
from bots.house.craft.hands import SUITS, odds_of, value_dealt
from bots.sdk import Card, View

# The declarer's gain over the mean of the other two, in multiples of the bid's value.
# Both others pay the declarer, or the declarer pays both.
MADE, CONCEDED, FAILED = 3, -3, -6
CONCEDED_SHARE: Final = 0.35  # share of failing hands that concede after taking the widow
PASSED: Final = -0.4  # gain of a pass, in multiples of the bid's value; below 0, as the declarer usually wins


def auction(view: View[int]) -> Advice:
    """Make the bid with the largest average gain, or pass if every bid gains less than a pass."""
    bids = view.legal
    if not bids:
        return Advice("pass", "no bid is left")
    chips = view.rules.chips
    assert chips is not None
    least = bids[0]
    steps = [least, *sorted(step for step, _ in chips.values if step > least and step in bids)]
    pays = {bid: max(gain_if_taken(view, bid), -float(value_of(view, bid)[0])) for bid in steps}
    best = max(steps, key=lambda bid: (pays[bid], -bid))
    says = f"a bid of {best} gains {pays[best]:+.1f} dollars on the others, on average"
    if view.may_pass and pays[best] < PASSED * value_of(view, least)[0]:
        return Advice("pass", f"{says}: less than a pass")
    return Advice(best, f"{says}, the most")


def widow(view: View[str]) -> Advice:
    """Take the widow unless conceding now loses less on average."""
    value, _ = value_of(view, view.high_bid)
    gain = gain_if_taken(view, view.high_bid)
    says = f"to take the widow gains {gain:+.1f} on the others, on average, and to concede now {-value:+d}"
    return Advice("take" if gain > -value else "concede", says)


def discard(view: View[Card]) -> Advice:
    """Discard for the trump suit that gains most on average; concede if that costs less."""
    value, kitty = value_of(view, view.high_bid)
    choices = {suit: choose_laid(view, suit) for suit in SUITS}
    suit = max(choices, key=lambda suit: gain_if_played(view, suit, choices[suit][1]))
    laid, mean = choices[suit]
    says = _describe(view, suit, mean)
    if view.may_concede and gain_if_played(view, suit, mean) < CONCEDED * value - kitty:
        return Advice("concede", f"{says}: to play on costs more than to concede")
    return Advice(laid, f"{says}, and needs these cards least")


def trump(view: View[str]) -> Advice:
    """Name the trump suit that gains most on average; spades pay and cost double."""
    means = {suit: value_named(view, suit) for suit in view.legal}
    suit = max(means, key=lambda suit: gain_if_played(view, suit, means[suit]))
    doubled = ", and spades pay and cost double" if times(suit) > 1 else ""
    return Advice(suit, f"{_describe(view, suit, means[suit])}{doubled}")


def value_of(view: View, bid: int) -> tuple[int, int]:
    """Return the value of a bid in dollars, and the kitty's payment in addition to it, else 0."""
    chips = view.rules.chips
    assert chips is not None
    value = next(value for least, value in chips.values if bid >= least)
    return value, value if bid >= chips.kitty_from else 0


def gain_if_taken(view: View, bid: int) -> float:
    """Return the bidder's average gain over the others, in dollars, if *bid* wins and the widow is taken."""
    hand = tuple(view.hand)
    value, kitty = value_of(view, bid)
    short = CONCEDED_SHARE * (CONCEDED * value - kitty) + (1 - CONCEDED_SHARE) * (FAILED * value - 2 * kitty)
    gains = []
    for suit in SUITS:
        made = odds_of(value_dealt(view.rules, hand, suit), DEALT_SPREAD[view.variant], bid)
        gains.append(made * times(suit) * (MADE * value + kitty) + (1 - made) * short)
    return max(gains)


def gain_if_played(view: View, suit: str, mean: float) -> float:
    """Return the declarer's average gain in dollars with trump *suit*. *mean*: the side's average points."""
    value, kitty = value_of(view, view.high_bid)
    made = odds_of(mean, PLAYED_SPREAD[view.variant], view.high_bid)
    return times(suit) * (made * (MADE * value + kitty) + (1 - made) * (FAILED * value - 2 * kitty))


def times(suit: str) -> int:
    """Return the factor by which trump suit *suit* multiplies a bid's value: 2 for spades, else 1."""
    return 2 if suit == "S" else 1


def _describe(view: View, suit: str, mean: float) -> str:
    made = odds_of(mean, PLAYED_SPREAD[view.variant], view.high_bid)
    return f"with {suit} as trump the hand makes {view.high_bid} with odds of {made:.0%}"
