"""Show the choices for a practice table, and read them from the form."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.practice import Deal, PracticeError, deal_of, places
from arena.rules import VARIANTS, RulesError, configure, family_of, option_help, presets_of
from arena.store.practice.tables import ListedRow
from arena.web.serving.addresses import invalid
from arena.web.serving.forms import Fields, whole_number

BOTS: Final = ("simple", "expert", "random")
SEED_BYTES: Final = 32
# Lengths of a table; "" is the default length of the variant.
LENGTHS: Final = (("1", "one hand"), ("4", "four hands"), ("series", "a series to two wins"), ("", "a whole game"))
MAX_OPTION_CHARACTERS: Final = 200


@dataclass(frozen=True)
class Option:
    """An option of a variant: its default as JSON, and its accepted values."""

    name: str
    default: str
    accepted: str


@dataclass(frozen=True)
class VariantChoices:
    """The choices for one variant; *seats* has the place of each opponent."""

    variant: str
    seats: list[str]
    presets: list[tuple[str, str]]
    options: list[Option]


@dataclass(frozen=True)
class TableChoices:
    """The content of the page; *choices* is None until a variant is selected."""

    families: list[tuple[str, list[tuple[str, int]]]]
    choices: VariantChoices | None
    tables: list[ListedRow]
    bots: tuple[str, ...] = BOTS
    lengths: tuple[tuple[str, str], ...] = LENGTHS


def table_choices(variant: str, tables: list[ListedRow]) -> TableChoices:
    """Return the content of the page. Raises `RefusedError` for an unknown variant."""
    families: dict[str, list[tuple[str, int]]] = {}
    for name, rules in VARIANTS.items():
        families.setdefault(family_of(name), []).append((name, rules.seats))
    return TableChoices(list(families.items()), _variant_choices(variant) if variant else None, tables)


def create_deal(fields: Fields) -> Deal:
    """Create the deal that a form describes. Raises `RefusedError`."""
    variant = fields.get("variant", "")
    options = {name[4:]: _value(text) for name, text in fields.items() if name.startswith("opt-") and text.strip()}
    options |= _length(fields.get("length", ""), options)
    try:
        rules = configure(variant, fields.get("preset") or None, options)
        seat = whole_number(fields, "seat", 0, rules.seats - 1)
        bots = [fields.get(f"bot-{place}", BOTS[0]) for place in range(rules.seats)]
        # Places count from the person's left; the person's bot plays its seat if it sits elsewhere.
        by_seat = [bots[(number - seat) % rules.seats] for number in range(rules.seats)]
        return deal_of(rules, random_seed(), seat, by_seat)
    except (RulesError, PracticeError) as problem:
        raise invalid(str(problem)) from None


def random_seed() -> bytes:
    """Return a random seed."""
    return secrets.token_bytes(SEED_BYTES)


def _variant_choices(variant: str) -> VariantChoices:
    if variant not in VARIANTS:
        raise RefusedError(StatusCode.NOT_FOUND, f"Variant {variant[:40]!r} does not exist: choose one at /play.")
    presets = [(name, _describe(sets)) for name, sets in presets_of(variant).items()]
    options = [Option(name, json.dumps(default), accepted) for name, default, accepted in option_help(variant)]
    return VariantChoices(variant, places(VARIANTS[variant].seats, 0), presets, options)


def _describe(sets: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {json.dumps(value)}" for name, value in sets.items())


def _length(text: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the option `format` of a length, unless *options* contains it."""
    if text not in dict(LENGTHS):
        raise invalid(f"length {text[:40]!r} is unknown: choose one from the list")
    if not text or "format" in options:
        return {}
    if text == "series":
        return {"format": {"kind": "series", "wins": 2}}
    return {"format": {"kind": "hands", "count": int(text)}}


def _value(text: str) -> Any:
    """Return the value of an option field: JSON if it is valid, else text."""
    if len(text) > MAX_OPTION_CHARACTERS:
        raise invalid(f"an option has {len(text)} characters; the limit is {MAX_OPTION_CHARACTERS}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()
