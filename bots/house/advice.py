"""The answer of a house bot, with the reason for it."""

from typing import Any, NamedTuple


class Advice(NamedTuple):
    """An answer in the form that `Bot.answer` returns, and the reason for it.

    *why* completes a sentence after "because": it begins in lower case and has no full stop.
    """

    answer: Any
    why: str
