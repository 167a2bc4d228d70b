"""The variants by name, and how a match configures one."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from arena.rules.errors import InvalidVariant, UnknownPreset, UnknownVariant, shown
from arena.rules.rules import Rules
from arena.rules.variants.options import FORMAT, format_says, format_value, set_options
from arena.rules.variants.page import Page
from arena.rules.variants.pinochle_chips import CHIPS
from arena.rules.variants.pinochle_cutthroat import CUTTHROAT
from arena.rules.variants.pinochle_partners import PARTNERS_DOUBLE, PARTNERS_SINGLE
from arena.rules.variants.pinochle_racehorse import RACEHORSE
from arena.rules.variants.pinochle_two_handed import TWO_HANDED
from arena.rules.variants.spades import PAGES as SPADES_PAGES

PINOCHLE_PAGES = (CHIPS, RACEHORSE, TWO_HANDED, PARTNERS_DOUBLE, PARTNERS_SINGLE, CUTTHROAT)
NAME: Final = re.compile(r"[a-z]+(-[a-z0-9]+)+")
MOST_NUMBERS: Final = 65_535
_pages: dict[str, Page] = {}
_rules: dict[str, Rules] = {}
VARIANTS: Mapping[str, Rules] = MappingProxyType(_rules)


def add_variant(page: Page) -> None:
    """Register a variant (docs/how-to/add-a-variant.md); raises `InvalidVariant`."""
    name = page.rules.name
    if not NAME.fullmatch(name) or not name.startswith(f"{page.family}-"):
        raise InvalidVariant(
            f"{name!r} is no name of a variant of {page.family}: accepted is FAMILY-WORDS, as spades-4"
        )
    if not 1 <= page.number <= MOST_NUMBERS:
        raise InvalidVariant(f"{name} has the number {page.number}: accepted is 1 to {MOST_NUMBERS}")
    for other in _pages.values():
        if name == other.rules.name or page.number == other.number:
            raise InvalidVariant(f"{name}, number {page.number}: {other.rules.name}, number {other.number}, is there")
    _pages[name] = page
    _rules[name] = page.rules


def page_of(variant: str) -> Page:
    """Return a variant's page; raises `UnknownVariant`, which lists them."""
    page = _pages.get(variant)
    if page is None:
        raise UnknownVariant(f"{shown(variant)} is no variant: accepted is one of {', '.join(_pages)}")
    return page


def family_of(variant: str) -> str:
    """Return a variant's family; raises `UnknownVariant`."""
    return page_of(variant).family


def number_of(variant: str) -> int:
    """Return a variant's number in batch headers; raises `UnknownVariant`."""
    return page_of(variant).number


def numbered(number: int) -> Rules:
    """Return the rules of variant *number*; raises `UnknownVariant`."""
    for page in _pages.values():
        if page.number == number:
            return page.rules
    raise UnknownVariant(f"no variant has the number {number}")


def find(variant: str) -> Rules:
    """Return a variant's rules with default options; raises `UnknownVariant`."""
    return page_of(variant).rules


def presets_of(variant: str) -> Mapping[str, Mapping[str, Any]]:
    """Return a variant's presets, name -> options, the default first."""
    return page_of(variant).presets


def configure(variant: str, preset: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """Return a match's rules: variant, then preset, then *options*.

    *preset* None is the default. Raises `UnknownVariant`, `UnknownPreset`, `InvalidOption`.
    """
    page = page_of(variant)
    name = next(iter(page.presets)) if preset is None else preset
    if name not in page.presets:
        raise UnknownPreset(f"{shown(name)} is no preset of {variant}: accepted is one of {', '.join(page.presets)}")
    return set_options(page.rules, page.options, {**page.presets[name], **(options or {})})


def options_of(rules: Rules) -> dict[str, Any]:
    """Return every option with its value, as a record has it."""
    table = page_of(rules.name).options
    return {FORMAT: format_value(rules)} | {option.name: option.value(rules) for option in table}


def option_help(variant: str) -> list[tuple[str, Any, str]]:
    """Return each option's name, default and accepted values."""
    page = page_of(variant)
    rows = [(option.name, option.value(page.rules), option.accepts.says(page.rules)) for option in page.options]
    return [(FORMAT, format_value(page.rules), format_says(page.rules)), *rows]


for _page in (*SPADES_PAGES, *PINOCHLE_PAGES):
    add_variant(_page)
