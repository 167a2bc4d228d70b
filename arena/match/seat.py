"""A text program in a seat of a match, and its clock."""

import time
from collections.abc import Sequence

from arena.play import DISCONNECTED, Answered, Ending, Lost, Malformed, Question, Reply, TimedOut, Verdict
from arena.rules import Event, Rules
from bots.sdk.text.game import TextGame
from bots.sdk.text.process import Died
from bots.sdk.text.program import Program
from bots.sdk.text.words import NoWord, action_of_word

SECOND = 1_000_000  # microseconds


class TextSeat:
    """A seat of one game, as `arena.play` asks it. A program that cannot go on is lost for this game."""

    in_columns = False

    def __init__(self, program: Program, rules: Rules, seat: int) -> None:
        self._game = TextGame.at_seat(program, rules, seat)
        self._began = 0.0

    @property
    def deaths(self) -> int:
        """How many of its processes ended, or were killed, in this game."""
        return self._game.deaths

    async def open(self, events: Sequence[Event]) -> None:
        """Have a process ready before the clock runs; one that does not start is met again when it is asked."""
        self._game.hear(events)
        try:
            await self._game.ready()
        except (Died, TimeoutError):
            return

    async def ask(self, question: Question) -> Reply:
        """Ask the program, and charge what it took."""
        if question.rejection is None:
            self._game.hear(question.events)
            self._began = time.monotonic()
        spent = time.monotonic() - self._began
        move = question.move_us / SECOND
        bank = question.bank_us / SECOND - max(0.0, spent - move)
        error = question.rejection.reason if question.rejection else ""
        try:
            word = await self._game.ask(question.legal, max(0.0, move - spent), bank, error)
        except TimeoutError:
            return TimedOut(self._think())
        except Died:
            return Lost(DISCONNECTED)
        try:
            return Answered(action_of_word(question.legal.kind, word), self._think())
        except NoWord as none:
            return Malformed(str(none), self._think())

    def tell(self, events: Sequence[Event]) -> None:
        """Take in the end of a hand."""
        self._game.hear(events)

    def judge(self, verdict: Verdict) -> None:
        """Say nothing: the text protocol has a line for what is asked again, and the match's report for the rest."""

    async def close(self, ending: Ending) -> None:
        """Tell the result."""
        self._game.hear(ending.events)
        await self._game.end(ending.rank, ending.score, ending.ended, ending.infractions)

    def leave(self) -> None:
        """End a game that is not played to its end."""
        self._game.leave()

    def _think(self) -> int:
        return int((time.monotonic() - self._began) * SECOND)
