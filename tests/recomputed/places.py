"""Places in tables, as ranges (docs/explanation/ratings.md)."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

from tests.recomputed.intervals import log_evidence, t_quantile
from tests.recomputed.means import Row
from tests.recomputed.official import Part, table
from tests.recomputed.pooled import Pooled


class Place(NamedTuple):
    first_place: int
    last_place: int


def places(part: Part, order: Sequence[str], middle: set[str] | None = None) -> dict[str, Place]:
    """*order*: as the table lists them, best first. *middle*: its anchor, if any."""
    lines = table(part, middle)
    own = {(one, other): lines[one].evidence.get(other) for one, other in combinations(order, 2)}
    return _places(order, {pair: evidence for pair, evidence in own.items() if evidence is not None})


def interval_places(rows: Mapping[str, Row | Pooled], order: Sequence[str]) -> dict[str, Place]:
    """*order*: as standings or a pooled table list them, best first."""
    evidence = {}
    for one, other in combinations(order, 2):
        above, below = rows[one], rows[other]
        if above.low is not None and below.high is not None and above.score > below.score:
            half = above.score - above.low + below.high - below.score
            blocks = min(above.blocks, below.blocks)
            evidence[one, other] = log_evidence(t_quantile(blocks - 1) * (above.score - below.score) / half, blocks)
    return _places(order, evidence)


def _places(order: Sequence[str], evidence: Mapping[tuple[str, str], float]) -> dict[str, Place]:
    left, apart = len(order) * (len(order) - 1) // 2, []
    for pair in sorted(evidence, key=lambda pair: -evidence[pair]):
        if evidence[pair] < log(left / 0.05):
            break
        apart.append(pair)
        left -= 1
    return {
        bot: Place(1 + sum(bot == below for _, below in apart), len(order) - sum(bot == above for above, _ in apart))
        for bot in order
    }
