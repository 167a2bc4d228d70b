"""A variant's page in Markdown, from its record: every field is on it, so that page and code cannot drift apart."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from arena.rules.actions import BID_NAMES, MOON
from arena.rules.cards import card_text
from arena.rules.layout import layout_of
from arena.rules.phases.bids import MOON_TRICKS
from arena.rules.phases.score_bids import bid_points
from arena.rules.reference.rulings import RULINGS
from arena.rules.reference.sentences import ALWAYS, NEEDS, PHASES, PROMISES, SENTENCES, TITLES
from arena.rules.registry import VARIANTS, option_help, options_of, presets_of
from arena.rules.rules import Melds, Rules

JOKERS = (
    "- A joker may be led at any time, and a hand of trumps and jokers alone may lead either. The next card that is no "
    "joker sets the lead suit, and who plays it is bound as a leader is.",
    "- Otherwise only a seat that cannot follow may play a joker; while no suit is set, a joker may be played too.",
)
WHOLE = ("name", "revision", "seats", "phases")
OTHERWISE = None


def rules_page(rules: Rules) -> str:
    """The whole page of a variant with its options as they are in *rules*; it ends with a new line."""
    return "\n".join(_lines(rules)) + "\n"


def index() -> str:
    """The page that lists the variants."""
    lines = ["# Rules", "", "One page for each variant, written by `arena rules --write docs/rules`. Do not edit.", ""]
    lines += ["| variant | seats | cards |", "|---|---|---|"]
    lines += [
        f"| [{name}]({name}.md) | {rules.seats} | {len(layout_of(rules.deck).deck)} |"
        for name, rules in VARIANTS.items()
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """The files of `docs/rules`: name -> text."""
    return {"README.md": index()} | {f"{name}.md": rules_page(rules) for name, rules in VARIANTS.items()}


def _lines(rules: Rules) -> Iterator[str]:
    """The page line by line."""
    yield f"# {rules.name}"
    yield ""
    yield f"Rules revision {rules.revision}. Written by `arena rules` from the rules that are played. Do not edit."
    yield ""
    yield f"- {rules.seats} seats, 0 to {rules.seats - 1}; the turn goes to the left, from each seat to the next."
    yield from _said("rules", rules, rules, (*WHOLE, *_sub_records(rules)))
    yield f"- A hand: {', '.join(PHASES.get(phase.value, phase.value) for phase in rules.phases)}."
    yield from _rulings("rules", rules)
    for part in _parts(rules):
        yield from ("", f"## {TITLES.get(part, part)}", "")
        yield from _section(part, rules)
    yield from ("", "## Options", "")
    yield from _options(rules)
    yield from ("", "## Presets", "", "The first is the default.", "")
    yield from _presets(rules.name)


def _parts(rules: Rules) -> list[str]:
    """The sub-records that the variant has, in the order of the titles; those without a title come last."""
    there = [part for part in _sub_records(rules) if getattr(rules, part) is not None]
    known = [part for part in TITLES if part in there]
    return known + [part for part in there if part not in known]


def _sub_records(rules: Rules) -> list[str]:
    """The fields that hold a sub-record, or None where the variant has none."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return [name for name, value in values.items() if value is None or is_dataclass(value)]


def _section(part: str, rules: Rules) -> Iterator[str]:
    """A sub-record: its sentences, its table where it has one, its rulings."""
    record = getattr(rules, part)
    if part == "deck":
        yield f"- {len(layout_of(rules.deck).deck)} cards."
    yield from (f"- {text}" for text in ALWAYS.get(part, ()))
    in_table = _meld_fields(record) if part == "melds" else ()
    yield from _said(part, record, rules, in_table)
    if part == "tricks" and rules.deck.jokers:
        yield from JOKERS
    yield from _rulings(part, rules)
    if part == "bids":
        yield from _bid_table(rules)
    if part == "melds":
        yield from _meld_table(record)


def _said(part: str, record: Any, rules: Rules, without: tuple[str, ...]) -> Iterator[str]:
    """The sentences of a record's fields, but for those *without*."""
    for field in fields(record):
        name = f"{part}.{field.name}"
        needed, _, other = NEEDS.get(name, "").partition(".")
        if field.name not in without and (not needed or getattr(getattr(rules, needed), other)):
            text = sentence(name, getattr(record, field.name))
            if text:
                yield f"- {text}"


def sentence(name: str, value: Any) -> str:
    """What the field `part.field` says with this value; "" where another one tells it."""
    key = value.value if isinstance(value, Enum) else value
    said = SENTENCES.get(name)
    if isinstance(said, Mapping):
        said = said.get("None" if key is None else key, said.get(OTHERWISE))
    if said is None:
        return f"{name.partition('.')[2].replace('_', ' ')}: {_shown(name, key)}"
    return said.format(v=_shown(name, key))


def _shown(name: str, value: Any) -> str:
    """A value as a reader has it; cards by their text."""
    if name in ("deck.without", "awards.jacks"):
        return ", ".join(card_text(card) for card in value)
    if name == "chips.values":
        return ", ".join(f"{worth} from {least} on" for least, worth in sorted(value))
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    return str(value)


def _rulings(part: str, rules: Rules) -> Iterator[str]:
    """The rulings that belong to a part."""
    for ruling in RULINGS:
        if ruling.part == part and rules.name.startswith(ruling.variants):
            yield f"- **Ruling**: {ruling.text}"


def _bid_table(rules: Rules) -> Iterator[str]:
    """What each bid promises and scores, by the code that scores it."""
    yield from ("", "| bid | promise | made | broken |", "|---|---|---|---|")
    yield f"| 1..{rules.deal.hand} | at least so many tricks | +10 each | -10 each |"
    for bid, (promise, tricks) in PROMISES.items():
        if bid == MOON and rules.deal.hand < MOON_TRICKS:
            continue
        broken = bid_points(bid, tricks - 1 if tricks else 1)
        yield f"| `{BID_NAMES[bid]}` | {promise} | +{bid_points(bid, tricks)} | {broken} |"


def _meld_fields(melds: Melds) -> tuple[str, ...]:
    """The fields that hold the points of a meld."""
    values = {field.name: getattr(melds, field.name) for field in fields(melds)}
    return tuple(
        name
        for name, value in values.items()
        if (isinstance(value, tuple) and name != "royalty") or (isinstance(value, int) and not isinstance(value, bool))
    )


def _meld_table(melds: Melds) -> Iterator[str]:
    """The points of each meld."""
    yield from ("", "| meld | points |", "|---|---|")
    for name in _meld_fields(melds):
        value = getattr(melds, name)
        points = " / ".join(str(points) for points in value) + " for 1, 2, ..." if isinstance(value, tuple) else value
        yield f"| {name.replace('_', ' ')} | {points}{'' if isinstance(value, tuple) else ' each'} |"


def _options(rules: Rules) -> Iterator[str]:
    """Every option: its default, what it is here where that differs, and what it accepts."""
    here = options_of(rules)
    yield from ("| option | default | accepted |", "|---|---|---|")
    for name, default, accepted in option_help(rules.name):
        value = _code(default) if here[name] == default else f"{_code(default)}, here {_code(here[name])}"
        yield f"| `{name}` | {value} | {accepted} |"


def _presets(variant: str) -> Iterator[str]:
    """What each preset sets."""
    yield from ("| preset | sets |", "|---|---|")
    for name, sets in presets_of(variant).items():
        yield f"| `{name}` | {', '.join(f'{option} {_code(value)}' for option, value in sets.items()) or 'nothing'} |"


def _code(value: Any) -> str:
    return f"`{json.dumps(value)}`"
