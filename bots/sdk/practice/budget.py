"""Budgets: how much a searching bot may think about a decision."""

import re
from typing import Final, TypeVar, cast

MOST: Final = 1_000_000
BUDGET: Final = re.compile(r"([1-9][0-9]{0,6})(ms)?")
ACCEPTED: Final = "accepted is a number of playouts, as 200, or a time, as 100ms"

BotType = TypeVar("BotType", bound=type)


class BadBudget(ValueError):
    """Raised for a budget that cannot be read, or that the bot does not have."""


def budgeted(bot: BotType, budget: str) -> BotType:
    """Return the bot with a budget for each decision.

    *budget*: playouts, "200", set as the class's `playouts`; or a time, "100ms", set as its `ms`. Only bots
    that have the attribute take it. Raises `BadBudget`.
    """
    read = BUDGET.fullmatch(budget)
    if read is None or int(read[1]) > MOST:
        raise BadBudget(f"budget {budget[:40]!r}: {ACCEPTED}, at most {MOST}")
    name, unit = ("ms", "time") if read[2] else ("playouts", "playouts")
    if not hasattr(bot, name):
        raise BadBudget(f"budget {budget}: {bot.__name__} takes no budget of {unit}")
    own = {name: int(read[1]), "__module__": bot.__module__, "__doc__": bot.__doc__}
    return cast(BotType, type(bot.__name__, (bot,), own))
