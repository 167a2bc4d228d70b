"""Scales: sets of boards whose numbers may be compared."""

from typing import Final, NamedTuple

from arena.rules import Rules, options_of


class Scale(NamedTuple):
    """Properties that boards of one scale have in common.

    *pool*: "trust", "open" or "closed"; "test" for all that have a test seed. *format*: "hands 4",
    "game", "series 3".
    """

    variant: str
    revision: int
    pool: str
    format: str


BEFORE_ALL: Final = Scale("", 0, "", "")  # in the order of scales


def format_of(rules: Rules) -> str:
    """Return a game's format, equal to the database's function `format_of`."""
    return " ".join(map(str, options_of(rules)["format"].values()))
