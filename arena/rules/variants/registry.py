"""The variants by name, and the configuration of a match."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from arena.rules.errors import InvalidVariantError, UnknownPresetError, UnknownVariantError, shown
from arena.rules.rules import Rules
from arena.rules.variants.options import FORMAT, Variant, format_says, format_value, set_options
from arena.rules.variants.pinochle_alone import CHIPS, CUTTHROAT, TWO_HANDED
from arena.rules.variants.pinochle_partners import PARTNERS_DOUBLE, PARTNERS_SINGLE, RACEHORSE
from arena.rules.variants.spades import VARIANTS as SPADES_VARIANTS

PINOCHLE_VARIANTS = (CHIPS, RACEHORSE, TWO_HANDED, PARTNERS_DOUBLE, PARTNERS_SINGLE, CUTTHROAT)
NAME: Final = re.compile(r"[a-z]+(-[a-z0-9]+)+")
MAX_NUMBERS: Final = 65_535
_variants: dict[str, Variant] = {}
_rules: dict[str, Rules] = {}
VARIANTS: Mapping[str, Rules] = MappingProxyType(_rules)


def add_variant(entry: Variant) -> None:
    """Register a variant (docs/how-to/add-a-variant.md); raises `InvalidVariantError`."""
    name = entry.rules.name
    if not NAME.fullmatch(name) or not name.startswith(f"{entry.family}-"):
        raise InvalidVariantError(
            f"{name!r} is no name of a variant of {entry.family}: accepted is FAMILY-WORDS, as spades-4"
        )
    if not 1 <= entry.number <= MAX_NUMBERS:
        raise InvalidVariantError(f"{name} has the number {entry.number}: accepted is 1 to {MAX_NUMBERS}")
    for other in _variants.values():
        if name == other.rules.name or entry.number == other.number:
            raise InvalidVariantError(
                f"{name}, number {entry.number}: {other.rules.name}, number {other.number}, is there"
            )
    _variants[name] = entry
    _rules[name] = entry.rules


def variant_named(variant: str) -> Variant:
    """Return a variant with its options and presets; raises `UnknownVariantError`, which lists them all."""
    entry = _variants.get(variant)
    if entry is None:
        raise UnknownVariantError(f"{shown(variant)} is no variant: accepted is one of {', '.join(_variants)}")
    return entry


def family_of(variant: str) -> str:
    return variant_named(variant).family


def number_of(variant: str) -> int:
    return variant_named(variant).number


def find_by_number(number: int) -> Rules:
    """Return the rules of variant *number*; raises `UnknownVariantError`."""
    for entry in _variants.values():
        if entry.number == number:
            return entry.rules
    raise UnknownVariantError(f"no variant has the number {number}")


def find(variant: str) -> Rules:
    """Return a variant's rules with default options; raises `UnknownVariantError`."""
    return variant_named(variant).rules


def presets_of(variant: str) -> Mapping[str, Mapping[str, Any]]:
    """Return a variant's presets, name -> options, the default first."""
    return variant_named(variant).presets


def configure(variant: str, preset: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """Return a match's rules: variant, then preset, then *options*.

    *preset* None is the default. Raises `UnknownVariantError`, `UnknownPresetError`, `InvalidOptionError`.
    """
    entry = variant_named(variant)
    name = next(iter(entry.presets)) if preset is None else preset
    if name not in entry.presets:
        raise UnknownPresetError(
            f"{shown(name)} is no preset of {variant}: accepted is one of {', '.join(entry.presets)}"
        )
    return set_options(entry.rules, entry.options, {**entry.presets[name], **(options or {})})


def options_of(rules: Rules) -> dict[str, Any]:
    """Return every option with its value, as a record has it."""
    table = variant_named(rules.name).options
    return {FORMAT: format_value(rules)} | {option.name: option.value(rules) for option in table}


def option_help(variant: str) -> list[tuple[str, Any, str]]:
    """Return each option's name, default and accepted values."""
    entry = variant_named(variant)
    rows = [(option.name, option.value(entry.rules), option.accepts.says(entry.rules)) for option in entry.options]
    return [(FORMAT, format_value(entry.rules), format_says(entry.rules)), *rows]


for _variant in (*SPADES_VARIANTS, *PINOCHLE_VARIANTS):
    add_variant(_variant)
