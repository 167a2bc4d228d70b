"""Define scales: sets of boards whose numbers may be compared."""

from typing import Final, NamedTuple

from arena.rules import Rules, options_of


class Scale(NamedTuple):
    """The properties that all boards of a scale share.

    *revision*: of the rules. *pool*: "trust", "open" or "closed"; "test" for boards with a test seed. *format*: as
    "hands 4", "game", "series 3".
    """

    variant: str
    revision: int
    pool: str
    format: str


BEFORE_ALL: Final = Scale("", 0, "", "")  # sorts before every scale


def format_of(rules: Rules) -> str:
    """Return the text of a game's format, as "hands 4"; equal to the SQL function `format_of`."""
    return " ".join(map(str, options_of(rules)["format"].values()))
