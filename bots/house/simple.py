"""The simple bot: follows the sensible rules of the card table, knows no odds and remembers nothing.

python -m bots.house.simple --local pinochle-cutthroat
"""

from bots.house import pinochle, spades
from bots.sdk import Bot, Card, View, run


class SimpleBot(Bot):
    """Bids what it counts, takes what it bid. Equal views get equal answers."""

    def bid(self, view: View) -> int | str:
        return spades.bid(view)

    def auction(self, view: View) -> int | str:
        return pinochle.auction(view)

    def widow(self, view: View) -> str:
        return pinochle.widow(view)

    def discard(self, view: View) -> list[Card] | str:
        return pinochle.discard(view)

    def give(self, view: View) -> list[Card]:
        return pinochle.give(view)

    def throw_in(self, view: View) -> str:
        # Partners are offered it only where all is lost, and the others score no tricks then.
        return "play_on" if view.partner is None else "throw_in"

    def trump(self, view: View) -> str:
        return pinochle.best_trump(view, list(view.legal))

    def play(self, view: View) -> Card:
        return spades.play(view) if view.rules.bids else pinochle.play(view)


if __name__ == "__main__":
    run(SimpleBot)
