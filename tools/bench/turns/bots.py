"""A trivial bot of the ordinary kit: `python -m tools.bench.turns.bots --arena HOST:PORT ...`."""

from bots.sdk import Bot, Card, View, run


class Trivial(Bot):
    """Bids one, plays the first legal card."""

    variants = ("spades-4",)

    def bid(self, view: View) -> int:
        return 1

    def play(self, view: View) -> Card:
        card: Card = view.legal[0]
        return card


if __name__ == "__main__":
    run(Trivial)
