"""The search bot: it plays its cards in many worlds before it plays one.

python -m bots.house.search --local spades-4
"""

from typing import Final
from zlib import crc32

from arena.rules import COMPILED, NoDeal, best_card
from bots.house.simple import SimpleBot
from bots.sdk import Card, View, run

PLAYOUTS: Final = 200 if COMPILED else 50


class SearchBot(SimpleBot):
    """Chooses cards by determinised search; bids, lays away and gives as `simple` does.

    It deals the cards it does not see anew, as they may lie, and plays each legal card in the same deals
    (docs/explanation/search.md). Equal views are answered alike. Set `playouts` for a stronger or a quicker one.
    """

    playouts = PLAYOUTS

    def play(self, view: View[Card]) -> Card:
        cards = {card.code: card for card in view.legal}
        core = view.core
        seed = crc32(repr((core.number, core.seat, core.cards, core.said, core.played)).encode())
        try:
            return cards[best_card(core, list(cards), self.playouts, seed)]
        except NoDeal:  # what others did contradicts itself: no search helps there
            return super().play(view)


if __name__ == "__main__":
    run(SearchBot)
