"""Scales: sets of boards whose numbers may be compared.

A scale is what the boards must have in common for that.
"""

from typing import Final, NamedTuple

from arena.rules import Rules, options_of


class Scale(NamedTuple):
    """What boards must have in common to be on one scale.

    *pool*: "trust", "open", or "test" for all that have a test seed. *format*: "hands 4", "game", "series 3".
    """

    variant: str
    revision: int
    pool: str
    format: str


BEFORE_ALL: Final = Scale("", 0, "", "")  # in the order of scales


def format_of(rules: Rules) -> str:
    """Return a game's format.

    As the function `format_of` of the database tells it.
    """
    return " ".join(map(str, options_of(rules)["format"].values()))
