"""Compute answers to a whole batch, and check the answers of a bot."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rules import (
    CARD_BITS,
    KIND_NAMES,
    PASS,
    PLAIN,
    VARIANTS,
    Kind,
    Layout,
    Legal,
    describe,
    layout_of,
    legal_actions,
    legal_bids,
    legal_cards,
    longest_suit,
    lowest_cards,
)
from bots.sdk.bot.answers import AnswerError
from bots.sdk.vector import ACTIONS, CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bots.sdk.vector.batch import Batch

LAYING: Final = (Kind.DISCARD, Kind.GIVE)
LISTED: Final = np.array([kind not in (Kind.NONE, Kind.AUCTION, *LAYING) for kind in range(len(KIND_NAMES))])
# Two tables in one array give the meaning of the bits of `legal_mask`: for kinds without `play`, and for `play`, where
# they are cards. The last entry of each is for higher actions. TABLE_AT: the index at which a kind's table begins.
ENTRIES: Final = ACTIONS + 1
TABLE_AT: Final = np.array([ENTRIES * (kind == Kind.PLAY) for kind in range(len(KIND_NAMES))], np.uint64)
NO_ACTION: Final = np.uint64(ACTIONS)
ONE: Final = np.uint64(1)
# The fallback action of each kind of decision that always has the same one (docs/reference/protocol.md).
FIXED: Final = np.array([{Kind.BID: 1, Kind.WIDOW: 1}.get(kind, 0) for kind in range(len(KIND_NAMES))], np.int64)


def fallback(batch: Batch) -> NDArray[np.int64]:
    """Return the fallback action of each row, shape (n,); always legal."""
    kinds = batch.kind
    actions = FIXED[kinds]
    playing = np.flatnonzero(kinds == Kind.PLAY)
    order = _lowest_first(batch.variant)
    actions[playing] = order[batch.legal[playing][:, order].argmax(axis=1)]
    bidding = np.flatnonzero(kinds == Kind.AUCTION)
    if len(bidding):
        may_pass = batch.legal[bidding, PASS]
        actions[bidding] = np.where(may_pass, PASS, batch.least[bidding])
    for row in np.flatnonzero((kinds == Kind.TRUMP) | np.isin(kinds, LAYING)):
        actions[row] = _with_cards(batch, int(row))
    return actions


def first_legal(batch: Batch) -> NDArray[np.int64]:
    """Return the lowest legal action of each row, shape (n,); the fallback for kinds without a list of actions."""
    masks = batch.legal_mask
    places = np.bitwise_count((masks & -masks) - ONE)
    entries = TABLE_AT.take(batch.kind) + places
    actions: NDArray[np.int64] = _actions_of(batch.variant).take(entries.view(np.int64))
    if batch.rules.auction is None:  # in spades all kinds are listed
        return actions
    return np.where(LISTED.take(batch.kind), actions, fallback(batch))


def integers(given: Any, rows: int) -> NDArray[np.int64]:
    """Return *given*, the result of `decide`, as integers of shape (rows,). Raises `AnswerError`."""
    try:
        array = np.asarray(given)
    except ValueError:  # lists of different lengths
        array = np.array(given, dtype=object)
    if array.dtype.kind not in "iu" or array.shape != (rows,):
        what = f"{type(given).__name__} ({array.dtype}, shape {array.shape})"
        raise AnswerError(f"decide returned {what}; return one integer for each of the {rows} rows")
    return array.astype(np.int64, copy=False)


def illegal_rows(batch: Batch, actions: NDArray[np.int64]) -> list[int]:
    """Return the indices of the rows whose action is illegal. *actions*: one action per row, shape (n,)."""
    entries = TABLE_AT.take(batch.kind) + np.minimum(actions.view(np.uint64), NO_ACTION)  # negative numbers become high
    in_mask = batch.legal_mask & _bits_of(batch.variant).take(entries.view(np.int64))
    if np.count_nonzero(in_mask) == len(in_mask):
        return []
    return [
        int(row)
        for row in np.flatnonzero(in_mask == 0)
        if LISTED[batch.kind[row]] or not legal_of(batch, int(row)).allows(int(actions[row]))
    ]


def legal_of(batch: Batch, row: int) -> Legal:
    """Return the legal answers of one row, as an object of the rules core."""
    kind, mask = int(batch.kind[row]), int(batch.legal_mask[row])
    if kind == Kind.AUCTION:
        return legal_bids(int(batch.least[row]), int(batch.step[row]), int(batch.most[row]), mask == 1)
    if kind in LAYING:
        cards = batch.layout.sorted(int(batch.column("hand")[row]))
        return legal_cards(kind, cards, int(batch.count[row]), mask == 1)
    codes = batch.layout if kind == Kind.PLAY else PLAIN
    return legal_actions(kind, codes.listed(mask))


def refusal(batch: Batch, row: int, action: int) -> str:
    """Return one line that describes an illegal answer and the legal ones."""
    legal = legal_of(batch, row)
    given = describe(legal.kind, action, legal.count)
    asked = f"row {row} ({batch.variant}, seat {batch.seat_id[row]}, decision {batch.number[row]})"
    return f"{asked}: {KIND_NAMES[legal.kind]}: {action} ({given}) is not legal: legal is {legal.describe()}"


def lay(batch: Batch, cards: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return actions of `discard` or `give`, shape (m,). *cards*: card codes, shape (m, count)."""
    place, code = _sheet_order(batch.variant)
    ordered = code[np.sort(place[cards], axis=1)]
    shifts = CARD_BITS * np.arange(cards.shape[1], dtype=np.int64)
    laid: NDArray[np.int64] = (ordered << shifts).sum(axis=1)
    return laid


def best(batch: Batch, scores: NDArray[Any]) -> NDArray[np.int64]:
    """Return each row's legal action with the highest score, like `Batch.best`. It never concedes."""
    legal = batch.legal[:, : scores.shape[1]]
    actions: NDArray[np.int64] = np.where(legal, scores, -np.inf).argmax(axis=1)
    laying = np.isin(batch.kind, LAYING)
    for count in np.unique(batch.count[laying]) if laying.any() else ():
        rows = np.flatnonzero(laying & (batch.count == count))
        actions[rows] = lay(batch, _highest(batch.hand[rows], scores[rows, :CARDS], int(count)))
    bidding = batch.kind == Kind.AUCTION
    return np.where(bidding, batch.fallback, actions) if bidding.any() else actions


def _highest(hand: NDArray[np.int8], scores: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Return the card codes of the *count* cards with the highest scores in each hand, shape (m, count)."""
    copies = np.arange(hand.max()) < hand[:, :, None]
    each = np.where(copies, scores[:, :, None], -np.inf).reshape(len(hand), -1)
    codes: NDArray[np.int64] = np.argsort(-each, axis=1, kind="stable")[:, :count] // hand.max()
    return codes


def _with_cards(batch: Batch, row: int) -> int:
    """Return the fallback action of a row whose kind of decision depends on the cards."""
    cards, layout = int(batch.column("hand")[row]), batch.layout
    if batch.kind[row] == Kind.TRUMP:
        return longest_suit(layout, cards, PLAIN.listed(int(batch.legal_mask[row])))
    return lowest_cards(layout, cards, int(batch.trump[row]), int(batch.count[row]))


def _layout(variant: str) -> Layout:
    return layout_of(VARIANTS[variant].deck)


@cache
def _lowest_first(variant: str) -> NDArray[np.int64]:
    """Return the card codes from the lowest rank to the highest; ties by suit, jokers first."""
    layout = _layout(variant)
    return np.array(sorted(sorted(layout.kinds), key=lambda code: layout.strength[code]), np.int64)


@cache
def _bits_of(variant: str) -> NDArray[np.uint64]:
    """Return the bit of each action in `legal_mask`, for both tables, shape (2 * 65,)."""
    return np.array([*PLAIN.bit, 0, *_layout(variant).bit, 0], np.uint64)


@cache
def _actions_of(variant: str) -> NDArray[np.int64]:
    """Return the action of each bit of `legal_mask`, for both tables, shape (2 * 65,)."""
    actions = np.tile(np.append(np.arange(ACTIONS, dtype=np.int64), 0), (2, 1))
    layout = _layout(variant)
    actions[1, : layout.width * len(layout.kinds)] = np.repeat(layout.kinds, layout.width)
    return actions.ravel()


@cache
def _sheet_order(variant: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each card's index in the order of a hand, and the inverse: the card code at each index."""
    order = list(dict.fromkeys(_layout(variant).deck))
    code = np.array(order + [code for code in range(ACTIONS) if code not in order], np.int64)
    return np.argsort(code), code
