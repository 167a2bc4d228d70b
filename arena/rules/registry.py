"""The variants by name, and how a match sets one up."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from arena.rules.errors import UnknownPreset, UnknownVariant
from arena.rules.options import FORMAT, format_says, format_value, set_options
from arena.rules.rules import Rules
from arena.rules.variants.page import Page
from arena.rules.variants.pinochle import CHIPS, CUTTHROAT, PARTNERS_DOUBLE, PARTNERS_SINGLE, RACEHORSE, TWO_HANDED
from arena.rules.variants.spades import PAGES as SPADES_PAGES

PINOCHLE_PAGES = (CHIPS, RACEHORSE, TWO_HANDED, PARTNERS_DOUBLE, PARTNERS_SINGLE, CUTTHROAT)
PAGES: Mapping[str, Page] = MappingProxyType({page.rules.name: page for page in (*SPADES_PAGES, *PINOCHLE_PAGES)})
VARIANTS: Mapping[str, Rules] = MappingProxyType({name: page.rules for name, page in PAGES.items()})


def page_of(variant: str) -> Page:
    """The page of a variant; `UnknownVariant` lists those there are."""
    page = PAGES.get(variant)
    if page is None:
        raise UnknownVariant(f"{variant!r} is no variant: accepted is one of {', '.join(PAGES)}")
    return page


def find(variant: str) -> Rules:
    """The rules of a variant with its default options; `UnknownVariant` lists the variants."""
    return page_of(variant).rules


def presets_of(variant: str) -> Mapping[str, Mapping[str, Any]]:
    """The presets of a variant: name -> the options it sets; the first is the default."""
    return page_of(variant).presets


def configure(variant: str, preset: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """The rules of a match: the variant, its preset (None: the default), and then these options.

    `UnknownVariant`, `UnknownPreset`, `InvalidOption` name what was given and what is accepted.
    """
    page = page_of(variant)
    name = next(iter(page.presets)) if preset is None else preset
    if name not in page.presets:
        raise UnknownPreset(f"{name!r} is no preset of {variant}: accepted is one of {', '.join(page.presets)}")
    return set_options(page.rules, page.options, {**page.presets[name], **(options or {})})


def options_of(rules: Rules) -> dict[str, Any]:
    """Every option with its value, as a record has it."""
    table = page_of(rules.name).options
    return {FORMAT: format_value(rules)} | {option.name: option.value(rules) for option in table}


def option_help(variant: str) -> list[tuple[str, Any, str]]:
    """(name, default, what is accepted) of each option."""
    page = page_of(variant)
    rows = [(option.name, option.value(page.rules), option.accepts.says(page.rules)) for option in page.options]
    return [(FORMAT, format_value(page.rules), format_says(page.rules)), *rows]
