"""The contents of a variant's page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.rules.rules import Rules
from arena.rules.variants.options import Option


@dataclass(frozen=True)
class Ruling:
    """A decision where a variant's sources are silent or contradictory."""

    part: str  # a part as `Rules` names it, or "rules" for all of them
    text: str


COMMON_RULINGS = (
    Ruling("rules", "Only the seat order counts; which way round a screen draws it does not."),
    Ruling("length", "No source bounds a game; `max_hands` does, for weak bots could play for ever."),
)


@dataclass(frozen=True)
class Page:
    """A variant: rules with its first preset, options and presets.

    *number* names it in a batch's header (docs/reference/columns.md): 1 to 65,535, and never another variant's,
    however old. *family* begins its name, and names the queue of wake-ups for its blocks.
    """

    rules: Rules
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Any]]
    number: int
    family: str
    rulings: tuple[Ruling, ...] = COMMON_RULINGS
