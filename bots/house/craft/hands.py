"""What a pinochle hand makes with a trump suit: lines fitted to hands that were played, and their spread."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.rules import Rules, best_meld, layout_of, meld_points
from bots.sdk import Card

SUITS: Final = ("S", "D", "C", "H")
STEP: Final = 0.1  # between the quantiles of a spread, which begin at half of it
TAIL: Final = 8  # points beyond the last quantile in which the odds come to an end


def scale_of(rules: Rules) -> int:
    """Return the points of a counter: hands are worth that many times what is said here."""
    return 1 if rules.contract is None else rules.contract.counter


@lru_cache(maxsize=4096)
def signs_of(rules: Rules, hand: tuple[Card, ...], trump: str) -> tuple[float, ...]:
    """Return the meld, then 1, the trumps, their aces, the other aces, short suits, and what a card more may meld."""
    assert rules.melds is not None
    melds, layout, suit = rules.melds, layout_of(rules.deck), SUITS.index(trump)
    held = layout.hand([card.code for card in hand])

    def melded(cards: int) -> int:
        return meld_points(best_meld(cards, suit, melds, layout).counts, melds)

    meld = melded(held)
    copies = Counter(card.code for card in hand)
    more = {code: rules.deck.copies - copies[code] for code in layout.kinds if copies[code] < rules.deck.copies}
    gain = sum(count * (melded(held + layout.bit[code]) - meld) for code, count in more.items()) / sum(more.values())
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


def dealt(rules: Rules, hand: tuple[Card, ...], trump: str) -> float:
    """Return what a declarer's side makes on average from a hand as it was dealt."""
    meld, *signs = signs_of(rules, hand, trump)
    return meld + sum(weight * sign for weight, sign in zip(DEALT[rules.name], signs, strict=True))


def played(rules: Rules, hand: tuple[Card, ...], trump: str, counters: int) -> float:
    """Return the same from a hand that is left when so many counters are laid away."""
    meld, *signs = signs_of(rules, hand, trump)
    signs[-1] = counters
    return meld + sum(weight * sign for weight, sign in zip(PLAYED[rules.name], signs, strict=True))


def odds_of(mean: float, spread: Sequence[float], bid: float) -> float:
    """Return how likely a hand of this mean makes a bid, all in counters.

    *spread*: quantiles of what hands made less their mean, as the tables have them, with straight lines between.
    """
    short = bid - mean
    if short <= spread[0]:
        return min(1.0, 1 - STEP / 2 + (spread[0] - short) * STEP / 2 / TAIL)
    for place in range(1, len(spread)):
        low, high = spread[place - 1], spread[place]
        if short <= high:
            return 1 - STEP / 2 - STEP * (place - 1 + (short - low) / (high - low))
    return max(0.0, STEP / 2 * (1 - (short - spread[-1]) / TAIL))


# The weights of the signs of `hands`, in its order: of a hand as it is dealt.
DEALT: Final = {
    "pinochle-chips": (8.66, 0.5, 0.4, 0.93, 1.91, 2.44),
    "pinochle-racehorse": (8.19, 2.29, 0.94, 2.33, 0.39, 3.13),
    "pinochle-two-handed": (13.53, 0.22, 0.25, 0.6, 1.58, 3.5),
    "pinochle-double-deck": (-9.3, 8.07, 4.78, 4.08, 7.89, 3.96),
    "pinochle-single-deck": (10.75, 0.95, 0.4, 1.02, 0.53, 0.23),
    "pinochle-cutthroat": (7.95, 0.52, 0.83, 1.16, 2.18, 2.27),
}
# The same of a hand as it is played, where a kitty is taken.
PLAYED: Final = {
    "pinochle-chips": (-1.99, 1.24, 0.68, 1.44, 1.06, 0.93),
    "pinochle-two-handed": (4.68, 0.9, 0.74, 1.17, 1.05, 0.87),
    "pinochle-cutthroat": (-1.79, 1.22, 0.65, 1.41, 0.99, 0.93),
}
# By how much hands missed the line: the quantiles 5%, 15%, ... 95%.
DEALT_SPREAD: Final = {
    "pinochle-chips": (-7.9, -5.8, -4.6, -3.3, -2.4, -0.9, 0.6, 3.6, 7.3, 13.0),
    "pinochle-racehorse": (-11.4, -8.2, -5.9, -4.2, -2.4, -0.2, 2.5, 5.6, 9.0, 14.5),
    "pinochle-two-handed": (-8.5, -6.0, -4.5, -3.5, -2.1, -0.8, 1.2, 3.5, 7.4, 12.3),
    "pinochle-double-deck": (-41.9, -31.4, -25.0, -19.8, -13.8, -7.9, -0.9, 6.6, 30.2, 99.9),
    "pinochle-single-deck": (-7.1, -4.8, -3.3, -2.1, -0.8, 0.3, 1.3, 2.7, 4.6, 8.6),
    "pinochle-cutthroat": (-8.0, -6.1, -4.6, -3.3, -2.2, -1.0, 0.9, 3.9, 7.5, 12.3),
}
PLAYED_SPREAD: Final = {"pinochle-chips": (-3.3, -2.2, -1.5, -1.0, -0.4, 0.1, 0.7, 1.5, 2.3, 3.7)}
