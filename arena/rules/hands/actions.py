"""Define the kinds of decision, the integers that answer them, and their form in records.

docs/explanation/architecture/rules.md, "Actions", lists the integers; docs/rules/sheets/README.md, "Decisions", lists
the words of records.
"""

from collections.abc import Mapping
from typing import Any, Final

from arena.rules.cards import SUITS, card_code, card_text, suit_code
from arena.rules.errors import MalformedActionError, shown


class Kind:
    """The kinds of decision as small integers; `NONE` means that no decision is open."""

    NONE: Final = 0
    BLIND: Final = 1
    BID: Final = 2
    AUCTION: Final = 3
    WIDOW: Final = 4
    DISCARD: Final = 5
    TRUMP: Final = 6
    GIVE: Final = 7
    THROW_IN: Final = 8
    PLAY: Final = 9


KIND_NAMES: Final = ("none", "blind", "bid", "auction", "widow", "discard", "trump", "give", "throw_in", "play")

LOOK: Final = 0
PASS: Final = 0
NIL: Final = 32
BLIND_NIL: Final = 33
BLIND_SIX: Final = 34
ONE_FOR_50: Final = 35
TWO_FOR_40: Final = 36
MOON: Final = 37
CONCEDE: Final = 0
TAKE: Final = 1
PLAY_ON: Final = 0
THROW_IN: Final = 1

BID_NAMES: Final[dict[int, str]] = {
    NIL: "nil",
    BLIND_NIL: "blind_nil",
    BLIND_SIX: "blind_six",
    ONE_FOR_50: "one_for_50",
    TWO_FOR_40: "two_for_40",
    MOON: "moon",
}
BID_CODES: Final[dict[str, int]] = {name: code for code, name in BID_NAMES.items()}
CARD_BITS: Final = 6
CARD_MASK: Final = 63
ACTION_LIMIT: Final = 1 << 40

# Words for answers that a record writes as one word: kind -> action -> word.
ANSWER_WORDS: Final[dict[int, dict[int, str]]] = {
    Kind.BLIND: {LOOK: "look"},
    Kind.AUCTION: {PASS: "pass"},
    Kind.WIDOW: {CONCEDE: "concede", TAKE: "take"},
    Kind.DISCARD: {CONCEDE: "concede"},
    Kind.THROW_IN: {PLAY_ON: "play_on", THROW_IN: "throw_in"},
}


def pack_cards(cards: list[int]) -> int:
    """Return the action that lays these card codes, which must be in the order of `Layout.sorted`."""
    action = 0
    for place, card in enumerate(cards):
        action |= card << (CARD_BITS * place)
    return action


def unpack_cards(action: int, count: int) -> list[int]:
    """Return the *count* card codes of a `discard` or `give` action."""
    return [(action >> (CARD_BITS * place)) & CARD_MASK for place in range(count)]


def to_decision(seat: int, kind: int, action: int, count: int = 0) -> dict[str, Any]:
    """Return a decision as a record has it; *count*: number of cards that it discards or gives."""
    name = KIND_NAMES[kind]
    decision: dict[str, Any] = {"seat": seat, "kind": name}
    word = ANSWER_WORDS.get(kind, {}).get(action)
    if word is not None:
        return decision | {"do": word}
    if kind == Kind.BLIND or kind == Kind.BID:
        return decision | {"do": "bid", "value": BID_NAMES.get(action, action)}
    if kind == Kind.AUCTION:
        return decision | {"do": "bid", "value": action}
    if kind == Kind.TRUMP:
        return decision | {"do": "trump", "suit": SUITS[action]}
    if kind == Kind.PLAY:
        return decision | {"do": "play", "card": card_text(action)}
    return decision | {"do": name, "cards": [card_text(card) for card in unpack_cards(action, count)]}


def describe(kind: int, action: int, count: int = 0) -> str:
    """Return an action in words, such as "bid nil", "play TD" or "discard AS 9H"; *count* as in `to_decision`."""
    if kind == Kind.TRUMP and not 0 <= action <= 3:
        return f"trump {action}"
    if kind == Kind.PLAY and not 0 <= action <= 54:
        return f"play {action}"
    if kind in (Kind.DISCARD, Kind.GIVE) and any(card > 54 for card in unpack_cards(action, count)):
        return f"{KIND_NAMES[kind]} {action}"
    decision = to_decision(0, kind, action, count)
    words = [decision["do"]]
    words += [str(decision[key]) for key in ("value", "suit", "card") if key in decision]
    return " ".join(words + decision.get("cards", []))


def from_decision(kind: int, decision: Mapping[str, Any]) -> int | list[int]:
    """Return the action of a recorded decision, or the card codes if it discards or gives cards.

    The card codes are in the order of the record. Raises `MalformedActionError` unless the decision is of this kind.
    """
    do = decision.get("do")
    for action, word in ANSWER_WORDS.get(kind, {}).items():
        if do == word:
            return action
    if do == "bid" and kind in (Kind.BLIND, Kind.BID, Kind.AUCTION):
        return _bid_code(kind, decision.get("value"))
    if do == "trump" and kind == Kind.TRUMP:
        return suit_code(_text(decision.get("suit")))
    if do == "play" and kind == Kind.PLAY:
        return card_code(_text(decision.get("card")))
    if do == KIND_NAMES[kind] and kind in (Kind.DISCARD, Kind.GIVE):
        cards = decision.get("cards")
        if isinstance(cards, list):
            return [card_code(_text(card)) for card in cards]
    raise MalformedActionError(f"{shown(dict(decision))} is not an answer to {KIND_NAMES[kind]!r}; give its fields")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedActionError(f"{shown(value)} is not text; give a card such as AS, or a suit such as S")
    return value


def _bid_code(kind: int, value: object) -> int:
    if isinstance(value, str) and kind != Kind.AUCTION and value in BID_CODES:
        return BID_CODES[value]
    if isinstance(value, int) and not isinstance(value, bool) and value > 0 and (kind == Kind.AUCTION or value < NIL):
        return value
    raise MalformedActionError(f"{shown(value)} is not a bid; give a number from 1, or if legal {', '.join(BID_CODES)}")
