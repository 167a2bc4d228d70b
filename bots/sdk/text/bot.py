"""A bot of the kit that is answered by a text program."""

from typing import Any, Final

from bots.sdk.bot.answers import AnswerError, answer_of
from bots.sdk.bot.async_bot import AsyncBot
from bots.sdk.bot.bot import Outcome
from bots.sdk.bot.view import View
from bots.sdk.text.game import TextGame
from bots.sdk.text.process import ProgramDiedError
from bots.sdk.text.program import Program
from bots.sdk.text.words import action_of_word, legal_words

MAX_ILLEGAL: Final = 3  # illegal answers per game that the program may correct, as in the arena
NO_CLOCK_TIMEOUT: Final = 65.0  # seconds per decision where no clock runs
MARGIN: Final = 0.3  # seconds by which the kit's fallback precedes the arena's


def text_bot(program: Program) -> type[AsyncBot]:
    """Return a bot that *program*, already greeted, answers."""

    class TextBot(AsyncBot):
        """A text program."""

        variants = program.variants

        def __init__(self) -> None:
            self._game: TextGame | None = None
            self._illegal = 0

        async def answer(self, view: View) -> Any:
            game = self._game = self._game or TextGame(program, view)
            assert view.asked is not None
            error = ""
            while True:
                word = await _ask(game, view, error)
                try:
                    action = action_of_word(view.asked.kind, word)
                    if view.asked.allows(action):
                        return answer_of(view.asked.kind, action, view.cards)
                    error = f"{word} is not legal"
                except AnswerError as none:
                    error = str(none)
                self._illegal += 1
                if self._illegal > MAX_ILLEGAL:
                    raise AnswerError(f"{error}; legal is {' '.join(legal_words(view.asked, view.cards))}")

        async def game_over(self, view: View, outcome: Outcome) -> None:
            if self._game is not None:
                await self._game.end(*outcome)

    TextBot.__name__ = TextBot.__qualname__ = program.name
    return TextBot


async def _ask(game: TextGame, view: View, error: str) -> str:
    """Return the program's answer. Raises `AnswerError` without one."""
    clock = view.clock
    left = clock.left if clock.runs else NO_CLOCK_TIMEOUT
    spare = left - min(MARGIN, left / 10)
    move = min(clock.move if clock.runs else NO_CLOCK_TIMEOUT, spare)
    try:
        assert view.asked is not None
        return await game.ask(view.asked, move, spare - move if clock.runs else 0.0, error)
    except TimeoutError:
        raise AnswerError(f"no answer within {spare:.1f} s") from None
    except ProgramDiedError as died:
        raise AnswerError(f"no answer: {died}") from None
