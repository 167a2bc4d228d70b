"""The house bot `random`: any legal answer, the same for equal views.

python -m bots.house.random --local spades-4
"""

from random import Random
from typing import Any, Final
from zlib import crc32

from bots.sdk import Bot, View, run

RAISES: Final = 10  # an auction bid is drawn from this many lowest legal bids


class RandomBot(Bot):
    """Choose evenly among the legal answers; in auctions, pass or bid low."""

    def answer(self, view: View) -> Any:
        core = view.core
        dice = Random(crc32(repr((core.number, core.seat, core.cards, core.said, core.played)).encode()))
        legal = view.legal
        if view.count:
            return dice.sample(legal, view.count)
        if view.kind == "auction":
            if not legal or (view.may_pass and dice.random() < 0.5):
                return "pass"
            legal = legal[:RAISES]
        return dice.choice(legal)


if __name__ == "__main__":
    run(RandomBot)
