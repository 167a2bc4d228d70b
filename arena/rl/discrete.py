"""Number the legal actions of every kind of decision, for action spaces of fixed size.

Most kinds list their actions and keep the numbers of the rules core; the number of a `play` is the card code. In an
`auction` 0 is the pass, and 1 + i is the i-th legal bid from 0. In `discard` and `give` 0 concedes, and 1 + i lays the
i-th combination of the sorted hand.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from arena.rules import Kind, Legal, Rules, pack_cards
from bots.sdk.vector import ACTIONS
from bots.sdk.vector.answers import legal_of
from bots.sdk.vector.batch import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNLISTED: Final = (Kind.AUCTION, Kind.DISCARD, Kind.GIVE)


def size_of(rules: Rules) -> int:
    """Return the number of actions in the action space of these rules."""
    hand = rules.deal.hand
    discards = rules.exchange.discards if rules.exchange is not None else 0
    given = rules.giving.count if rules.giving is not None else 0
    bids = rules.auction.max_bid // rules.auction.step if rules.auction is not None else 0
    return max(ACTIONS, 1 + comb(hand + discards, discards), 1 + comb(hand, given), 1 + bids)


def masks(batch: Batch, size: int) -> NDArray[np.int8]:
    """Return action masks, shape (n, size): 1 for each legal action number of a row, else 0."""
    found = np.zeros((len(batch), size), np.int8)
    found[:, :ACTIONS] = batch.legal
    for row in np.flatnonzero(np.isin(batch.kind, UNLISTED)):
        legal = legal_of(batch, int(row))
        found[row, 0] = legal.may_pass or legal.may_concede
        found[row, 1 : 1 + _count(legal)] = 1
    return found


def actions_of(batch: Batch, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the rules core's action for each row's action number, shape (n,)."""
    found = np.array(numbers, np.int64)
    for row in np.flatnonzero(np.isin(batch.kind, UNLISTED) & (found > 0)):
        legal, place = legal_of(batch, int(row)), int(found[row]) - 1
        if legal.kind == Kind.AUCTION:
            found[row] = legal.least + place * legal.step
        else:
            found[row] = pack_cards(list(next(islice(combinations(legal.cards, legal.count), place, None))))
    return found


def _count(legal: Legal) -> int:
    if legal.kind == Kind.AUCTION:
        return max(0, (legal.most - legal.least) // legal.step + 1)
    return comb(len(legal.cards), legal.count)
