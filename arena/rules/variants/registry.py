"""Find variants by name, and configure the rules of a match."""

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
SIGNS: Final = re.compile(r"[^a-z0-9]")  # without these, `Spades 4` and `spades4` are the name spades-4
_variants: dict[str, Variant] = {}
_rules: dict[str, Rules] = {}
VARIANTS: Mapping[str, Rules] = MappingProxyType(_rules)


def add_variant(entry: Variant) -> None:
    """Register a variant (docs/how-to/add-a-variant.md). Raises `InvalidVariantError`."""
    name = entry.rules.name
    if not NAME.fullmatch(name) or not name.startswith(f"{entry.family}-"):
        raise InvalidVariantError(f"{name!r} is not a name in {entry.family}; give FAMILY-WORDS, as spades-4")
    if not 1 <= entry.number <= MAX_NUMBERS:
        raise InvalidVariantError(f"{name} has the number {entry.number}; give 1 to {MAX_NUMBERS}")
    for other in _variants.values():
        if name == other.rules.name or entry.number == other.number:
            raise InvalidVariantError(
                f"{name} with number {entry.number}: the name or number is taken by {other.rules.name} with number"
                f" {other.number}; choose others"
            )
    _variants[name] = entry
    _rules[name] = entry.rules


def variant_named(variant: str) -> Variant:
    """Return a variant by its name. Raises `UnknownVariantError`, whose message names a similar one, or all."""
    entry = _variants.get(variant)
    if entry is None:
        plain = SIGNS.sub("", str(variant).lower())
        meant = [name for name in _variants if SIGNS.sub("", name) == plain]
        accepted = meant[0] if meant else f"one of {', '.join(_variants)}"
        raise UnknownVariantError(f"{shown(variant)} is not a variant; give {accepted}")
    return entry


def family_of(variant: str) -> str:
    return variant_named(variant).family


def number_of(variant: str) -> int:
    return variant_named(variant).number


def title_of(variant: str) -> str:
    """Return a variant's name for people. Raises `UnknownVariantError`."""
    return variant_named(variant).title


def find_by_number(number: int) -> Rules:
    """Return the rules of the variant with this number. Raises `UnknownVariantError`."""
    for entry in _variants.values():
        if entry.number == number:
            return entry.rules
    raise UnknownVariantError(f"no variant has the number {number}; update the kit to the arena's release")


def find(variant: str) -> Rules:
    """Return a variant's rules with default options. Raises `UnknownVariantError`."""
    return variant_named(variant).rules


def presets_of(variant: str) -> Mapping[str, Mapping[str, Any]]:
    """Return a variant's presets: name -> options, the default preset first."""
    return variant_named(variant).presets


def configure(variant: str, preset: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a match: the variant's, changed by a preset, then by *options*.

    *preset*: None for the default. *options*: name -> JSON value. Raises `UnknownVariantError`, `UnknownPresetError`,
    `InvalidOptionError`.
    """
    entry = variant_named(variant)
    name = next(iter(entry.presets)) if preset is None else preset
    if name not in entry.presets:
        raise UnknownPresetError(f"{shown(name)} is not a preset of {variant}; give one of {', '.join(entry.presets)}")
    return set_options(entry.rules, entry.options, {**entry.presets[name], **(options or {})})


def options_of(rules: Rules) -> dict[str, Any]:
    """Return every option of these rules with its JSON value, as records have it."""
    table = variant_named(rules.name).options
    return {FORMAT: format_value(rules)} | {option.name: option.value(rules) for option in table}


def option_help(variant: str) -> list[tuple[str, Any, str]]:
    """Return the name, the default and the accepted values in words of each option."""
    entry = variant_named(variant)
    rows = [(option.name, option.value(entry.rules), option.accepts.says(entry.rules)) for option in entry.options]
    return [(FORMAT, format_value(entry.rules), format_says(entry.rules)), *rows]


for _variant in (*SPADES_VARIANTS, *PINOCHLE_VARIANTS):
    add_variant(_variant)
