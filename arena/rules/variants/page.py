"""What a variant's page holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.rules.rules import Rules
from arena.rules.variants.options import Option


@dataclass(frozen=True)
class Page:
    """A variant: its rules with the options of its default preset (the first), its option table and its presets.

    *number* names it in a batch's header (docs/reference/columns.md): 1 to 65,535, and never another variant's,
    however old.
    """

    rules: Rules
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Any]]
    number: int
