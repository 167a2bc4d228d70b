"""Describe a seat's view in words, and read the answer from a model's reply."""

import re
from functools import cache
from typing import Any, Final

from arena.handbook import rules_page
from arena.rules import Rules
from bots.sdk import View
from bots.sdk.bot.answers import AnswerError, answer_of
from bots.sdk.text.words import action_of_word, legal_words

SYSTEM: Final = """You play a card game for the best score. Its rules, with the options of this match:

{rules}
Cards are a rank and a suit: TD is the ten of diamonds; X1, X2 and X3 are jokers. Seats are numbers in turn order.
Think as briefly as you can. End with a line "ANSWER: " and one of the legal answers, spelt as it is there; several
cards have commas between."""
SUITS: Final = str.maketrans("♠♦♣♥", "SDCH")
CARD: Final = re.compile(r"(10|[2-9TJQKA])?[SDCH]|X[1-3]", re.IGNORECASE)


@cache
def instructions(rules: Rules) -> str:
    """Return the system message: the rules of the game, and the form of an answer.

    Rulings on rare cases are left out. The list of options is left out if all options have their defaults.
    """
    played, _, rest = rules_page(rules).partition("\n## Rulings\n")
    options = rest[rest.index("\n## Options\n") :] if ", here `" in rest else ""
    return SYSTEM.format(rules=played + options)


def question(view: View) -> str:
    """Return the user message: all that the seat knows of this hand, and the open decision."""
    lines = [f"You are seat {view.seat}" + ("." if view.partner is None else f", partner of seat {view.partner}.")]
    lines += str(view).splitlines()[:-1]  # the last line, the open decision, is added below
    if view.calls:
        lines.append("bidding " + ", ".join(f"seat {seat} {bid}" for seat, bid in view.calls))
    lines += [f"seat {seat} needs {needs} more" for seat, needs in enumerate(view.needs) if needs is not None]
    for number, trick in enumerate(view.history, 1):
        plays = ", ".join(f"seat {seat} {card}" for seat, card in trick.plays)
        lines.append(f"trick {number}: {plays}; seat {trick.winner} won it")
    lines += [f"seat {seat} is out of {' '.join(sorted(suits))}" for seat, suits in enumerate(view.voids) if suits]
    return "\n".join([*lines, f"You are asked: {view.kind}", legal(view)])


def legal(view: View) -> str:
    """Return a line that lists the legal answers to the open decision."""
    assert view.asked is not None
    return f"Legal: {' '.join(legal_words(view.asked, view.cards))}"


def answer_in(view: View, text: str) -> tuple[str, Any]:
    """Return the answer word in a model's reply, and the answer in the kit's form; None if it is not legal."""
    assert view.asked is not None
    said = re.findall(r"ANSWER:(.*)", text, re.IGNORECASE) or text.strip().splitlines()[-1:] or [""]
    word = ",".join(_normalize(part) for part in re.findall(r"\w+", said[-1].translate(SUITS)))
    try:
        action = action_of_word(view.asked.kind, word)
    except AnswerError:
        return word, None
    return word, answer_of(view.asked.kind, action, view.cards) if view.asked.allows(action) else None


def _normalize(word: str) -> str:
    """Return a word in the spelling of text seats: "10d" becomes "TD", "Pass" becomes "pass"."""
    return word.upper().replace("10", "T") if CARD.fullmatch(word) else word.lower()
