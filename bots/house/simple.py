"""The house bot `simple`: rules of thumb, no probabilities.

python -m bots.house.simple --local pinochle-cutthroat
"""

from typing import cast

from bots.house import pinochle, spades
from bots.house.advice import Advice
from bots.sdk import Bot, Card, View, run


def look(_view: View) -> Advice:
    """Answer "look": see the cards before bidding."""
    return Advice("look", "a bid before the cards are seen is a gamble")


class SimpleBot(Bot):
    """Play by rules of thumb; give equal answers to equal views."""

    def bid(self, view: View) -> int | str:
        return cast("int | str", spades.bid(view).answer)

    def auction(self, view: View) -> int | str:
        return cast("int | str", pinochle.auction(view).answer)

    def widow(self, view: View) -> str:
        return str(pinochle.widow(view).answer)

    def discard(self, view: View) -> list[Card] | str:
        return cast("list[Card] | str", pinochle.discard(view).answer)

    def give(self, view: View) -> list[Card]:
        return cast("list[Card]", pinochle.give(view).answer)

    def throw_in(self, view: View) -> str:
        return str(pinochle.throw_in(view).answer)

    def trump(self, view: View) -> str:
        return str(pinochle.trump(view).answer)

    def play(self, view: View) -> Card:
        return cast("Card", (spades if view.rules.bids else pinochle).play(view).answer)


if __name__ == "__main__":
    run(SimpleBot)
