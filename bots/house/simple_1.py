"""Version 1 of the house bot `simple`, an opponent of the benchmark; it bids too little in two-handed pinochle.

python -m bots.house.simple_1 --local pinochle-two-handed
"""

from bots.house import pinochle, simple
from bots.sdk import Card, View, run


class SimpleBot(simple.SimpleBot):
    """Version 1 of `simple`: in two-handed pinochle, make the lowest bid if the hand is worth it, else pass."""

    def auction(self, view: View) -> int | str:
        if view.seats > 2:
            return super().auction(view)
        if not view.legal:
            return "pass"
        least: int = view.legal[0]
        return least if least <= _worth(view) or not view.may_pass else "pass"


def _worth(view: View) -> float:
    suits = [suit for suit in pinochle.SUITS if pinochle.may_declare(view, suit)]
    return max((view.meld_points(suit) + _points(view.hand, suit) for suit in suits), default=0)


def _points(hand: list[Card], trump: str) -> float:
    trumps = sum(card.suit == trump for card in hand)
    aces = sum(card.rank == "A" for card in hand)
    return min(22.0, 8.0 + 0.9 * trumps + 0.7 * aces)


if __name__ == "__main__":
    run(SimpleBot)
