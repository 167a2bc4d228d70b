"""A first bot: bids aces and kings, leads high, follows low."""

from bots.sdk import Bot, Card, View, run


class FirstBot(Bot):
    def bid(self, view: View) -> int:
        return max(1, sum(card.rank in "AK" for card in view.hand))

    def play(self, view: View[Card]) -> Card:
        return min(view.legal) if view.trick else max(view.legal)


if __name__ == "__main__":
    run(FirstBot)
