"""Compute the network's inputs for decisions of a spades variant.

All inputs lie between -4 and 4 and are multiples of 1/32. So their products with weights, multiples of 1/1024, have
exact sums in float64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rules import BLIND_NIL, BLIND_SIX, MOON, NIL, ONE_FOR_50, TWO_FOR_40, Kind, card_code, layout_of
from bots.sdk.vector import ACTIONS, CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bots.sdk.vector.batch import Batch

SPADES: Final = 0
JOKERS: Final = 52  # the lowest card code of a joker
SUIT: Final = np.where(np.arange(CARDS) < JOKERS, np.arange(CARDS) // 13, SPADES)  # suit number of each card code
TRUMPS: Final = SUIT == SPADES
NO_SUIT: Final = 5  # stands for "no suit is led"; the stored weights have an unused input for 4
JD, JC = card_code("JD"), card_code("JC")
NILS: Final = (NIL, BLIND_NIL)
EXACT: Final = (ONE_FOR_50, TWO_FOR_40)
TRICKS: Final = np.array([action if action < NIL else 0 for action in range(ACTIONS)], np.int64)  # promised by each bid
TRICKS[[BLIND_SIX, ONE_FOR_50, TWO_FOR_40, MOON]] = 6, 1, 2, 14
NEEDS: Final = np.arange(-2, 7)  # tricks to the bid, as classes


def features(batch: Batch) -> NDArray[np.float32]:
    """Return the network's inputs for each row of *batch*, shape (n, number of inputs of the variant)."""
    rows, players = len(batch), batch.rules.seats
    strength = np.array(batch.layout.strength[:CARDS])
    power = np.where(TRUMPS, strength + 16, strength)
    best, winner = _best(batch, power)
    led = np.where(batch.leader > 0, batch.trick[np.arange(rows), batch.leader], -1)
    led_suit = np.where(led < 0, NO_SUIT, SUIT[led])
    playing = batch.kind == Kind.PLAY
    follows = TRUMPS | (led_suit[:, None] == SUIT)
    takes = batch.hand * follows * (power > best[:, None]) * playing[:, None]
    parts = [
        batch.hand,
        batch.unseen,
        batch.hand * 0.5 ** np.minimum(_higher_unseen(batch), 4),
        takes,
        power * (batch.hand > 0) * ((best >= 0) & playing)[:, None] / 32,
        _one_hot(led_suit, NO_SUIT + 1),
        _one_hot(winner, players),
        _one_hot(batch.leader, players),
        _one_hot(batch.dealer, players),
        (batch.trick == JD).any(axis=1)[:, None],
        (batch.trick == JC).any(axis=1)[:, None],
        best[:, None] / 32,
        *((batch.voids >> suit) & 1 for suit in range(4)),
        *((batch.jacks >> suit) & 1 for suit in (1, 2, 3)),
        *_contracts(batch),
        np.stack([batch.hand[:, suit == SUIT].sum(axis=1) for suit in range(4)], axis=1) / 16,
        np.stack([batch.unseen[:, suit == SUIT].sum(axis=1) for suit in range(4)], axis=1) / 16,
        batch.hand.sum(axis=1)[:, None] / 16,
        batch.broken[:, None],
        playing[:, None],
    ]
    return np.concatenate(parts, axis=1, dtype=np.float32, casting="unsafe")


def _best(batch: Batch, power: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the power of the best card on the table, and the player of that card; both -1 if the table is empty."""
    rows = np.arange(len(batch))
    led = batch.trick[rows, batch.leader]
    counts = TRUMPS[batch.trick] | (SUIT[batch.trick] == SUIT[led][:, None])
    powers = np.where((batch.trick >= 0) & counts, power[batch.trick], -1)
    winner = powers.argmax(axis=1)
    best = powers[rows, winner]
    return best, np.where(best < 0, -1, winner)


def _higher_unseen(batch: Batch) -> NDArray[Any]:
    """Return the number of unseen higher cards in each card's suit, by card code, shape (n, 55)."""
    strength = np.array(layout_of(batch.rules.deck).strength[:CARDS])
    order = np.lexsort((-strength, SUIT))  # suit by suit, each from high to low; jokers are the highest spades
    unseen = batch.unseen[:, order]
    above = np.cumsum(unseen, axis=1) - unseen
    starts = np.searchsorted(SUIT[order], np.arange(4))
    above = above - above[:, starts][:, SUIT[order]]
    higher = np.empty_like(above)
    higher[:, order] = above
    return higher


def _contracts(batch: Batch) -> list[NDArray[Any]]:
    bids = batch.bids.astype(np.int64)
    known = bids >= 0
    promised = np.where(known, TRICKS[bids], 0)
    needs = np.clip(promised - batch.tricks, NEEDS[0], NEEDS[-1])
    classes = (needs[:, :, None] == NEEDS) & known[:, :, None]
    return [
        known,
        np.isin(bids, NILS),
        np.isin(bids, EXACT),
        promised / 16,
        batch.tricks / 16,
        promised.sum(axis=1, keepdims=True) / 16,
        classes.reshape(len(batch), -1),
    ]


def _one_hot(values: NDArray[Any], size: int) -> NDArray[np.bool_]:
    one_hot: NDArray[np.bool_] = values[:, None] == np.arange(size)
    return one_hot
