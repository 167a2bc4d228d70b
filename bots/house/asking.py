"""Ask a house bot for its answer in a game, for tables with people."""

from collections.abc import Iterable

from arena.rules import Game
from bots.house.advice import Advice
from bots.house.expert import advise
from bots.sdk.bot.answers import action_of
from bots.sdk.bot.view import View
from bots.sdk.practice.local import UnknownOpponentError, house_bot


def answer_by(name: str, game: Game) -> int:
    """Return the action that the house bot *name* chooses for the open decision. Raises `UnknownOpponentError`.

    The bot sees only the view of the seat to act, and gives equal answers in equal games.
    """
    return action_of(game.kind, house_bot(name)().answer(_view(game)))


def advise_in(game: Game) -> tuple[int, str]:
    """Return the action that the house bot `expert` chooses for the open decision, and the reason in words."""
    advice: Advice = advise(_view(game))
    return action_of(game.kind, advice.answer), advice.why


def _view(game: Game) -> View:
    view = View(game.rules, game.to_act)
    view.observe(*game.events(game.to_act))
    view.asked = game.legal()
    return view


def check_names(names: Iterable[str]) -> str:
    """Return an error text for the first of *names* that no house bot has; "" if all names are valid."""
    for name in names:
        try:
            house_bot(name)
        except UnknownOpponentError as problem:
            return str(problem)
    return ""
