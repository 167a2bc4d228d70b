"""Families of variants: each has a queue of wake-ups of its own."""

from typing import Final

from arena.rules import VARIANTS


def family_of(variant: str) -> str:
    """The family, which a variant's name begins with."""
    return variant.partition("-")[0]


FAMILIES: Final = tuple(dict.fromkeys(family_of(variant) for variant in VARIANTS))
