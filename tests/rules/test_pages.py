"""Each number, card and name on the pages of docs/rules is that of the rules' records."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from arena.handbook import FOLDER, option_tables, rules_index, rules_page
from arena.rules import VARIANTS, Rules, configure, find, option_help, presets_of, title_of
from arena.rules.cards import CARD_CODES, card_text
from arena.rules.games.length import FAR_AHEAD, FAR_DOWN
from arena.rules.hands.actions import BID_NAMES, MOON
from arena.rules.hands.layout import layout_of
from arena.rules.phases.bids import MOON_TRICKS
from arena.rules.phases.score_bids import bid_points

COUNTERS = 3  # of a suit, from the top: ace, ten, king
# Words of the field in code font that are no option, value, preset, bid or variant.
OTHERS = {"point", "trick", "declarer", "highest", "limit", "each", "draw"}
# Numbers that the record does not have, with where they come from.
HERE = {
    "pinochle-chips": {10, 5},  # dollars of a blue and a red chip (pinochle.md §1)
    "pinochle-racehorse": {FAR_DOWN, FAR_AHEAD, 20, 40},  # `win_needs_bid`; `extra_royalty`
    "pinochle-two-handed": {-1, 15},  # `scoring` "alternate" (pinochle.md §3)
}


def prose(variant: str) -> str:
    """Return the page as it was written, each paragraph on one line."""
    page = (FOLDER / "rules" / f"{variant}.md").read_text(encoding="utf-8")
    return re.sub(r"(?<=\S)\n {0,3}(?!- |\||#|\d\. |\n|$)", " ", page)


def numbers_in(value: Any) -> Iterator[int]:
    """Yield every number below a record, a preset or a default."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from numbers_in(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from numbers_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers_in(each)
    elif isinstance(value, int):
        yield int(value)


def numbers_of(rules: Rules) -> set[int]:
    """Return every number that a page may name: the record's, and what follows from it."""
    known = {0, 1, 2, *numbers_in(rules), *numbers_in(dict(presets_of(rules.name)))}
    known |= {len(layout_of(rules.deck).deck), *HERE.get(rules.name, ())}
    if rules.bids is not None:
        for bid in BID_NAMES:
            known |= {bid_points(bid, tricks) for tricks in range(rules.deal.hand + 1)}
        known |= {6, 10, -10, MOON_TRICKS, rules.deal.hand - 1}
    if rules.melds is not None:
        known |= {3, 4}  # copies of a meld, and classes
        known.add(all_points(rules))
    if rules.chips is not None:
        known |= {least - 1 for least, _ in rules.chips.values}
    return known


def all_points(rules: Rules) -> int:
    """Return the points in tricks of a hand: the counters and the last trick."""
    paid = rules.contract or rules.chips
    assert paid
    worth = rules.contract.counter if rules.contract else 1
    return 4 * COUNTERS * rules.deck.copies * worth + paid.last_trick


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_number_on_a_page_is_one_of_the_record(variant: str) -> None:
    text = re.sub(r"A [TK](?: [\dTKQJ])+", "", prose(variant))  # the order of the ranks
    text = re.sub(r"`[^`]*`|\b(\d+)-(\d+)\b", lambda found: " ".join(filter(None, found.groups())), text)
    text = re.sub(r"^\d\. |9 of trump", "", text, flags=re.MULTILINE)
    named = {int(number) for number in re.findall(r"(?<![\w.])-?\d+\b", text)}
    assert named <= numbers_of(find(variant))


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_name_on_a_page_is_one_of_the_variant(variant: str) -> None:
    rules = find(variant)
    accepted = json.dumps([help for _, _, help in option_help(variant)])
    values = set(re.findall(r'\\"([^"\\]+)\\"', accepted))
    options = {name for name, _, _ in option_help(variant)}
    known = options | values | {*presets_of(variant), *VARIANTS, *OTHERS}
    if rules.bids is not None:
        known |= {*BID_NAMES.values()}
    named = set(re.findall(r"`([^`]+)`", prose(variant)))
    assert named - known == set()
    assert options <= named, "an option is not explained"


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_card_on_a_page_is_one_of_the_deck(variant: str) -> None:
    rules = find(variant)
    deck = {card_text(card) for card in layout_of(rules.deck).deck}
    named = set(re.findall(r"\b[\dTJQKA][SDCH]\b|\bX\d\b", prose(variant)))
    assert named <= deck | {card_text(card) for card in rules.deck.without} & {*CARD_CODES}


def sentences_for(rules: Rules) -> Iterator[str]:
    """Yield what a page must say: its numbers where they belong."""
    cards = len(layout_of(rules.deck).deck)
    ranks = " ".join(rules.deck.ranks)
    yield from (f"{cards} cards", f"Cards rank {ranks}", f"Each seat gets {rules.deal.hand} cards")
    yield f"A rated game is shorter:** {rules.seats} hands"
    yield f"fter {rules.length.max_hands} hands"
    yield from (f"without {card_text(card)}" for card in rules.deck.without[:1])
    if rules.deck.jokers:
        yield f"{rules.deck.jokers} jokers"
    if rules.length.target is not None:
        yield f"with {rules.length.target} points or more"
    if auction := rules.auction:
        yield from (f"lowest bid is {auction.min_bid}", f"No bid is higher than {auction.max_bid}")
        if auction.step > 1:
            yield f"multiples of {auction.step}"
        if auction.big_raise_from is not None:
            yield f"highest bid is {auction.big_raise_from} or more, the next must be at least {auction.big_raise}"
    if rules.deal.kitty:
        yield f"last {rules.deal.kitty} "
    if rules.exchange is not None:
        yield f"s {rules.exchange.discards} cards, which nobody else sees"
    if rules.giving is not None and rules.giving.count:
        yield f"gives it {rules.giving.count} cards"
    if rules.melds is not None:
        last = (rules.contract or rules.chips).last_trick  # type: ignore[union-attr]
        yield f"the last trick is worth {last}. There are {all_points(rules)} points in all"
        yield from meld_rows(rules)
    if rules.bids is not None:
        yield f"{rules.bids.blind_six_deficit} points or more behind"
        yield from bid_rows(rules)
    if rules.bags is not None and rules.awards is not None:
        yield f"A seat with {rules.bags.limit} bags or more"
        yield f"scores {rules.awards.points} points"
    if chips := rules.chips:
        yield f"{chips.purse} dollars and puts {chips.ante} of them"
        yield "".join(f" {dollars} |" for _, dollars in reversed(chips.values))
        yield f"From a bid of {chips.kitty_from} on"
        yield f"ends after {rules.length.hands} hands"


def meld_rows(rules: Rules) -> Iterator[str]:
    """Yield the row of each meld that is worth something, without its middle column."""
    for field in ("run", "royal_marriage", "marriage", "nine", "aces", "kings", "queens", "jacks", "pinochle"):
        worth = getattr(rules.melds, field)
        if isinstance(worth, int):
            points = f"{worth} each" if worth else ""
        elif len(worth) == 2:
            points = f"{worth[0]}; {worth[1]} for 2"
        else:
            points = f"{' / '.join(map(str, worth))} for {' / '.join(str(count + 1) for count in range(len(worth)))}"
        if points:
            yield f"| {field.replace('_', ' ')} | * | {points} |"


def bid_rows(rules: Rules) -> Iterator[str]:
    """Yield the row of each bid that is played: what it scores kept, and broken."""
    yield f"| 1 to {rules.deal.hand} | * | +10 for each trick bid | -10 for each trick bid |"
    bids = {"nil": 0, "blind_nil": 0, "one_for_50": 1, "two_for_40": 2, "blind_six": 6, "moon": MOON_TRICKS}
    for bid, name in BID_NAMES.items():
        if bid == MOON and rules.deal.hand < MOON_TRICKS:
            continue
        broken = bid_points(bid, bids[name] - 1 if bids[name] else 1)
        yield f"| `{name}` | * | +{bid_points(bid, bids[name])} | {broken} |"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_says_what_the_record_says(variant: str) -> None:
    text = prose(variant)
    for says in sentences_for(find(variant)):
        assert re.search(re.escape(says).replace(re.escape("| * |"), r"\|.*\|"), text), says


def test_the_list_has_every_variant_with_its_seats_and_cards() -> None:
    rows = [
        f"| [{title_of(name)}]({name}.md) | `{name}` | {rules.seats} | {len(layout_of(rules.deck).deck)} |"
        for name, rules in VARIANTS.items()
    ]
    assert [line for line in rules_index().splitlines() if line.startswith("| [")] == rows


def test_the_tables_say_what_is_set() -> None:
    page = rules_page(configure("spades-4", "short-each", {"target": 90}))
    assert "| `target` | `500`, here `90` |" in page
    assert '| `bag_rule` | `"limit"`, here `"each"` |' in page
    assert page.startswith("# Cutthroat Spades, 4 players\n")
    lines = list(option_tables(find("pinochle-chips")))
    assert "| `purse` | `150` | a whole number 1..10000 |" in lines
    assert "| `default` | nothing |" in lines
