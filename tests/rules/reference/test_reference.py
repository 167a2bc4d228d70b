"""The pages of the rules say all that the records say.

And docs/rules has them as they are written now.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from arena.rules import VARIANTS, Rules, configure, option_help, presets_of
from arena.rules.reference import pages
from arena.rules.reference.page import page_lines
from arena.rules.reference.sentences import said
from arena.rules.variants.options import with_field
from arena.rules.variants.registry import page_of
from tests.rules.reference.unwrapped import unwrapped_page

DOCS = Path(__file__).resolve().parents[3] / "docs" / "rules"
SERIES = {"kind": "series", "wins": 3}
AGAIN = "write the pages anew with: arena rules --write docs/rules"


def test_the_pages_are_those_that_are_written_now() -> None:
    assert sorted(path.name for path in DOCS.glob("*.md")) == sorted(pages()), AGAIN
    for name, text in pages().items():
        assert (DOCS / name).read_text() == text, AGAIN


def others(value: Any) -> list[Any]:
    """Other values that a field may have."""
    if isinstance(value, Enum):
        return [member for member in type(value) if member is not value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, tuple):
        return [(20, 20) if value == (0, 0) else value[1:] if value else (3,)]
    return [1] if value is None else [value + value]


def told(rules: Rules) -> str:
    """Return the page without its tables of options and presets.

    They name every option anyway.
    """
    return "\n".join(takewhile("## Options".__ne__, page_lines(rules)))


def tells_apart(rules: Rules, part: str, field: str, value: Any) -> bool:
    """Say whether the page is another one with this value.

    Of the deck its own sentences are compared, for no other deck is laid out.
    """
    other = with_field(rules, part, field, value)
    if part == "deck":
        return list(said("deck", rules.deck, rules, ())) != list(said("deck", other.deck, rules, ()))
    return told(rules) != told(other)


# What changes nothing where something else is not played: nines, a target, big raises, two defenders.
SILENT = {
    "auction.big_raise": [name for name in VARIANTS if name.startswith("pinochle") and name != "pinochle-double-deck"],
    "contract.nines_need_save": ["pinochle-double-deck"],
    "throw_in.all_tricks": ["pinochle-two-handed"],
    "contract.defenders_score": ["pinochle-two-handed"],
    "contract.gain_without_royal": ["pinochle-racehorse", "pinochle-two-handed"],
    "length.both_reach": ["pinochle-chips"],
    "length.win_needs_bid": ["pinochle-chips"],
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_field_of_the_record_is_on_the_page(variant: str) -> None:
    settings = [configure(variant, options=options) for options in ({}, {"format": SERIES}, {"first_dealer": "draw"})]
    silent = set()
    for field in fields(VARIANTS[variant]):
        part = getattr(VARIANTS[variant], field.name)
        for inner in fields(part) if is_dataclass(part) else ():
            for value in others(getattr(part, inner.name)):
                if not any(tells_apart(rules, field.name, inner.name, value) for rules in settings):
                    silent.add(f"{field.name}.{inner.name}")
    assert silent == {name for name, variants in SILENT.items() if variant in variants}


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_presets_and_rulings_are_all_there(variant: str) -> None:
    page = unwrapped_page(VARIANTS[variant])
    for name, _, accepted in option_help(variant):
        assert f"| `{name}` |" in page
        assert accepted in page
    assert all(f"| `{name}` |" in page for name in presets_of(variant))
    told = [f"- **Ruling**: {ruling.text}" for ruling in page_of(variant).rulings]
    assert sorted(line for line in page.splitlines() if "**Ruling**" in line) == sorted(told)
    assert "None" not in page


def test_the_page_of_a_match_says_what_is_set() -> None:
    page = unwrapped_page(configure("spades-4", "short-each", {"target": 90}))
    assert "Each costs 10 at once" in page
    assert "Who has 90 or more" in page
    assert "| `target` | `500`, here `90` |" in page


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("spades-3", "| `moon` | at least 14; no bags | +150 | -150 |"),
        ("spades-5", "Taken out: 2C, 2D."),
        ("spades-5-2jokers", "Each seat gets 11 cards, but the dealer 10: it sits out the first trick."),
        ("spades-5-3jokers", "- 55 cards."),
        ("pinochle-cutthroat", "| run | A T K Q J of trump | 15 / 150 for 1 / 2 |"),
    ],
)
def test_what_tells_the_variants_apart(variant: str, says: str) -> None:
    assert says in unwrapped_page(VARIANTS[variant])
