"""What a variant's page holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.rules.options import Option
from arena.rules.rules import Rules


@dataclass(frozen=True)
class Page:
    """A variant: its rules with the options of its default preset (the first), its option table and its presets."""

    rules: Rules
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Any]]
