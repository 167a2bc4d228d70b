"""The search bot: it tries its answers in many worlds before it gives one.

python -m bots.house.search --local spades-4
"""

from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any, Final, NamedTuple
from zlib import crc32

from arena.rules import COMPILED, Game
from arena.rules.search.piles import NoDeal
from arena.rules.search.search import best_answer
from bots.house.expert import ExpertBot, advise
from bots.sdk import run
from bots.sdk.bot.answers import action_of, answer_of
from bots.sdk.bot.view import View
from bots.sdk.practice.local import UnknownBot, house_bot


class Advice(NamedTuple):
    """An answer in a bot's words, and the rule of thumb behind it.

    *why* goes on from "because": it begins small and has no full stop.
    """

    answer: Any
    why: str


def answer_by(name: str, game: Game) -> int:
    """Return the house bot's action for the open decision. Raises `UnknownBot`.

    It is told what the seat to act knows, and nothing else; equal games are answered alike.
    """
    view = _view(game)
    return action_of(game.kind, house_bot(name)().answer(view))


def advise_in(game: Game) -> tuple[int, str]:
    """Return `expert`'s action for the open decision, and what speaks for it."""
    advice: Advice = advise(_view(game))
    return action_of(game.kind, advice.answer), advice.why


def _view(game: Game) -> View:
    view = View(game.rules, game.to_act)
    view.observe(*game.events(game.to_act))
    view.asked = game.legal()
    return view


def check_names(names: Iterable[str]) -> str:
    """Return what is wrong with the first name of no house bot; "" if all are."""
    for name in names:
        try:
            house_bot(name)
        except UnknownBot as problem:
            return str(problem)
    return ""


PLAYOUTS: Final = 200 if COMPILED else 50
NO_LIMIT: Final = 10**9


class SearchBot(ExpertBot):
    """Answers every kind of decision by determinised search.

    It deals the cards it does not see anew, as they may lie, and tries its answers in the same deals
    (docs/explanation/search.md). But for chips it begins with the answer of `expert`, and leaves it for one that is
    clearly worth more. Equal views are answered alike for equal `playouts`. Set `playouts` for a stronger or a quicker
    one, or `ms` to let it think so many milliseconds about a decision, whatever number of playouts that is.
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
            # A few large payments make errors in chips so large that a first choice would nearly always stand.
            begin = () if view.rules.chips else (action_of(kind, first),)
            action = best_answer(core, playouts, seed, until, *begin)
        except NoDeal:  # what others did contradicts itself: no search helps there
            return first
        return answer_of(kind, action, view.cards)


def after(ms: float) -> Callable[[], bool]:
    """Return what tells whether so many milliseconds are over."""
    end = monotonic() + ms / 1000
    return lambda: monotonic() >= end


if __name__ == "__main__":
    run(SearchBot)
