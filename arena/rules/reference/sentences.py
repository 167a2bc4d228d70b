"""A page's titles, hand order, and sentence for each rules field."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from arena.rules.hands.actions import BLIND_NIL, BLIND_SIX, MOON, NIL, ONE_FOR_50, TWO_FOR_40
from arena.rules.reference import bidding, cards, lengths, scores
from arena.rules.reference.sentence import Sentence, Text, filled_in
from arena.rules.reference.words import lays_away, undealt
from arena.rules.rules import Offered, Phase, Rules

TITLES: Final[Mapping[str, str]] = {
    "deck": "Deck",
    "deal": "Deal",
    "bids": "Bids",
    "auction": "Auction",
    "exchange": "Kitty",
    "giving": "Giving cards",
    "melds": "Melds",
    "throw_in": "Throwing in",
    "tricks": "Play",
    "bags": "Bags",
    "awards": "Award jacks",
    "contract": "Contract and score",
    "chips": "Money",
    "length": "Game and match",
}

# What happens in a phase whatever the options; `phase_text` has the others.
PHASES: Final[Mapping[Phase, str]] = {
    Phase.DEAL: "the deal",
    Phase.BIDS: "the bids",
    Phase.AUCTION: "the auction",
    Phase.WIDOW: "the declarer takes the widow or concedes",
    Phase.KITTY: "the declarer takes the kitty",
    Phase.TRUMP: "the declarer names trump",
    Phase.GIVE: "the partners give each other cards",
    Phase.MELDS: "the melds",
    Phase.TRICKS: "the play",
    Phase.SCORE_BIDS: "the score",
    Phase.SCORE_CONTRACT: "the score",
    Phase.SCORE_CHIPS: "the payments",
}

SENTENCES: Final[Mapping[str, Sentence]] = {
    **cards.SENTENCES,
    **bidding.SENTENCES,
    **scores.SENTENCES,
    **lengths.SENTENCES,
}
# The first and last texts of a part's section, whatever its fields say.
FIRST: Final[Mapping[str, tuple[Text, ...]]] = {**cards.FIRST, **bidding.FIRST}
LAST: Final[Mapping[str, tuple[Text, ...]]] = {**scores.LAST, **lengths.LAST}

PROMISES: Final[Mapping[int, tuple[str, int]]] = {
    NIL: ("no trick", 0),
    BLIND_NIL: ("no trick, hand unseen", 0),
    ONE_FOR_50: ("exactly 1 (more: as a bid of 1)", 1),
    TWO_FOR_40: ("exactly 2 (more: as a bid of 2)", 2),
    BLIND_SIX: ("at least 6, hand unseen", 6),
    MOON: ("at least 14; no bags", 14),
}


def title(part: str, rules: Rules) -> str:
    """Return the title of a part's section."""
    return undealt(rules).capitalize() if part == "exchange" else TITLES.get(part, part)


def said(part: str, record: Any, rules: Rules, left_out: tuple[str, ...]) -> Iterator[str]:
    """Yield a record's sentences in the order of `SENTENCES`, unknown last."""
    names = [field.name for field in fields(record) if field.name not in left_out]
    known = [name.removeprefix(f"{part}.") for name in SENTENCES if name.startswith(f"{part}.")]
    for name in [name for name in known if name in names] + [name for name in names if name not in known]:
        yield filled_in(SENTENCES.get(f"{part}.{name}"), name, record, rules)


def whole(texts: tuple[Text, ...], rules: Rules) -> Iterator[str]:
    """Return what is said of a part as a whole."""
    return (text if isinstance(text, str) else text(rules) for text in texts)


def phase_text(phase: Phase, rules: Rules) -> str:
    """Return what happens in a phase; "" where nothing is said."""
    if phase is Phase.DISCARD:
        count = rules.exchange.discards if rules.exchange is not None else 0
        conceding = " or concedes" if Phase.WIDOW in rules.phases else ""
        return f"it {lays_away(rules)} {count} cards{conceding}"
    if phase is Phase.KITTY and Phase.WIDOW in rules.phases:
        return ""
    if phase is Phase.GIVE and rules.giving is not None and not rules.giving.count:
        return ""
    if phase is Phase.THROW_IN:
        return may_throw_in(rules)
    return PHASES.get(phase, phase.value)


def may_throw_in(rules: Rules) -> str:
    """Say whether the declarer may throw the hand in."""
    offered = rules.throw_in.offered if rules.throw_in is not None else Offered.NEVER
    if offered is Offered.NEVER:
        return ""
    where = " if the bid is out of reach" if offered is Offered.IF_HOPELESS else ""
    return f"the declarer may throw the hand in{where}"
