"""The search bot: tries its answers in many possible deals.

python -m bots.house.search --local spades-4
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final
from zlib import crc32

from arena.rules import COMPILED
from arena.rules.search.piles import NoDealError
from arena.rules.search.search import best_answer
from bots.house.expert import ExpertBot
from bots.sdk import View, run
from bots.sdk.bot.answers import action_of, answer_of

PLAYOUTS: Final = 200 if COMPILED else 50
NO_LIMIT: Final = 10**9


class SearchBot(ExpertBot):
    """Answers every kind of decision by determinised search.

    It deals the unseen cards at random, as they may lie, and tries its answers in the same deals
    (docs/explanation/search.md). Except for chips, it begins with the answer of `expert`, and leaves it only for one
    that is clearly worth more. Equal views get equal answers for equal `playouts`. More `playouts` are stronger and
    slower. With `ms` it thinks so many milliseconds about a decision instead.
    """

    playouts = PLAYOUTS
    ms = 0

    def answer(self, view: View) -> Any:
        core = view.core
        seed = crc32(repr((core.number, core.seat, core.cards, core.said, core.played)).encode())
        playouts, until = (NO_LIMIT, after(self.ms)) if self.ms else (self.playouts, None)
        kind = core.legal.kind if core.legal else 0
        first = super().answer(view)
        try:
            # In chips a few large payments make errors so large that the first choice would nearly always stand.
            begin = () if view.rules.chips else (action_of(kind, first),)
            action = best_answer(core, playouts, seed, until, *begin)
        except NoDealError:  # no deal fits the others' actions
            return first
        return answer_of(kind, action, view.cards)


def after(ms: float) -> Callable[[], bool]:
    """Return a function that returns whether so many milliseconds are over."""
    end = monotonic() + ms / 1000
    return lambda: monotonic() >= end


if __name__ == "__main__":
    run(SearchBot)
