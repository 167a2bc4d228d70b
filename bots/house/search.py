"""The house bot `search`: it tries its answers in many possible deals.

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
    """Answer every kind of decision by determinised search (docs/explanation/search.md).

    The search deals the unseen cards at random, as they may lie, and tries each answer in the same deals. Except in
    chips, the answer of `expert` is kept unless another one is clearly worth more. Views that are equal get equal
    answers for equal `playouts`. More `playouts` are stronger and slower. If `ms` is not 0, a decision takes that many
    milliseconds instead.
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
            # In chips, rare large payments make estimates uncertain: the answer of `expert` would nearly always stay.
            begin = () if view.rules.chips else (action_of(kind, first),)
            action = best_answer(core, playouts, seed, until, *begin)
        except NoDealError:  # no possible deal fits the actions of the other seats
            return first
        return answer_of(kind, action, view.cards)


def after(ms: float) -> Callable[[], bool]:
    """Return a function that returns whether *ms* milliseconds have passed since this call."""
    end = monotonic() + ms / 1000
    return lambda: monotonic() >= end


if __name__ == "__main__":
    run(SearchBot)
