"""Predict the points that a pinochle hand makes with a trump suit, and the probability to make a bid."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.rules import Rules, best_meld, layout_of, meld_points
from bots.house.craft.fitted import DEALT, PLAYED
from bots.sdk import Card

SUITS: Final = ("S", "D", "C", "H")
STEP: Final = 0.1  # probability between two quantiles of a spread; the first quantile is at half of it
TAIL: Final = 8  # counters beyond the last quantile at which the probability is 0 or 1


def scale_of(rules: Rules) -> int:
    """Return the points that one counter scores (1 or 10). This module computes in counters."""
    return 1 if rules.contract is None else rules.contract.counter


@lru_cache(maxsize=4096)
def signs_of(rules: Rules, hand: tuple[Card, ...], trump: str) -> tuple[float, ...]:
    """Return the seven numbers from which a hand's points are predicted, for the suit *trump*.

    They are: the meld in counters, 1, and the numbers of trumps, trump aces and other aces. The sixth is the number of
    cards that side suits lack to a length of two. The last one is the average meld, in counters, that one more card
    adds.
    """
    assert rules.melds is not None
    melds, layout, suit = rules.melds, layout_of(rules.deck), SUITS.index(trump)
    packed = layout.hand([card.code for card in hand])

    def melded(cards: int) -> int:
        return meld_points(best_meld(cards, suit, melds, layout).counts, melds)

    meld = melded(packed)
    copies = Counter(card.code for card in hand)
    more = {code: rules.deck.copies - copies[code] for code in layout.kinds if copies[code] < rules.deck.copies}
    gain = sum(count * (melded(packed + layout.bit[code]) - meld) for code, count in more.items()) / sum(more.values())
    lengths = Counter(card.suit for card in hand)
    return (
        meld / scale_of(rules),
        1.0,
        lengths[trump],
        sum(card.rank == "A" and card.suit == trump for card in hand),
        sum(card.rank == "A" and card.suit != trump for card in hand),
        sum(max(0, 2 - lengths[other]) for other in SUITS if other != trump),
        gain / scale_of(rules),
    )


def value_dealt(rules: Rules, hand: tuple[Card, ...], trump: str) -> float:
    """Return the predicted points of the declarer's side, in counters, from a *hand* as dealt."""
    meld, *signs = signs_of(rules, hand, trump)
    return meld + sum(weight * sign for weight, sign in zip(DEALT[rules.name], signs, strict=True))


def value_played(rules: Rules, hand: tuple[Card, ...], trump: str, counters: int) -> float:
    """Return the predicted points of the declarer's side, in counters, after *counters* counters were discarded."""
    meld, *signs = signs_of(rules, hand, trump)
    signs[-1] = counters
    return meld + sum(weight * sign for weight, sign in zip(PLAYED[rules.name], signs, strict=True))


def odds_of(mean: float, spread: Sequence[float], bid: float) -> float:
    """Return the probability that a hand with the predicted points *mean* makes *bid*, both in counters.

    *spread*: quantiles of the prediction errors, from `fitted.py`; between quantiles the probability is linear.
    """
    short = bid - mean
    if short <= spread[0]:
        return min(1.0, 1 - STEP / 2 + (spread[0] - short) * STEP / 2 / TAIL)
    for place in range(1, len(spread)):
        low, high = spread[place - 1], spread[place]
        if short <= high:
            return 1 - STEP / 2 - STEP * (place - 1 + (short - low) / (high - low))
    return max(0.0, STEP / 2 * (1 - (short - spread[-1]) / TAIL))
