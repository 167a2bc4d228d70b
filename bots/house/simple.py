"""The simple bot: sensible rules of the card table, no odds.

python -m bots.house.simple --local pinochle-cutthroat
"""

from bots.house import pinochle, spades
from bots.house.advice import Advice
from bots.sdk import Bot, Card, View, run


def look(_view: View) -> Advice:
    """Look at the cards before bidding."""
    return Advice("look", "a bid before the cards are seen is a gamble")


class SimpleBot(Bot):
    """Bids what it counts, and answers equal views alike."""

    def bid(self, view: View) -> int | str:
        bid: int | str = spades.bid(view).answer
        return bid

    def auction(self, view: View) -> int | str:
        bid: int | str = pinochle.auction(view).answer
        return bid

    def widow(self, view: View) -> str:
        return str(pinochle.widow(view).answer)

    def discard(self, view: View) -> list[Card] | str:
        cards: list[Card] | str = pinochle.discard(view).answer
        return cards

    def give(self, view: View) -> list[Card]:
        cards: list[Card] = pinochle.give(view).answer
        return cards

    def throw_in(self, view: View) -> str:
        return str(pinochle.throw_in(view).answer)

    def trump(self, view: View) -> str:
        return str(pinochle.trump(view).answer)

    def play(self, view: View) -> Card:
        card: Card = (spades if view.rules.bids else pinochle).play(view).answer
        return card


if __name__ == "__main__":
    run(SimpleBot)
