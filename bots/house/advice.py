"""An answer of a house bot with its reason."""

from typing import Any, NamedTuple


class Advice(NamedTuple):
    """An answer in a bot's words, and the rule of thumb behind it.

    *why* continues "because": it begins in lower case and has no full stop.
    """

    answer: Any
    why: str
