"""A variant's page in Markdown, with every field of its record."""

import json
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from arena.rules.hands.actions import BID_NAMES, BLIND_NIL, BLIND_SIX, MOON
from arena.rules.hands.layout import layout_of
from arena.rules.phases.bids import MOON_TRICKS
from arena.rules.phases.score_bids import bid_points
from arena.rules.reference.lengths import rated
from arena.rules.reference.sentences import FIRST, LAST, PROMISES, TITLES, phase_text, said, title, whole
from arena.rules.rules import Melds, Rules
from arena.rules.variants.registry import VARIANTS, option_help, options_of, page_of, presets_of

WIDTH = 100
WHOLE = ("name", "revision", "seats", "phases")
RATED = (
    "A page tells the whole match of its rule sheet. **A rated game is shorter**: as many hands as there are seats, "
    "and no target, unless the tournament or its preset sets the option `format`."
)
# What a meld is made of, where its name does not say.
MADE_OF = {
    "run": "A T K Q J of trump",
    "royal_marriage": "K Q of trump",
    "marriage": "K Q of another suit",
    "nine": "of trump",
    "aces": "one of each suit",
    "kings": "one of each suit",
    "queens": "one of each suit",
    "jacks": "one of each suit",
    "pinochle": "QS JD",
}


def rules_page(rules: Rules) -> str:
    """Return a variant's page, with the options of *rules*."""
    return "\n".join(line for text in page_lines(rules) for line in _wrapped(text)) + "\n"


def index() -> str:
    """Return the page that lists the variants."""
    lines = ["# Rules", "", "One page for each variant, written by `arena rules --write docs/rules`. Do not edit.", ""]
    lines += [*_wrapped(RATED), ""]
    lines += ["| variant | seats | cards |", "|---|---|---|"]
    lines += [
        f"| [{name}]({name}.md) | {rules.seats} | {len(layout_of(rules.deck).deck)} |"
        for name, rules in VARIANTS.items()
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Return the files of `docs/rules`: name -> text."""
    return {"README.md": index()} | {f"{name}.md": rules_page(rules) for name, rules in VARIANTS.items()}


def page_lines(rules: Rules) -> Iterator[str]:
    """Yield the page's headings, items and rows in order."""
    yield f"# {rules.name}"
    yield ""
    yield f"Rules revision {rules.revision}. Written by `arena rules` from the rules that are played. Do not edit."
    yield ""
    if shorter := rated(rules):
        yield from (shorter, "")
    yield f"- {rules.seats} seats, 0 to {rules.seats - 1}; the turn goes to the left, from each seat to the next."
    yield from _listed(said("rules", rules, rules, (*WHOLE, *_sub_records(rules))))
    yield f"- A hand: {', '.join(filter(None, (phase_text(phase, rules) for phase in rules.phases)))}."
    yield from _rulings("rules", rules)
    for part in _parts(rules):
        yield from ("", f"## {title(part, rules)}", "")
        yield from _section(part, rules)
    yield from ("", "## Options", "")
    yield from _options(rules)
    yield from ("", "## Presets", "", "The first is the default.", "")
    yield from _presets(rules.name)


def _wrapped(text: str) -> list[str]:
    """Wrap a sentence or item; leave table rows and headings whole."""
    if not text or text.startswith(("|", "#")):
        return [text]
    indent = "  " if text.startswith("- ") else ""
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _parts(rules: Rules) -> list[str]:
    """Return the variant's sub-records by title, untitled ones last."""
    there = [part for part in _sub_records(rules) if getattr(rules, part) is not None]
    known = [part for part in TITLES if part in there]
    return known + [part for part in there if part not in known]


def _sub_records(rules: Rules) -> list[str]:
    """Return the fields that hold a sub-record, or None."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return [name for name, value in values.items() if value is None or is_dataclass(value)]


def _section(part: str, rules: Rules) -> Iterator[str]:
    """Yield a sub-record's sentences, table and rulings."""
    record = getattr(rules, part)
    if part == "deck":
        yield f"- {len(layout_of(rules.deck).deck)} cards."
    yield from _listed(whole(FIRST.get(part, ()), rules))
    yield from _listed(said(part, record, rules, _meld_fields(record) if part == "melds" else ()))
    yield from _listed(whole(LAST.get(part, ()), rules))
    yield from _rulings(part, rules)
    if part == "bids":
        yield from _bid_table(rules)
    if part == "melds":
        yield from _meld_table(record)


def _listed(texts: Iterable[str]) -> Iterator[str]:
    """Return the texts as list items, without empty ones."""
    return (f"- {text}" for text in texts if text)


def _rulings(part: str, rules: Rules) -> Iterator[str]:
    """Return the rulings that belong to a part."""
    return (f"- **Ruling**: {ruling.text}" for ruling in page_of(rules.name).rulings if ruling.part == part)


def _bid_table(rules: Rules) -> Iterator[str]:
    """Yield each bid's promise and score, by the code that scores."""
    yield from ("", "| bid | promise | made | broken |", "|---|---|---|---|")
    dealer = f" (the dealer: 1..{rules.deal.hand - 1})" if rules.deal.dealer_one_less else ""
    yield f"| 1..{rules.deal.hand}{dealer} | at least so many tricks | +10 each | -10 each |"
    for bid, (promise, tricks) in PROMISES.items():
        if _is_bid(bid, rules):
            broken = bid_points(bid, tricks - 1 if tricks else 1)
            yield f"| `{BID_NAMES[bid]}` | {promise} | +{bid_points(bid, tricks)} | {broken} |"


def _is_bid(bid: int, rules: Rules) -> bool:
    """Return whether a special bid is played."""
    if bid == MOON:
        return rules.deal.hand >= MOON_TRICKS
    if rules.bids is None or bid not in (BLIND_NIL, BLIND_SIX):
        return True
    return rules.bids.blind_nil_allowed if bid == BLIND_NIL else rules.bids.blind_six_limit != 0


def _meld_fields(melds: Melds) -> tuple[str, ...]:
    """Return the fields that hold the points of a meld."""
    values = {field.name: getattr(melds, field.name) for field in fields(melds)}
    return tuple(
        name
        for name, value in values.items()
        if (isinstance(value, tuple) and name != "royalty") or (isinstance(value, int) and not isinstance(value, bool))
    )


def _meld_table(melds: Melds) -> Iterator[str]:
    """Yield the points of each meld that there is."""
    yield from ("", "| meld | cards | points |", "|---|---|---|")
    for name in _meld_fields(melds):
        value = getattr(melds, name)
        if value:
            yield f"| {name.replace('_', ' ')} | {MADE_OF.get(name, '')} | {_meld_points(value)} |"


def _meld_points(value: int | tuple[int, ...]) -> str:
    """Say the worth of one, two and more of a meld."""
    if isinstance(value, int):
        return f"{value} each"
    counts = " / ".join(str(count) for count in range(1, len(value) + 1))
    return f"{' / '.join(str(points) for points in value)} for {counts}"


def _options(rules: Rules) -> Iterator[str]:
    """Yield each option's default, its other value here, and accepted values."""
    here = options_of(rules)
    yield from ("| option | default | accepted |", "|---|---|---|")
    for name, default, accepted in option_help(rules.name):
        value = _code(default) if here[name] == default else f"{_code(default)}, here {_code(here[name])}"
        yield f"| `{name}` | {value} | {accepted} |"


def _presets(variant: str) -> Iterator[str]:
    """Yield what each preset sets."""
    yield from ("| preset | sets |", "|---|---|")
    for name, sets in presets_of(variant).items():
        yield f"| `{name}` | {', '.join(f'{option} {_code(value)}' for option, value in sets.items()) or 'nothing'} |"


def _code(value: Any) -> str:
    return f"`{json.dumps(value)}`"
