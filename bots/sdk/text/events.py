"""Convert events to lines of text, and back. A line begins with the kind of event."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.rules import (
    CARD_CODES,
    KIND_NAMES,
    CardsHidden,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    KittyTaken,
    KittyTurned,
    Melded,
    Played,
    Said,
    TrickWon,
)
from bots.sdk.bot.cards import SUITS, Card
from bots.sdk.text.words import NONE, action_of_word, join_words, split_words, word_of

HIDDEN: Final = "hidden"
SHEET: Final = ("points", "deltas", "scores", "bags")  # parts of a hand's score with one number per seat


def line_of(event: Event, cards: list[Card]) -> str:
    """Return an event as a line of text. *cards*: all cards of the variant, by card code."""
    return " ".join(map(str, FORMATTERS[type(event)](event, cards)))


def event_of(line: str) -> Event | None:
    """Return the event of a line; None if the line is not an event."""
    first, *words = line.split()
    if first in KIND_NAMES[1:]:
        return _read_answer(KIND_NAMES.index(first), int(words[0]), words[1:])
    parse = PARSERS.get(first)
    return parse(words) if parse else None


def _format_meld(event: Melded, cards: list[Card]) -> Sequence[object]:
    lines = [f"{name}:{count}:{points}" for name, count, points in event.melds]
    return "meld", event.seat, event.points, join_words(_card_texts(event.shown, cards)), *lines


def _format_score(event: HandEnded, _: list[Card]) -> Sequence[object]:
    trump = NONE if event.trump < 0 else SUITS[event.trump]
    won = ("declarer", _number(event.declarer), "bid", _number(event.bid), "trump", trump)
    lists = [word for name in SHEET for word in (name, join_words(getattr(event, name)))]
    return "score", event.outcome, *won, *lists, "pot", NONE if event.pot is None else event.pot


def _card_texts(codes: Sequence[int], cards: list[Card]) -> list[str]:
    return [str(cards[code]) for code in codes]


def _number(value: int) -> object:
    return NONE if value < 0 else value


Formatter = Callable[[Any, list[Card]], Sequence[object]]
FORMATTERS: Final[dict[type[Event], Formatter]] = {
    HandStarted: lambda event, _: ("hand", event.number, "dealer", event.dealer, "game", event.game),
    Dealt: lambda event, cards: ("dealt", *_card_texts(event.cards, cards)),
    Said: lambda e, cards: (KIND_NAMES[e.kind], e.seat, word_of(e.kind, e.action, cards)),
    CardsHidden: lambda event, _: (KIND_NAMES[event.kind], event.seat, HIDDEN, event.count),
    KittyTurned: lambda event, cards: ("turned", cards[event.card]),
    KittyTaken: lambda event, cards: ("kitty", event.seat, *_card_texts(event.cards, cards)),
    Melded: _format_meld,
    Played: lambda event, cards: ("play", event.seat, cards[event.card]),
    TrickWon: lambda event, cards: ("trick", event.seat, *([cards[event.turned]] if event.turned >= 0 else [])),
    HandEnded: _format_score,
    GameEnded: lambda event, _: ("won", join_words(event.winner), "scores", join_words(event.scores)),
}


def _read_answer(kind: int, seat: int, words: list[str]) -> Event:
    if words[0] == HIDDEN:
        return CardsHidden(seat, kind, int(words[1]))
    action = action_of_word(kind, words[0])
    return Played(seat, action) if KIND_NAMES[kind] == "play" else Said(seat, kind, action)


def _read_meld(words: list[str]) -> Event:
    seat, points, shown, *lines = words
    entries = tuple((name, int(count), int(each)) for name, count, each in [line.split(":") for line in lines])
    return Melded(int(seat), int(points), entries, _codes(split_words(shown)))


def _read_score(words: list[str]) -> Event:
    parts = dict(zip(words[1::2], words[2::2], strict=True))
    trump = SUITS.index(parts["trump"]) if parts["trump"] in SUITS else -1
    won = (_value(parts["declarer"]), _value(parts["bid"]), trump)
    points, deltas, scores, bags = (tuple(map(int, split_words(parts[name]))) for name in SHEET)
    pot = None if parts["pot"] == NONE else int(parts["pot"])
    return HandEnded(words[0], *won, points, deltas, scores, bags, pot)


def _value(word: str) -> int:
    return -1 if word == NONE else int(word)


def _codes(words: Sequence[str]) -> tuple[int, ...]:
    return tuple(CARD_CODES[word] for word in words)


PARSERS: Final[dict[str, Callable[[list[str]], Event]]] = {
    "hand": lambda words: HandStarted(int(words[0]), int(words[4]), int(words[2])),
    "dealt": lambda words: Dealt(_codes(words)),
    "turned": lambda words: KittyTurned(CARD_CODES[words[0]]),
    "kitty": lambda words: KittyTaken(int(words[0]), _codes(words[1:])),
    "meld": _read_meld,
    "trick": lambda words: TrickWon(int(words[0]), *_codes(words[1:])),
    "score": _read_score,
    "won": lambda words: GameEnded(tuple(map(int, split_words(words[0]))), tuple(map(int, split_words(words[2])))),
}
