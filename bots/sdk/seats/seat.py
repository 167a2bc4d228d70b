"""One bot in one seat: it receives events and returns legal answers."""

import time
from collections.abc import Callable, Iterable

from arena.rules import KIND_NAMES, Event, Legal, Rules
from bots.sdk.bot.answers import AnswerError, action_of, answer_of
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.bot.clock import UNTIMED, Clock
from bots.sdk.bot.knowledge import fallback_of
from bots.sdk.bot.view import View
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import RAISED, BotErrors, describe_error
from bots.sdk.seats.pace import HungError, is_async
from bots.sdk.seats.replay import pack_decision, place_of


class Seat:
    """A bot object in a seat, with its view. *make* creates the bot; *seat_id*: the arena's id, 0 in local games."""

    def __init__(
        self, make: Callable[[], AnyBot], rules: Rules, seat: int, errors: BotErrors, diary: Diary, seat_id: int = 0
    ) -> None:
        self._unmade = self.failure = ""  # failure: why the kit gave the last answer: "raised", "illegal", or ""
        self.view = View(rules, seat)
        self.errors = errors
        self.diary = diary
        self.seat_id = seat_id
        self.bot = self._make(make)
        self._waits = is_async(self.bot)
        self._error = ""
        # The last decision: its number, the number of events before it, and the legal answers.
        self.last: tuple[int, int, Legal] | None = None

    @property
    def events(self) -> list[Event]:
        """All events that this seat received, in order."""
        return self.view.events

    @property
    def replaced(self) -> bool:
        """Whether the last answer came from the kit, because the bot failed."""
        return bool(self._error)

    def hear(self, events: Iterable[Event]) -> None:
        """Add new events to the view."""
        self.view.observe(*events)

    async def decide(self, legal: Legal, number: int = 0, clock: Clock = UNTIMED) -> int:
        """Ask the bot for decision *number*; return the action of its answer, or the fallback if the bot fails.

        The action is legal. Raises `BotFailedError` in strict runs.
        """
        view = self.view
        self.last = number, len(view.events), legal
        self._error, self.failure = self._unmade, "raised" if self._unmade else ""
        if self.is_answered_for(legal):
            self._error = self.failure = ""
            return legal.single
        view.asked, view.clock = legal, clock
        began = time.perf_counter()
        try:
            try:
                answer = self.bot.answer(view)
                if self._waits:
                    answer = await answer
                action = action_of(legal.kind, answer)
            except HungError as hung:
                raise HungError(describe_error(str(hung), view, self._replay(legal)).rstrip()) from None
            except AnswerError as none:
                action = self._replace(legal, str(none), None)
            except RAISED as error:  # another name than above, because mypyc gives a name in an async method one type
                action = self._replace(legal, f"{type(error).__name__}: {error}", error)
            else:
                if not legal.allows(action):
                    action = self._replace(legal, f"{answer!r} is not legal; answer one of view.legal", None)
            think = time.perf_counter() - began
            self.diary.note(legal.kind, think, clock.last_net)
            if self.diary.logs:
                self._log(number, legal, action, think)
            return action
        finally:
            view.asked = None

    def is_answered_for(self, legal: Legal) -> bool:
        """Return whether the kit answers this decision without asking the bot, because only one answer is legal."""
        return legal.single >= 0 and not self.bot.answers_single

    def fallback(self, legal: Legal, late: str = "") -> int:
        """Return the fallback of a decision. *late*: why the bot's answer was too late, to report; "" if it was not."""
        self.view.asked = legal
        try:
            if late:
                self.errors.report("late", late, self.view, self._replay(legal))
            return fallback_of(self.view.core)
        finally:
            self.view.asked = None

    async def over(self, outcome: Outcome) -> None:
        """Inform the bot that its game has ended. Raises `BotFailedError` in strict runs."""
        self.diary.note_end(self.seat_id, self.view.variant, self.view.seat, outcome)
        try:
            waiting = self.bot.game_over(self.view, outcome)
            if waiting is not None:
                await waiting
        except RAISED as error:
            self.errors.report_error(self.view, error)

    def _make(self, make: Callable[[], AnyBot]) -> AnyBot:
        try:
            return make()
        except RAISED as error:
            where = f"for seat {self.view.seat} of {self.view.variant}: without a bot the fallback answers there"
            self.errors.report_error(where, error)
            self._unmade = f"{type(error).__name__}: {error}"
            return Bot()

    def _replace(self, legal: Legal, reason: str, error: BaseException | None) -> int:
        """Report why the bot's answer is not used; return the fallback. *error*: an exception that the bot raised."""
        self._error, self.failure = reason, "illegal" if error is None else "raised"
        if error is None:
            self.errors.report("illegal", reason, self.view, self._replay(legal))
        else:
            self.errors.report_error(self.view, error, self._replay(legal))
        return fallback_of(self.view.core)

    def _log(self, number: int, legal: Legal, action: int, think: float) -> None:
        view, clock = self.view, self.view.clock
        line = {
            "seat_id": str(self.seat_id),  # as text, because most JSON readers keep 53 bits of a number
            "number": number,
            "variant": view.variant,
            "seat": view.seat,
            "hand": view.number,
            "place": place_of(self.events),
            "kind": KIND_NAMES[legal.kind],
            "answer": answer_of(legal.kind, action, view.cards),
            "error": self._error,
            "think_ms": round(1000 * think, 3),
            "left_ms": round(1000 * clock.left) if clock.runs else None,
            "last_net_ms": round(1000 * clock.last_net, 3) if clock.runs else None,
            "decision": self._replay(legal),
        }
        self.diary.write(line)

    def _replay(self, legal: Legal) -> str:
        return pack_decision(self.view.rules, self.view.seat, self.events, legal)
