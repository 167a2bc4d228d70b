"""What is counted from a hand's events: points taken, and what a bid still needs."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from arena.rules import (
    BLIND_NIL,
    BLIND_SIX,
    MOON,
    NIL,
    ONE_FOR_50,
    RANKS,
    TWO_FOR_40,
    Rules,
    SavedBy,
    TrickWon,
    View,
    partner_of,
)

COUNTERS: Final = [rank in "ATK" for rank in RANKS]
# How many tricks each special bid promises (spades.md, Bidding).
PROMISED: Final = {NIL: 0, BLIND_NIL: 0, BLIND_SIX: 6, ONE_FOR_50: 1, TWO_FOR_40: 2, MOON: 14}

# The tricks that are over: (seat, card) in order, and who won it.
Won: TypeAlias = Sequence[tuple[list[tuple[int, int]], TrickWon]]


def counters(codes: Iterable[int]) -> int:
    """Return how many aces, tens and kings there are."""
    return sum(COUNTERS[code % 13] for code in codes)


def points_of(core: View, won: Won, laid: list[int]) -> list[int]:
    """Return each seat's trick points, as far as this seat knows; it has *laid* those cards away."""
    rules = core.rules
    if rules.bids is not None:
        return list(core.tricks)
    each, last = _scale(rules)
    taken = [0] * rules.seats
    for plays, end in won:
        taken[end.seat] += counters([card for _, card in plays]) + (end.turned >= 0 and counters([end.turned]))
    if core.tricks[core.seat] or rules.chips is None:  # for chips the first trick brings them in
        taken[core.seat] += counters(laid)
    points = [each * count for count in taken]
    if won and len(won) == rules.deal.hand:
        points[won[-1][1].seat] += last
    return points


def needs_of(core: View, points: list[int]) -> list[int | None]:
    """Return what each seat's bid still needs; None without one."""
    rules = core.rules
    if rules.bids is not None:
        return [None if bid < 0 else PROMISED.get(bid, bid) - core.tricks[seat] for seat, bid in enumerate(core.bids)]
    needs: list[int | None] = [None] * rules.seats
    if core.declarer >= 0:
        side = [seat for seat in (core.declarer, partner_of(rules, core.declarer)) if seat >= 0]
        for seat in side:
            needs[seat] = _short(core, side, points)
    return needs


def _short(core: View, side: list[int], points: list[int]) -> int:
    """Return the points that the declaring side is short of, at least 1 while its meld is not saved."""
    melded = sum(meld.points for meld in core.melds if meld.seat in side)
    short = core.bid - melded - sum(points[seat] for seat in side)
    saved_by = SavedBy.NOTHING if core.rules.contract is None else core.rules.contract.declarer_saved_by
    saving = core.tricks if saved_by is SavedBy.TRICK else points
    is_saved = saved_by is SavedBy.NOTHING or any(saving[seat] for seat in side)
    return short if is_saved else max(short, 1)


def _scale(rules: Rules) -> tuple[int, int]:
    """Return the points of a counter and of the last trick."""
    if rules.contract is not None:
        return rules.contract.counter, rules.contract.last_trick
    assert rules.chips is not None
    return 1, rules.chips.last_trick
