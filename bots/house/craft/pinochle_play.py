"""How `expert` plays a card in pinochle: it maximises a weighted sum of signs, fitted to played hands."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bots.house.advice import Advice
from bots.house.craft.fitted import FOLLOWS, LEADS
from bots.house.craft.odds import ANY, Odds
from bots.house.craft.worth import worths
from bots.house.pinochle import COUNTERS, is_ours
from bots.sdk import Card, View

WILL: Final = 0.8  # probability that a seat beats a card if it may choose
ADDS_OURS, ADDS_THEIRS = 0.6, 0.3  # counters that a later seat of either side adds to the trick on average
# Topics for explanations, each with the indices of its signs in `_leading` or `_following`; then a text for each.
OF_A_LEAD: Final = {
    "trick": (0, 1, 2, 3, 24, 25),
    "later": (4,),
    "rank": (5, 6, 7, 18, 23),
    "trump": (8, 9, 10, 11, 12),
    "master": (13, 14),
    "length": (15, 16, 17, 19),
    "ruff": (20,),
    "out": (21, 22),
}
OF_A_FOLLOWER: Final = {
    "trick": (0, 1, 2, 3, 16, 17, 21, 22, 23),
    "later": (4,),
    "rank": (5, 6, 7, 10, 11, 15),
    "trump": (8, 9, 14),
    "length": (12, 13, 18, 19),
    "master": (20,),
}
TEXTS: Final = {
    "trick": "its side takes this trick with odds of {}",
    "later": "a card like it brings {} later",
    "rank": "it is {}",
    "trump": "it is {}",
    "master": "of its suit it is {}",
    "length": "the hand has {} of its suit",
    "ruff": "no opponent trumps it with odds of {}",
    "out": "{} of its suit are out",
}
MAX_REASONS: Final = 2  # topics that a reason names
RANKS: Final = {"A": "an ace", "T": "a ten", "K": "a king", "Q": "a queen", "J": "a jack", "9": "a nine"}


class Signs:
    """Numbers that describe a legal card, as the seat to play sees it; their weighted sum ranks the cards."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._odds = Odds(view)
        self._worth = worths(view)
        self._trump = view.trump or ""
        self._hand = view.hand
        self._lengths = Counter(card.suit for card in self._hand)
        self._out = list(view.unseen.elements())
        self._on_table = sum(play.card.rank in COUNTERS for play in view.trick)
        self._adds = sum(ADDS_OURS if is_ours(view, pile.seat) else ADDS_THEIRS for pile in self._odds.behind)
        self._declares = view.declarer in (view.seat, view.partner)
        self._early = len(self._hand) / view.rules.deal.hand

    def of(self, card: Card) -> list[float]:
        """Return the signs of *card*, in the order of the weights in `fitted.py`."""
        return self._following(card) if self._view.trick else self._leading(card)

    def describe(self, card: Card, other: Card, gains: Sequence[float]) -> str:
        """Return a text: why *card* is better than *other*, by the one or two topics with the largest gains.

        *gains*: for each sign, the weighted sign of *card* minus that of *other*.
        """
        topics = OF_A_FOLLOWER if self._view.trick else OF_A_LEAD
        gained = {topic: sum(gains[place] for place in places) for topic, places in topics.items()}
        reasons: list[str] = []
        for topic in sorted(topics, key=lambda topic: -gained[topic]):
            if gained[topic] <= 0 or len(reasons) == MAX_REASONS:
                break
            fact, its = self._fact(topic, card), self._fact(topic, other)
            if fact != its:
                reasons.append(f"{TEXTS[topic].format(fact)}, not {its}")
        return f"{'; '.join(reasons)} (next best: {other})" if reasons else f"it is a little better than {other}"

    def _fact(self, topic: str, card: Card) -> str:
        match topic:
            case "trick":
                return f"{self.taken(card)[0]:.0%}{' with its counter' if card.rank in COUNTERS else ''}"
            case "later":
                return f"{self._worth[card]:.1f}"
            case "rank":
                return RANKS[card.rank]
            case "trump":
                return "a trump" if card.suit == self._trump else "no trump"
            case "master":
                return "the highest left" if self._view.is_master(card) else "below another"
            case "length":
                return str(self._lengths[card.suit])
            case "ruff":
                return f"{self._unruffed_odds(card):.0%}"
            case _:
                return str(sum(each.suit == card.suit for each in self._out))

    def taken(self, card: Card) -> tuple[float, float]:
        """Return the probability that the own side wins the trick with *card*, and that the card itself wins."""
        odds = self._odds
        led = odds.led or card.suit
        if odds.leads_with(card):
            best, side, wins = card, 1.0, 1.0
        else:
            assert odds.winning is not None
            best, side, wins = odds.winning.card, float(is_ours(self._view, odds.winning.seat)), 0.0
        for pile in odds.behind:
            beats = odds.beaten_by(pile, best, led, WILL)
            side = side * (1.0 - beats) + beats * is_ours(self._view, pile.seat)
            wins *= 1.0 - beats
        return side, wins

    def _leading(self, card: Card) -> list[float]:
        taken, wins = self.taken(card)
        early, declares = self._early, self._declares
        counts, is_trump = card.rank in COUNTERS, card.suit == self._trump
        master = self._view.is_master(card)
        length = self._lengths[card.suit] / 5
        out = [other for other in self._out if other.suit == card.suit]
        is_lone = self._lengths[card.suit] == 1 and not is_trump
        return [
            taken,
            taken * counts,
            taken * self._adds,
            wins,
            self._worth[card],
            card.rank == "A",
            card.rank == "T",
            card.rank == "K",
            is_trump,
            is_trump * early,
            is_trump * declares,
            is_trump * early * declares,
            is_trump and any(other.suit == self._trump for other in self._out),
            master,
            master and is_trump,
            length,
            length * declares,
            length * is_trump,
            card.strength * (not counts) / 5,
            is_lone and self._lengths[self._trump] > 0,
            self._unruffed_odds(card),
            len(out) / 10,
            sum(other.strength > card.strength for other in out) / 4,
            not master and any(other.suit == card.suit and self._view.is_master(other) for other in self._hand),
            wins * (len(self._hand) == 2),
            wins * early,
        ]

    def _unruffed_odds(self, card: Card) -> float:
        """Return the probability that no opponent trumps this lead; 0 for a trump."""
        if card.suit == self._trump:
            return 0.0
        odds = 1.0
        for pile in self._odds.behind:
            if not is_ours(self._view, pile.seat):
                odds *= 1.0 - (1.0 - pile.has_above(card.suit, ANY)) * pile.has_above(self._trump, ANY)
        return odds

    def _following(self, card: Card) -> list[float]:
        taken, wins = self.taken(card)
        early = self._early
        counts, is_trump = card.rank in COUNTERS, card.suit == self._trump
        ends = self._lengths[card.suit] == 1 and not is_trump
        left = [other for other in self._hand if other.suit == card.suit and other is not card]
        discards = card.suit != self._odds.led and not is_trump
        return [
            taken * (self._on_table + counts),
            taken * self._adds,
            taken,
            wins,
            self._worth[card],
            card.rank == "A",
            card.rank == "T",
            card.rank == "K",
            is_trump,
            is_trump * early,
            (card.rank == "A") * early,
            card.strength * (not counts) / 5,
            ends,
            ends and self._lengths[self._trump] > 0,
            is_trump * wins,
            card.strength * is_trump / 5,
            wins * early,
            wins * (card.rank == "A"),
            len(left) == 1 and left[0].rank in "TK" and not is_trump,
            discards * self._lengths[card.suit] / 5,
            discards * self._view.is_master(card),
            taken * counts * (card.rank == "A"),
            wins * (len(self._hand) == 2),
            taken * self._on_table * early,
        ]


def play(view: View[Card]) -> Advice:
    """Choose the card with the highest weighted sum of signs."""
    legal = view.legal
    if len(legal) == 1:
        return Advice(legal[0], "it is the only legal card")
    weights = (FOLLOWS if view.trick else LEADS)[view.variant]
    signs = Signs(view)
    weighed = {
        card: [weight * sign for weight, sign in zip(weights, signs.of(card), strict=True)]
        for card in dict.fromkeys(legal)
    }
    best, *others = sorted(weighed, key=lambda card: sum(weighed[card]), reverse=True)
    if not others:
        return Advice(best, "all legal cards are alike")
    gains = [mine - its for mine, its in zip(weighed[best], weighed[others[0]], strict=True)]
    return Advice(best, signs.describe(best, others[0], gains))
