"""A bot class of the kit whose answers come from a text program."""

from typing import Any, Final

from bots.sdk.bot.answers import AnswerError, answer_of
from bots.sdk.bot.async_bot import AsyncBot
from bots.sdk.bot.bot import Outcome
from bots.sdk.bot.view import View
from bots.sdk.text.game import TextGame
from bots.sdk.text.process import ProgramDiedError
from bots.sdk.text.program import Program
from bots.sdk.text.words import action_of_word, legal_words

MAX_ILLEGAL: Final = 3  # illegal answers per game that the program may correct, the same number as at the arena
NO_CLOCK_TIMEOUT: Final = 65.0  # seconds per decision where no clock runs
MARGIN: Final = 0.3  # seconds that are kept for sending the kit's fallback before time is up


def text_bot(program: Program) -> type[AsyncBot]:
    """Return a bot class whose answers come from *program*, which has already been greeted."""

    class TextBot(AsyncBot):
        """A bot that a text program plays."""

        variants = program.variants

        def __init__(self) -> None:
            self._game: TextGame | None = None
            self._illegal = 0

        async def answer(self, view: View) -> Any:
            game = self._game = self._game or TextGame(program, view)
            assert view.asked is not None
            error = ""
            while True:
                failures = game.failures.total()
                word = await _ask(game, view, error)
                if game.failures.total() > failures:
                    raise AnswerError(f"the program raised, or answered illegally; its own fallback is {word}")
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
    """Return the program's answer. *error*: why the last answer was refused. Raises `AnswerError` without an answer."""
    clock = view.clock
    left = clock.left if clock.runs else NO_CLOCK_TIMEOUT
    spare = left - min(MARGIN, left / 10)
    move = min(clock.move if clock.runs else NO_CLOCK_TIMEOUT, spare)
    try:
        assert view.asked is not None
        return await game.ask(view.asked, move, spare - move if clock.runs else 0.0, error)
    except TimeoutError:
        raise AnswerError(f"no answer within {spare:.1f} s; answer sooner") from None
    except ProgramDiedError as died:
        raise AnswerError(f"no answer: {died}") from None
