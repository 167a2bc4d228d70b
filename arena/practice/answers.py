"""List and explain the answers that a person may give, and read an answer from text."""

from dataclasses import dataclass, replace
from typing import Final

from arena.escapes import clip
from arena.practice.deals import ActionRefusedError
from arena.rules import (
    CONCEDE,
    PASS,
    Game,
    IllegalActionError,
    Kind,
    Legal,
    View,
    best_meld,
    card_code,
    layout_of,
    marriage_suits,
    meld_points,
    pack_cards,
    to_decision,
)
from arena.rules.words import SUIT_NAMES, format_count

CARD_KINDS: Final = (Kind.DISCARD, Kind.GIVE)
SEPARATORS: Final = str.maketrans({"_": " ", ",": " "})
# Button texts for answer words that are unclear alone.
WORDS: Final = {
    "look": "look at my cards",
    "take": "take the widow",
    "play_on": "play on",
    "throw_in": "throw the hand in",
}
# The promise of each special bid of spades, and the points that it wins or loses (spades.md, Bidding).
PROMISES: Final = {
    "nil": "no trick: ±100",
    "blind_nil": "no trick, unseen: ±200",
    "blind_six": "6 or more, unseen: ±100",
    "one_for_50": "exactly 1: ±50",
    "two_for_40": "exactly 2: ±40",
    "moon": "14 or more: ±150",
}
BID_NOTE: Final = "A number is ±10 a trick: won if made, lost if not."
NO_MARRIAGE: Final = " You need king and queen of trump, and have no such pair."


@dataclass(frozen=True)
class Choice:
    """A possible answer; *text*: as `read_answer` accepts it, *words*: as a button shows it.

    *about*: its effect; *warning*: the reason why it is a mistake.
    """

    text: str
    words: str
    about: str = ""
    warning: str = ""


def choices_of(legal: Legal) -> list[Choice]:
    """Return the legal answers, except bids of an auction and sets of cards, which are too many to list."""
    if legal.kind == Kind.AUCTION:
        return [choice(legal.kind, PASS)] if legal.may_pass else []
    if legal.kind in CARD_KINDS:
        return [choice(legal.kind, CONCEDE)] if legal.may_concede else []
    return [choice(legal.kind, action) for action in legal.actions]


def choice(kind: int, action: int, count: int = 0) -> Choice:
    """Return an action as a `Choice`; *count*: number of cards that it discards or gives, else 0."""
    decision = to_decision(0, kind, action, count)
    if "cards" in decision:
        cards = " ".join(decision["cards"])
        return Choice(cards, cards)
    text = str(next((decision[key] for key in ("value", "suit", "card") if key in decision), decision["do"]))
    words = SUIT_NAMES[action] if kind == Kind.TRUMP else WORDS.get(text, text.replace("_", " "))
    return Choice(text, words, PROMISES.get(text, ""))


def explain_choices(view: View) -> list[Choice]:
    """Return the answers to the open decision: cards in the order of the hand, trumps with the own melds."""
    legal = view.legal
    if legal and legal.kind == Kind.PLAY:
        return [choice(legal.kind, card) for card in sorted(legal.actions, key=view.cards.index)]
    choices = choices_of(legal) if legal else []
    if legal and legal.kind == Kind.TRUMP:
        trumps, suits = _rate_trumps(view), [card // 13 for card in view.cards]
        for place, suit in enumerate(legal.actions):
            points, lost = trumps[suit]
            about = f"melds {points}, {format_count(suits.count(suit), 'card')}"
            choices[place] = replace(choices[place], about=about, warning=lost)
    return choices


def explain_decision(view: View) -> str:
    """Return a sentence of help for the open decision, from the seat's own cards, or ""."""
    kind = view.legal.kind if view.legal else Kind.NONE
    if view.legal and kind == Kind.PLAY and len(view.legal.actions) < len(set(view.cards)):
        return "The raised cards are legal."
    if kind not in (Kind.AUCTION, Kind.WIDOW, Kind.DISCARD) or view.trump >= 0:
        return BID_NOTE if kind == Kind.BID else ""
    trumps = _rate_trumps(view)
    best, *others = sorted(((points, name) for (points, _), name in zip(trumps, SUIT_NAMES, strict=True)), reverse=True)
    rest = "".join(f", {points} with {name}" for points, name in others if points)
    need = NO_MARRIAGE if all(lost for _, lost in trumps) else ""
    return f"Your hand melds {best[0]} with {best[1]} as trump{rest}.{need}"


def _rate_trumps(view: View) -> list[tuple[int, str]]:
    """Return what the seat's own cards meld with each trump, and a warning if it lacks a needed royal marriage."""
    rules = view.rules
    layout, melds = layout_of(rules.deck), rules.melds
    assert melds is not None
    hand = layout.hand(view.cards)
    lost = "no royal marriage yet" if rules.giving else "loses the bid: no royal marriage"
    safe = marriage_suits(hand, layout) if melds.needs_royal_marriage else range(4)
    points = [meld_points(best_meld(hand, suit, melds, layout).counts, melds) for suit in range(4)]
    return [(each, "" if suit in safe else lost) for suit, each in enumerate(points)]


def read_answer(game: Game, text: str) -> int:
    """Return the action that a person's *text* means for the open decision.

    Cards are written as AS or as, in any order; bids are numbers; words are those of `Choice`. Raises
    `IllegalActionError`, whose message lists the legal answers, and `ActionRefusedError` after the end of the game.
    """
    if game.is_over:
        raise ActionRefusedError("the game is over: no decision is open")
    legal = game.legal()
    answer = " ".join(text.translate(SEPARATORS).split()).lower()
    for each in choices_of(legal):
        if answer in (each.text.replace("_", " ").lower(), each.words.lower()):
            return _action_of(legal, each)
    if legal.kind == Kind.AUCTION and answer.isascii() and answer.isdigit() and len(answer) < 6:
        action = int(answer)
        if action and legal.allows(action):
            return action
    if legal.kind in CARD_KINDS:
        action_of_cards = _parse_cards(legal, answer.upper().split())
        if action_of_cards is not None:
            return action_of_cards
    excerpt = text if len(text) <= 40 else text[:37] + "..."
    raise IllegalActionError(f"{clip(excerpt)!r} is not a legal answer; legal answers: {list_answers(legal)}")


def list_answers(legal: Legal) -> str:
    """Return all legal answers as one line of text, for an error message."""
    words = [each.text.replace("_", " ") for each in choices_of(legal)]
    if legal.kind == Kind.AUCTION and legal.least <= legal.most:
        steps = f" in steps of {legal.step}" if legal.step > 1 else ""
        words.append(f"a bid from {legal.least} to {legal.most}{steps}")
    if legal.kind in CARD_KINDS:
        words.append(f"{legal.count} of your cards, for example {choice(legal.kind, _first(legal), legal.count).text}")
    return ", ".join(words)


def _action_of(legal: Legal, answer: Choice) -> int:
    candidates = legal.actions or [PASS if legal.kind == Kind.AUCTION else CONCEDE]
    return next(action for action in candidates if choice(legal.kind, action) == answer)


def _parse_cards(legal: Legal, texts: list[str]) -> int | None:
    """Return the action that lays the cards of *texts*; None if the person does not hold them."""
    if len(texts) != legal.count:
        return None
    rest = list(legal.cards)
    try:
        codes = [card_code(text) for text in texts]
        for code in codes:
            rest.remove(code)
    except ValueError:  # no card, or not in the hand
        return None
    return pack_cards(sorted(codes, key=legal.cards.index))


def _first(legal: Legal) -> int:
    return pack_cards(legal.cards[: legal.count])
