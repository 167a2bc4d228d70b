"""Families of variants: each has a queue of wake-ups of its own."""

from typing import Final

from arena.rules import VARIANTS, family_of

FAMILIES: Final = tuple(dict.fromkeys(map(family_of, VARIANTS)))
