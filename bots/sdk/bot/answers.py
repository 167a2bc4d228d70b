"""Convert answers between a bot's form and the action numbers of the rules core.

| kind | a bot answers with |
|---|---|
| `play` | a card: a `Card`, or its text "AS" |
| `bid` | a number of tricks, or "nil", "one_for_50", "two_for_40", "moon" |
| `blind` | "look", "blind_nil" or "blind_six" |
| `auction` | a bid in points, or "pass" (None means pass too) |
| `discard`, `give` | the cards, in any order; "concede" where that is legal |
| `trump` | "S", "D", "C" or "H" |
| `widow` | "take" or "concede" |
| `throw_in` | "play_on" or "throw_in" |
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter, index
from typing import Any, Final

from arena.rules import ANSWER_WORDS, BID_CODES, BID_NAMES, CARD_CODES, KIND_NAMES, PASS, Kind, Legal
from arena.wire.laying import pack_laid_cards, unpack_laid_cards
from arena.wire.refusals import MalformedError
from bots.sdk.bot.cards import SUITS, Card

SHEET_ORDER: Final = attrgetter("place")
LAYING: Final = (Kind.DISCARD, Kind.GIVE)


class AnswerError(ValueError):
    """Raised if a bot's answer does not fit the kind of decision."""


def legal_answers(legal: Legal, cards: list[Card]) -> Sequence[Any]:
    """Return the legal answers in a bot's form, or the cards to choose from. *cards*: all cards, by card code."""
    if legal.kind == Kind.PLAY:
        return sorted([cards[code] for code in legal.actions], key=SHEET_ORDER)
    if legal.kind == Kind.AUCTION:
        return range(legal.least, legal.most + 1, legal.step)
    if legal.kind in LAYING:
        return [cards[code] for code in legal.cards]
    return [answer_of(legal.kind, action, cards) for action in legal.actions]


def answer_of(kind: int, action: int, cards: list[Card]) -> Any:
    """Return a bot's form of the action number *action*. *kind*: kind of decision; *cards*: all cards, by code."""
    if kind == Kind.PLAY:
        return cards[action]
    word = ANSWER_WORDS.get(kind, {}).get(action)
    if word is not None:
        return word
    if kind == Kind.TRUMP:
        return SUITS[action]
    if kind in LAYING:
        return [cards[code] for code in unpack_laid_cards(action)]
    return action if kind == Kind.AUCTION else BID_NAMES.get(action, action)


def action_of(kind: int, answer: Any) -> int:
    """Return the action number of a bot's answer, legal or not. Raises `AnswerError` for an answer of another kind."""
    action = _cards_action(kind, answer) if kind == Kind.PLAY or kind in LAYING else _word_action(kind, answer)
    if action is None:
        raise AnswerError(f"{answer!r} is not an answer to {KIND_NAMES[kind]}; return one of view.legal")
    return action


def _cards_action(kind: int, answer: Any) -> int | None:
    if kind == Kind.PLAY:
        return CARD_CODES.get(answer) if isinstance(answer, str) else None
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        return _word(kind, answer)
    codes = [CARD_CODES.get(card, -1) if isinstance(card, str) else -1 for card in answer]
    try:
        return pack_laid_cards(codes)
    except MalformedError:
        return None


def _word_action(kind: int, answer: Any) -> int | None:
    if isinstance(answer, str):
        if kind == Kind.TRUMP:
            return SUITS.index(answer) if answer in SUITS else None
        if kind in (Kind.BID, Kind.BLIND) and answer in BID_CODES:
            return BID_CODES[answer]
        return _word(kind, answer)
    if kind == Kind.AUCTION and (answer is None or answer == 0):
        return PASS
    number = hasattr(answer, "__index__") and not isinstance(answer, bool) and index(answer) > 0
    if number and (kind == Kind.AUCTION or (kind == Kind.BID and answer not in BID_NAMES)):
        return int(answer)
    return None


def _word(kind: int, answer: Any) -> int | None:
    for action, word in ANSWER_WORDS.get(kind, {}).items():
        if word == answer:
            return action
    return None
