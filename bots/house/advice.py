"""An answer with its reason: `simple` gives one for everything it does."""

from typing import Any, NamedTuple


class Advice(NamedTuple):
    """An answer in a bot's words, and the rule of thumb behind it.

    *why* goes on from "because": it begins small and has no full stop.
    """

    answer: Any
    why: str
