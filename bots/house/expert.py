"""The house bot `expert`: it counts cards, computes probabilities, and bids by tables from played hands.

python -m bots.house.expert --local pinochle-cutthroat
"""

from collections.abc import Callable
from typing import Any, Final

from bots.house import pinochle, simple
from bots.house.advice import Advice
from bots.house.craft import auction, chips, pinochle_play, spades_bids, spades_play
from bots.sdk import Bot, View, run

SPADES: Final[dict[str, Callable[[View], Advice]]] = {
    "blind": simple.look,
    "bid": spades_bids.bid,
    "play": spades_play.play,
}
PINOCHLE: Final[dict[str, Callable[[View], Advice]]] = {
    "auction": auction.auction,
    "discard": auction.discard,
    "trump": auction.trump,
    "give": pinochle.give,
    "throw_in": pinochle.throw_in,
    "play": pinochle_play.play,
}
CHIPS: Final[dict[str, Callable[[View], Advice]]] = PINOCHLE | {
    "auction": chips.auction,
    "widow": chips.widow,
    "discard": chips.discard,
    "trump": chips.trump,
}


def advise(view: View) -> Advice:
    """Return the answer of `expert` to the open decision, with the reason."""
    if view.rules.bids is not None:
        return SPADES[view.kind](view)
    return (CHIPS if view.rules.chips is not None else PINOCHLE)[view.kind](view)


class ExpertBot(Bot):
    """Play by the probabilities of unseen cards; give equal answers to equal views."""

    def answer(self, view: View) -> Any:
        return advise(view).answer


if __name__ == "__main__":
    run(ExpertBot)
