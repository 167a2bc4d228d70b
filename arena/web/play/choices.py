"""Show the choices for a new practice table, and read them from the sent form."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from grpc import StatusCode

from arena.guards.auth import RefusedError
from arena.practice import Deal, PracticeError, deal_of, places
from arena.rules import VARIANTS, Rules, RulesError, Sides, configure, family_of, option_help, presets_of
from arena.store.practice.tables import ListedRow
from arena.web.serving.addresses import invalid
from arena.web.serving.forms import Fields, whole_number

BOTS: Final = ("simple", "expert", "random")
SEED_BYTES: Final = 32
# The lengths of a game to choose from, and their labels; "" is the variant's default length.
LENGTHS: Final = (("1", "one hand"), ("4", "four hands"), ("series", "a series to two wins"), ("", "a whole game"))
MAX_OPTION_CHARACTERS: Final = 200
MAX_LISTED: Final = 10  # tables that the page lists; results count all


@dataclass(frozen=True)
class Option:
    """An option of a variant: its name, its default as JSON, and its accepted values in words."""

    name: str
    default: str
    accepted: str


@dataclass(frozen=True)
class VariantChoices:
    """The choices for a table of one variant."""

    variant: str
    seats: list[str]  # the place of each seat as seen by the person, who comes first
    presets: list[tuple[str, str]]  # name, and the options that it sets
    options: list[Option]


@dataclass(frozen=True)
class VariantResult:
    """The results of a person's tables of one variant: *points* are the sum over *hands* finished hands."""

    variant: str
    tables: int
    hands: int
    points: int


@dataclass(frozen=True)
class TableChoices:
    """The content of the page /play."""

    families: list[tuple[str, list[tuple[str, str]]]]  # family, and its variants with a summary
    choices: VariantChoices | None  # None until a variant is selected
    tables: list[ListedRow]  # the person's most recent tables
    results: list[VariantResult]
    bots: tuple[str, ...] = BOTS
    lengths: tuple[tuple[str, str], ...] = LENGTHS


def table_choices(variant: str, tables: list[ListedRow]) -> TableChoices:
    """Return the content of /play for *variant* ("" for none). Raises `RefusedError` for an unknown variant."""
    families: dict[str, list[tuple[str, str]]] = {}
    for name, rules in VARIANTS.items():
        families.setdefault(family_of(name), []).append((name, _summarize(rules)))
    choices = _variant_choices(variant) if variant else None
    return TableChoices(list(families.items()), choices, tables[:MAX_LISTED], _results(tables))


def _summarize(rules: Rules) -> str:
    """Return the differences between a variant and the others of its family."""
    parts = [f"{rules.deal.hand} cards each"] + ["jokers never win a trick"] * bool(rules.deck.jokers)
    parts += ["with a partner"] * (rules.sides is Sides.PARTNERS) + ["who gets cards from you"] * bool(rules.giving)
    parts += ["a dummy adds a card to each trick"] * bool(rules.deal.dummy) + ["for dollars"] * bool(rules.chips)
    return ", ".join(parts + ["one against two"] * bool(rules.contract and rules.seats == 3))


def create_deal(fields: Fields) -> Deal:
    """Create a deal with random cards as the form's fields describe it. Raises `RefusedError`."""
    options = {name[4:]: _value(text) for name, text in fields.items() if name.startswith("opt-") and text.strip()}
    options |= _length(fields.get("length", ""), options)
    try:
        rules = configure(fields.get("variant", ""), fields.get("preset") or None, options)
        seat = whole_number(fields, "seat", 0, rules.seats - 1)
        bots = [fields.get(f"bot-{place}", BOTS[0]) for place in range(rules.seats)]
        # In the form, places count clockwise from the person's own, which is 0.
        by_seat = [bots[(number - seat) % rules.seats] for number in range(rules.seats)]
        return deal_of(rules, random_seed(), seat, by_seat)
    except (RulesError, PracticeError) as problem:
        raise invalid(str(problem)) from None


def random_seed() -> bytes:
    """Return a random seed of `SEED_BYTES` bytes."""
    return secrets.token_bytes(SEED_BYTES)


def _results(tables: list[ListedRow]) -> list[VariantResult]:
    """Return the results of each variant that has finished hands, in the order of variants."""
    by_variant = [(name, [each.points for each in tables if each.variant == name and each.points]) for name in VARIANTS]
    return [
        VariantResult(name, len(rows), sum(len(points) for points in rows), sum(sum(points) for points in rows))
        for name, rows in by_variant
        if rows
    ]


def _variant_choices(variant: str) -> VariantChoices:
    if variant not in VARIANTS:
        raise RefusedError(StatusCode.NOT_FOUND, f"Variant {variant[:40]!r} does not exist: choose one at /play.")
    presets = [(name, _describe(sets)) for name, sets in presets_of(variant).items()]
    options = [Option(name, json.dumps(default), accepted) for name, default, accepted in option_help(variant)]
    return VariantChoices(variant, places(VARIANTS[variant].seats, 0), presets, options)


def _describe(sets: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {json.dumps(value)}" for name, value in sets.items())


def _length(text: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return {"format": ...}; {} for "", or if *options* has a format. Raises `RefusedError` for an unknown length."""
    if text not in dict(LENGTHS):
        raise invalid(f"length {text[:40]!r} is unknown: choose one from the list")
    if not text or "format" in options:
        return {}
    if text == "series":
        return {"format": {"kind": "series", "wins": 2}}
    return {"format": {"kind": "hands", "count": int(text)}}


def _value(text: str) -> Any:
    if len(text) > MAX_OPTION_CHARACTERS:
        raise invalid(f"an option has {len(text)} characters; the limit is {MAX_OPTION_CHARACTERS}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()
