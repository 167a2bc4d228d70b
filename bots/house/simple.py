"""The simple bot: sensible rules of the card table, no odds.

python -m bots.house.simple --local pinochle-cutthroat
"""

from bots.house import pinochle, spades
from bots.sdk import Bot, Card, View, run


class SimpleBot(Bot):
    """Bids what it counts, and answers equal views alike."""

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
        # Partners are offered this only when all is lost, and the others then score no tricks.
        return "play_on" if view.partner is None else "throw_in"

    def trump(self, view: View) -> str:
        return pinochle.best_trump(view, list(view.legal))

    def play(self, view: View) -> Card:
        return spades.play(view) if view.rules.bids else pinochle.play(view)


if __name__ == "__main__":
    run(SimpleBot)
