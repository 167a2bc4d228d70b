"""Ask a bot what was kept."""

import json
from pathlib import Path
from typing import NamedTuple

from bots.sdk.bot.answers import NoAnswer, action_of
from bots.sdk.packs.pack import BadPack, Pack
from bots.sdk.packs.questions import Question
from bots.sdk.seats.diary import answer_to, view_of
from bots.sdk.seats.faults import RAISED
from bots.sdk.vector.bot import BotClass, VectorBot


class Answered(NamedTuple):
    """A bot's *action*, legal; None after a *fault*."""

    action: int | None
    fault: str = ""


def ask(bot: BotClass, question: Question) -> Answered:
    """Ask a fresh object of *bot* a decision. Raises `BadPack` if a vector bot cannot be asked it."""
    legal = question.decision.legal
    try:
        action = _action_of(bot, question)
    except NoAnswer as none:
        return Answered(None, str(none))
    except BadPack:
        raise
    except RAISED as error:
        return Answered(None, f"{type(error).__name__}: {error}")
    return Answered(action) if legal.allows(action) else Answered(None, f"{question.told(action)} is not legal")


def _action_of(bot: BotClass, question: Question) -> int:
    if not issubclass(bot, VectorBot):
        return action_of(question.decision.legal.kind, answer_to(bot, view_of(question.decision)))
    from bots.sdk.vector.log import one_row

    if question.game is None:
        raise BadPack(f"{bot.__name__} is a VectorBot: of a log's decisions only a Bot can be asked")
    return one_row(bot, question.game)


def packs_of_log(given: str, why: str = "") -> list[tuple[str, Pack]]:
    """Return the packs of FILE, of all lines with a fault, or of FILE:LINE, from 1; each with a name for its file.

    Raises `BadPack`.
    """
    name, _, line = given.rpartition(":")
    wanted = int(line) if name and line.isascii() and line.isdecimal() and len(line) < 19 else None
    file = Path(given if wanted is None else name)
    try:
        with file.open(encoding="utf-8") as lines:
            found = [
                (f"{file.stem}-{number}", pack)
                for number, text in enumerate(lines, start=1)
                if wanted in (None, number) and (pack := _pack(text, why)) and (wanted or pack.fault)
            ]
    except (OSError, UnicodeDecodeError) as problem:
        raise BadPack(f"cannot read {file}: {getattr(problem, 'strerror', None) or problem}") from None
    if not found:
        what = f"line {wanted} of {file} has no decision of one seat" if wanted else f"no line of {file} has a fault"
        raise BadPack(f"{what}: accepted is the log of a Bot, as `--log` writes it; FILE:LINE names any line")
    return found


def _pack(text: str, why: str) -> Pack | None:
    """Return the pack of a log's line; None for one without the decision of a seat."""
    try:
        told = json.loads(text)
        return Pack(told["seat"], why=why, asked=told["decision"], answer=told["answer"], fault=told["fault"])
    except (ValueError, KeyError, TypeError):
        return None
