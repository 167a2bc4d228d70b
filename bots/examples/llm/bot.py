"""A bot that asks a language model, and prints each decision that the fallback answers instead."""

import time
from typing import Any, Final

from bots.sdk import AsyncBot, Clock, Outcome, View

from .endpoint import NoReplyError, reply_to
from .spent import COSTS, Cost, tell
from .words import answer_in, instructions, legal, question

TRIES: Final = 3  # questions to the model per decision
NO_CLOCK_TIMEOUT: Final = 120.0  # seconds per decision if no clock runs
BANK_SHARE: Final = 0.1  # share of the remaining bank that one decision may use
MARGIN: Final = 0.1  # share of the move time that is kept in reserve
MAX_QUOTE: Final = 2000  # characters of an illegal reply that are sent back to the model


class LanguageModel(AsyncBot):
    """Describe the view to a language model, and play the model's answer."""

    def __init__(self) -> None:
        self.spent = Cost(seats=1)

    async def answer(self, view: View) -> Any:
        """Return the model's first legal answer. After `TRIES` illegal replies, or without a reply, the fallback."""
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
        """Print the tokens and dollars that this seat spent in the game."""
        tell(f"{view.variant} seat {view.seat}, {outcome.score} points: {self.spent}")
        COSTS[view.rules].add(self.spent)


def seconds_for(clock: Clock) -> float:
    """Return the seconds that a decision may take: the move time less `MARGIN`, plus `BANK_SHARE` of the bank."""
    if not clock.runs:
        return NO_CLOCK_TIMEOUT
    return clock.left - (1 - BANK_SHARE) * clock.bank - MARGIN * clock.move


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
