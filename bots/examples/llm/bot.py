"""A bot that asks a language model, and logs each fallback."""

import time
from typing import Any, Final

from bots.sdk import AsyncBot, Clock, Outcome, View

from .endpoint import NoReplyError, reply_to
from .spent import COSTS, Cost, tell
from .words import answer_in, instructions, legal, question

TRIES: Final = 3  # per decision
NO_CLOCK_TIMEOUT: Final = 120.0  # seconds per decision where no clock runs
BANK_SHARE: Final = 0.1  # of the remaining bank, per decision
MARGIN: Final = 0.1  # share of the move time that is not used
MAX_QUOTE: Final = 2000  # characters of an illegal answer that the model gets back


class LanguageModel(AsyncBot):
    """Describes its view to a language model, and plays the model's answer."""

    def __init__(self) -> None:
        self.spent = Cost(seats=1)

    async def answer(self, view: View) -> Any:
        """Ask for a legal answer while there is time."""
        self.spent.decisions += 1
        deadline = time.monotonic() + seconds_for(view.clock)
        messages = [_message("system", instructions(view.rules)), _message("user", question(view))]
        why = ""
        for _ in range(TRIES):
            try:
                reply = await reply_to(messages, deadline)
            except NoReplyError as problem:
                why = str(problem)
                break
            self.spent.count(reply)
            word, answer = answer_in(view, reply.text)
            if answer is not None:
                return answer
            self.spent.illegal += 1
            why = f"{word[:40]!r} is not legal"
            messages += [_message("assistant", reply.text[-MAX_QUOTE:]), _message("user", f"{why}.\n{legal(view)}")]
        self.spent.fallbacks += 1
        tell(f"{view.variant} hand {view.number + 1} seat {view.seat}, {view.kind}: the fallback answers: {why}")
        return await super().answer(view)

    async def game_over(self, view: View, outcome: Outcome) -> None:
        """Print the cost of the game."""
        tell(f"{view.variant} seat {view.seat}, {outcome.score} points: {self.spent}")
        COSTS[view.rules].add(self.spent)


def seconds_for(clock: Clock) -> float:
    """Return the seconds for a decision: the move time less `MARGIN`, and `BANK_SHARE` of the bank."""
    if not clock.runs:
        return NO_CLOCK_TIMEOUT
    return clock.left - (1 - BANK_SHARE) * clock.bank - MARGIN * clock.move


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
