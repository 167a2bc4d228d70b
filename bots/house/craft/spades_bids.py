"""How `expert` bids in spades: it makes the bid that scores most on average, by probabilities from played hands."""

from math import exp
from typing import Final

from bots.house.advice import Advice
from bots.house.craft.fitted import LINES
from bots.house.craft.stake import bag_cost
from bots.house.craft.worth import worths
from bots.sdk import View

PROMISED: Final = {"nil": 0, "blind_nil": 0, "one_for_50": 1, "two_for_40": 2, "blind_six": 6, "moon": 14}
SIDE_SUITS: Final = ("D", "C", "H")
BAGS_OVER: Final = 1.5  # average number of bags if an exact bid takes too many tricks


def bid(view: View[int | str]) -> Advice:
    """Choose the bid that scores most points on average."""
    likely = likely_tricks(view)
    pays = {call: pay(view, call, likely) for call in view.legal}
    best = max(pays, key=lambda call: pays[call])
    return Advice(
        best,
        f"such cards take {likely:.1f} tricks on average, and this bid then pays {pays[best]:.0f} points, the most",
    )


def likely_tricks(view: View) -> float:
    """Return how many tricks the hand takes on average."""
    worth = worths(view)
    return sum(worth[card] for card in view.hand)


def pay(view: View, call: int | str, likely: float) -> float:
    """Return the average score of the bid *call*, given *likely* tricks and the earlier bids of the others."""
    lines = LINES[view.variant]
    said = [PROMISED[other] if isinstance(other, str) else other for other in view.bids if other is not None]
    beyond = sum(said) - lines.said * len(said)
    bag = bag_cost(view)
    if call == "nil":
        return 100 * (2 * _logistic(lines.nil, *nil_signs(view, likely)) - 1) if lines.nil else -100
    if call == "one_for_50":
        fails, over = _logistic(lines.one_fails, 1, likely, beyond), _logistic(lines.one_over, 1, likely, beyond)
        return 50 * (1 - fails - over) + (10 - BAGS_OVER * bag) * over - 50 * fails
    if call == "two_for_40":
        fails, over = _logistic(lines.two_fails, 1, likely, beyond), _logistic(lines.two_over, 1, likely, beyond)
        return 40 * (1 - fails - over) + (20 - BAGS_OVER * bag) * over - 40 * fails
    tricks = PROMISED[call] if isinstance(call, str) else call
    made = _logistic(lines.made, 1, likely - tricks, tricks, beyond)
    if call == "moon":
        return 150 * (2 * made - 1)
    return 10 * tricks * (2 * made - 1) - bag * max(0.0, likely - tricks)


def nil_signs(view: View, likely: float) -> tuple[float, ...]:
    """Return the inputs of the regression for nil: seven numbers.

    They are: 1, *likely* tricks, the number of spades, the strength of the best spade, and three sums over the side
    suits. The sums count how far the lowest, second and third card of each suit is above strength 2, 4 and 6.
    """
    spades = [card.strength for card in view.hand if card.suit == "S"]
    lows = [sorted(card.strength for card in view.hand if card.suit == suit) for suit in SIDE_SUITS]
    over = [sum(max(0, low[place] - 2 * place - 2) for low in lows if len(low) > place) for place in range(3)]
    return (1, likely, len(spades), max(spades, default=0), *over)


def _logistic(weights: list[float], *signs: float) -> float:
    return 1 / (1 + exp(-sum(weight * sign for weight, sign in zip(weights, signs, strict=True))))
