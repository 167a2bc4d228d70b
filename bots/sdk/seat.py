"""One bot in one seat: it hears events, answers decisions, and its mistakes do not get out."""

from collections.abc import Callable, Iterable

from arena.rules import Event, Legal, Rules
from bots.sdk.answers import NoAnswer, action_of
from bots.sdk.bot import Bot, Outcome
from bots.sdk.fallback import fallback_of
from bots.sdk.faults import RAISED, Faults
from bots.sdk.replay import packed_decision
from bots.sdk.view import View


class Seat:
    """A bot object of its own, its view, and the events that made it."""

    def __init__(self, make: Callable[[], Bot], rules: Rules, seat: int, faults: Faults) -> None:
        self.view = View(rules, seat)
        self.events: list[Event] = []
        self.faults = faults
        self.bot = self._made(make)

    def hear(self, events: Iterable[Event]) -> None:
        """What happened since the last time."""
        for event in events:
            self.view.observe(event)
            self.events.append(event)

    def decide(self, legal: Legal) -> int:
        """The bot's answer as a core action, a legal one in any case.

        Raises:
            BotFailed: the bot is at fault and the run is strict.
        """
        self.view.core.legal = legal
        try:
            return self._asked(legal)
        finally:
            self.view.core.legal = None

    def fallback(self, legal: Legal) -> int:
        """The arena's own answer to a decision."""
        self.view.core.legal = legal
        try:
            return fallback_of(self.view.core)
        finally:
            self.view.core.legal = None

    def _asked(self, legal: Legal) -> int:
        try:
            answer = self.bot.answer(self.view)
            action = action_of(legal.kind, answer)
        except NoAnswer as error:
            self.faults.refused(self.view, str(error), self._replay(legal))
        except RAISED as error:
            self.faults.raised(self.view, error, self._replay(legal))
        else:
            if legal.allows(action):
                return action
            self.faults.refused(self.view, f"{answer!r} is not legal", self._replay(legal))
        return fallback_of(self.view.core)

    def over(self, outcome: Outcome) -> None:
        """The game has ended.

        Raises:
            BotFailed: the bot is at fault and the run is strict.
        """
        try:
            self.bot.game_over(self.view, outcome)
        except RAISED as error:
            self.faults.raised(self.view, error, "")

    def _made(self, make: Callable[[], Bot]) -> Bot:
        try:
            return make()
        except RAISED as error:
            self.faults.raised(self.view, error, "")
            return Bot()

    def _replay(self, legal: Legal) -> str:
        return packed_decision(self.view.rules, self.view.seat, self.events, legal)
