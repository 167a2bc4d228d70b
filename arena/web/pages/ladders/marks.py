"""Limits that a table or a bot passes, as people read them."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.api.labels import PASSED
from arena.wire.gen.ratings_pb2 import PassedLimit


@dataclass(frozen=True)
class Mark:
    """A limit that is passed: *what* it is of, and the *sentence* that says so."""

    what: str
    sentence: str


def marks_of(found: Iterable[PassedLimit], bot: str) -> list[Mark]:
    """Return the marks of *bot*, or with "" those of the whole table."""
    return [Mark(each.what, _sentence(each)) for each in found if each.bot == bot]


def _sentence(mark: PassedLimit) -> str:
    told = PASSED[mark.what].format(share=f"{100 * mark.share:.1f}%")
    return f"{told[0].upper()}{told[1:]} (the limit is {100 * mark.limit:g}%)"
