"""What a variant's page holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.rules.rules import Rules
from arena.rules.variants.options import Option


@dataclass(frozen=True)
class Ruling:
    """What the project decided where a variant's sources are silent or contradict themselves.

    *part*: the part of the rules that it belongs to, as `Rules` names it; "rules": to all.
    """

    part: str
    text: str


COMMON_RULINGS = (
    Ruling("rules", "Only the seat order counts; which way round a screen draws it does not."),
    Ruling("length", "No source bounds a game; `max_hands` does, for weak bots could play for ever."),
)


@dataclass(frozen=True)
class Page:
    """A variant: its rules with the options of its default preset (the first), its option table and its presets.

    *number* names it in a batch's header (docs/reference/columns.md): 1 to 65,535, and never another variant's,
    however old. *family*: the queue of wake-ups that its blocks are claimed by; its name begins with it.
    """

    rules: Rules
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Any]]
    number: int
    family: str
    rulings: tuple[Ruling, ...] = COMMON_RULINGS
