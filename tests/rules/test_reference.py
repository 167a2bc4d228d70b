"""The pages of the rules say all that the records say, and docs/rules has them as they are written now."""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from arena.rules import VARIANTS, configure, option_help, presets_of
from arena.rules.reference import pages, rules_page
from arena.rules.reference.page import sentence
from arena.rules.reference.rulings import RULINGS

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules"
AGAIN = "write the pages anew with: arena rules --write docs/rules"


def test_the_pages_are_those_that_are_written_now() -> None:
    assert sorted(path.name for path in DOCS.iterdir()) == sorted(pages()), AGAIN
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


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_field_of_the_record_is_on_the_page(variant: str) -> None:
    rules = VARIANTS[variant]
    page = rules_page(rules)
    for field in fields(rules):
        part = getattr(rules, field.name)
        if not is_dataclass(part):
            continue
        for inner in fields(part):
            for value in others(getattr(part, inner.name)):
                name = f"{field.name}.{inner.name}"
                if field.name == "melds":
                    assert rules.melds is not None
                    other = replace(rules, melds=replace(rules.melds, **{inner.name: value}))
                    assert rules_page(other) != page, name
                else:
                    assert sentence(name, getattr(part, inner.name)) != sentence(name, value), name


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_presets_and_rulings_are_all_there(variant: str) -> None:
    page = rules_page(VARIANTS[variant])
    for name, _, accepted in option_help(variant):
        assert f"| `{name}` |" in page
        assert accepted in page
    assert all(f"| `{name}` |" in page for name in presets_of(variant))
    for ruling in RULINGS:
        there = variant.startswith(ruling.variants)
        assert (f"- **Ruling**: {ruling.text}\n" in page) is there, ruling
    assert "None" not in page


def test_the_page_of_a_match_says_what_is_set() -> None:
    page = rules_page(configure("spades-4", "short-each", {"target": 90}))
    assert "Each costs 10 at once" in page
    assert "Who has 90 or more" in page
    assert "| `target` | `500`, here `90` |" in page


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("spades-3", "| `moon` | at least 14; no bags | +150 | -150 |"),
        ("spades-5", "Taken out: 2C, 2D."),
        ("spades-5-2jokers", "The dealer gets one card less"),
        ("spades-5-3jokers", "- 55 cards."),
        ("pinochle-cutthroat", "| run | 15 / 150 for 1, 2, ... |"),
    ],
)
def test_what_tells_the_variants_apart(variant: str, says: str) -> None:
    assert says in rules_page(VARIANTS[variant])
