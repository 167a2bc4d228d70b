"""How `expert` plays pinochle: what speaks for a card, weighed by hands that were played out with each card."""

from bots.house.advice import Advice
from bots.house.craft.signs import Signs
from bots.house.craft.weights import FOLLOWS, LEADS
from bots.sdk import Card, View


def play(view: View[Card]) -> Advice:
    """Choose the card for which most speaks."""
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
    return Advice(best, signs.told(best, others[0], gains))
