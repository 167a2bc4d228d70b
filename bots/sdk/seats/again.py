"""`--replay`: ask one decision again, with all the seat then knew."""

import inspect
import json
import re
import sys
from pathlib import Path
from typing import Any, Final

from arena.rules import KIND_NAMES
from bots.sdk.bot.answers import NoAnswer, action_of
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.frames import beyond_the_kit, told_from
from bots.sdk.bot.parsing import UserError
from bots.sdk.bot.view import View
from bots.sdk.seats.faults import RAISED
from bots.sdk.seats.replay import Decision, unpacked_decision
from bots.sdk.seats.waiting import Driver, is_async

PLACE: Final = re.compile(r"[^:/]+:\d+:\d+")  # GAME:HAND:DECISION


def ask_again(bot: type[AnyBot], decision: Decision) -> bool:
    """Ask a decision again; print the view and the answer; return whether the bot fails."""
    view = view_of(decision)
    print(view)
    driver = Driver(is_async(bot))
    try:
        answer = driver(answer_to(bot, view))
        legal = decision.legal.allows(action_of(decision.legal.kind, answer))
    except NoAnswer as error:
        print(error)
        return True
    except RAISED as error:
        print(told_from(error, beyond_the_kit), end="", file=sys.stderr)
        return True
    finally:
        driver.close()
    print(f"{KIND_NAMES[decision.legal.kind]}: {answer!r}" + ("" if legal else " is not legal"))
    return not legal


def decision_of(text: str) -> Decision:
    """Return the decision that the kit printed, or that of LOG:LINE.

    Raises `UserError`, `Malformed` if that is no decision.
    """
    return unpacked_decision(text_of(text))


def view_of(decision: Decision) -> View:
    """Return a view of all that the seat knew as it was asked."""
    view = View(decision.rules, decision.seat)
    view.observe(*decision.events)
    view.asked = decision.legal
    return view


async def answer_to(bot: type[AnyBot], view: View) -> Any:
    """Return what a fresh object of *bot* answers, in its own words."""
    answer = bot().answer(view)
    return await answer if inspect.isawaitable(answer) else answer


def text_of(given: str) -> str:
    """Return *given*, or the text in line LOG:LINE. Raises `UserError`."""
    return _logged(given) if ":" in given else given


def _logged(place: str) -> str:
    """Return the decision on a line of a log, counted from 1."""
    name, _, line = place.rpartition(":")
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        told = json.loads(lines[int(line) - 1])
    except OSError as error:
        if PLACE.fullmatch(place):
            needs = "names a decision of a game, which needs --record FILE, the game's record"
            raise UserError(f"--replay {place} {needs}; a line of a log is LOG:LINE") from None
        raise UserError(f"--replay {place}: {name}: {error.strerror}") from None
    except (ValueError, IndexError):
        raise UserError(f"--replay {place}: accepted is LOG:LINE, with a line of JSON; the first is 1") from None
    if "decision" not in told:
        raise UserError(f"--replay {place}: this line has no decision")
    decision: str = told["decision"]
    return decision
