"""Convert answers to single words of the text protocol, and back (docs/reference/text-seat.md)."""

from collections.abc import Iterable
from typing import Final

from arena.rules import CARD_CODES, KIND_NAMES, Kind, Legal, legal_actions, legal_bids, legal_cards
from bots.sdk.bot.answers import LAYING, AnswerError, action_of, answer_of, legal_answers
from bots.sdk.bot.cards import Card

VERSION: Final = 1
NONE: Final = "-"
REPORTS: Final = "ARENA_TEXT_REPORTS"  # environment variable: "asked" if bots print errors only at the line `report`
FALLBACK: Final = "info fallback"  # followed by a reason: the answer in the next line is the fallback's
REASONS: Final = {f"{FALLBACK} {reason}": reason for reason in ("raised", "illegal")}  # by line
MAX_DIGITS: Final = 9  # digits of a number
SHOWN: Final = 80  # characters of a bad answer in an error text


class NoWordError(AnswerError):
    """Raised if a word is not an answer to the kind of decision."""


def word_of(kind: int, action: int, cards: list[Card]) -> str:
    """Return the word for an action number, with commas between cards. *cards*: all cards, by card code."""
    answer = answer_of(kind, action, cards)
    return join_words(answer) if kind in LAYING and not isinstance(answer, str) else str(answer)


def action_of_word(kind: int, word: str) -> int:
    """Return the action number of a word, legal or not. Raises `NoWordError`."""
    if word in CARD_CODES or not word.isascii():
        answer: object = [word] if kind in LAYING else word[:SHOWN]
    elif word.isdecimal() and len(word) <= MAX_DIGITS:
        answer = int(word)
    else:
        answer = word.split(",") if "," in word else word[:SHOWN]
    try:
        return action_of(kind, answer)
    except AnswerError:
        raise NoWordError(f"{word[:SHOWN]!r} is not an answer to {KIND_NAMES[kind]}; print a legal word") from None


def legal_words(legal: Legal, cards: list[Card]) -> list[str]:
    """Return the legal answers as the words of a question. *cards*: all cards, by card code."""
    if legal.kind == Kind.AUCTION:
        bids = ["from", str(legal.least), "to", str(legal.most), "by", str(legal.step)]
        return ["pass"] * legal.may_pass + bids * (legal.least <= legal.most)
    if legal.kind in LAYING:
        own = [str(cards[code]) for code in legal.cards]
        return ["concede"] * legal.may_concede + ["choose", str(legal.count), "of", *own]
    return [str(answer) for answer in legal_answers(legal, cards)]


def legal_of_words(kind: int, words: list[str]) -> Legal:
    """Return the legal answers from the words of a question, the reverse of `legal_words`."""
    if kind == Kind.AUCTION:
        least, step, most = (int(words[-5]), int(words[-1]), int(words[-3])) if words[-2:-1] == ["by"] else (1, 1, 0)
        return legal_bids(least, step, most, words[0] == "pass")
    if kind in LAYING:
        at = words.index("choose")
        return legal_cards(kind, [CARD_CODES[word] for word in words[at + 3 :]], int(words[at + 1]), at > 0)
    return legal_actions(kind, [action_of_word(kind, word) for word in words])


def join_words(values: Iterable[object]) -> str:
    """Return a list as one word with commas; "-" if the list is empty."""
    return ",".join(map(str, values)) or NONE


def split_words(word: str) -> list[str]:
    """Return the list that `join_words` made into one word."""
    return [] if word == NONE else word.split(",")
