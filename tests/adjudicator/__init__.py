"""An adjudicator of game records, written from the rule sheets alone.

It shares nothing with `arena`. Plain and slow on purpose: lists of cards such as "AS", every meld
tried. It is the other half of a differential test.
"""

from collections.abc import Sequence
from typing import Any

from tests.adjudicator.answers import Asked
from tests.adjudicator.game import Case
from tests.adjudicator.options import option_faults
from tests.adjudicator.record import form_faults
from tests.adjudicator.variants import SHEETS

__all__ = ["Asked", "faults", "judged"]


def faults(record: dict[str, Any]) -> list[str]:
    """Return every fault of *record*, a line each.

    *record*: a game in the format of the sheets. A sound record has none.
    """
    return judged(record)[0]


def judged(record: dict[str, Any], decks: Sequence[list[str]] = ()) -> tuple[list[str], list[list[Asked]]]:
    """Return the faults, and each hand's decisions.

    Each decision with all that could have been answered. *decks* are the shuffled decks of the
    first hands, for games that were not dealt from their seed.
    """
    lines = form_faults(record)
    if not lines:
        lines = option_faults(SHEETS[record["variant"]], record["options"])
    if lines:
        return lines, []
    case = Case(record, decks)
    case.judge()
    return case.lines, case.asked
