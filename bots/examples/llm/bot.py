"""The bot: asks, asks again, and says so where the fallback answers."""

import time
from typing import Any, Final

from bots.sdk import AsyncBot, Clock, Outcome, View

from .endpoint import NoReplyError, reply_to
from .spent import SPENT, Spent, tell
from .words import answer_in, instructions, legal, question

TRIES: Final = 3  # answers to a decision
LONGEST: Final = 120.0  # seconds of a decision where no clock runs
BANK_SHARE: Final = 0.1  # of what is left of the bank
MARGIN: Final = 0.1  # of the move time
KEPT: Final = 2000  # characters of an answer that was not legal, its end


class LanguageModel(AsyncBot):
    """Tells a language model what its seat sees, and answers what it says."""

    def __init__(self) -> None:
        self.spent = Spent(seats=1)

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
            messages += [_message("assistant", reply.text[-KEPT:]), _message("user", f"{why}.\n{legal(view)}")]
        self.spent.fallbacks += 1
        tell(f"{view.variant} hand {view.number + 1} seat {view.seat}, {view.kind}: the fallback answers: {why}")
        return await super().answer(view)

    async def game_over(self, view: View, outcome: Outcome) -> None:
        """Tell what the game took."""
        tell(f"{view.variant} seat {view.seat}, {outcome.score} points: {self.spent}")
        SPENT[view.rules].add(self.spent)


def seconds_for(clock: Clock) -> float:
    """Return the seconds for a decision: the move's less `MARGIN`, and `BANK_SHARE` of the bank."""
    if not clock.runs:
        return LONGEST
    return clock.left - (1 - BANK_SHARE) * clock.bank - MARGIN * clock.move


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
