"""A batch of open decisions as numpy arrays, one row each, decoded on demand."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rules import VARIANTS, Kind, Layout, Rules, UnknownVariant, layout_of, number_of, numbered
from arena.wire.columns.frame import HEADER, padding, rows_of
from arena.wire.columns.layout import VERSION, Column, columns_of, offsets_of
from arena.wire.problems import Malformed
from bots.sdk.vector import ACTIONS, CARDS, answers

if TYPE_CHECKING:
    from numpy.typing import NDArray

TYPES: Final = {"cards": "<u8", "u64": "<u8", "i32": "<i4", "i16": "<i2", "i8": "<i1"}


class Batch:
    """The open decisions of some seats of one variant: *n* rows, all of them self-contained.

    Every column of docs/reference/columns.md is an attribute: an array of shape (n,), or (n, players) where each
    player has a value. Player 0 is the row's own seat, 1 the seat on its left, and so on; `dealer`, `leader` and
    `declarer` are such players. Sets of cards are counts by card code, int8 of shape (n, 55) or (n, players, 55);
    `column` has them packed. A column that the variant has not raises AttributeError. Arrays are decoded when first
    asked for.
    """

    seat_id: NDArray[np.uint64]
    number: NDArray[np.int32]
    attempt: NDArray[np.int8]
    move_us: NDArray[np.int32]
    bank_us: NDArray[np.int32]
    kind: NDArray[np.int8]  # a constant of `arena.rules.Kind`
    seat: NDArray[np.int8]
    dealer: NDArray[np.int8]
    hand_number: NDArray[np.int32]
    game: NDArray[np.int16]
    scores: NDArray[np.int32]  # (n, players)
    wins: NDArray[np.int8]  # (n, players)
    hand: NDArray[np.int8]  # (n, 55)
    trump: NDArray[np.int8]
    leader: NDArray[np.int8]
    trick: NDArray[np.int8]  # (n, players), card codes
    tricks: NDArray[np.int8]  # (n, players)
    played: NDArray[np.int8]  # (n, players, 55)
    voids: NDArray[np.int8]  # (n, players), a bit for each suit
    bids: NDArray[np.int8] | NDArray[np.int16]  # (n, players)
    # Spades.
    bags: NDArray[np.int8]  # (n, players)
    jacks: NDArray[np.int8]  # (n, players), a bit for each suit
    broken: NDArray[np.int8]
    # Pinochle.
    least: NDArray[np.int16]
    most: NDArray[np.int16]
    step: NDArray[np.int8]
    count: NDArray[np.int8]
    passed: NDArray[np.int8]  # (n, players)
    declarer: NDArray[np.int8]
    bid: NDArray[np.int16]
    melds: NDArray[np.int16]  # (n, players)
    shown: NDArray[np.int8]  # (n, players, 55)
    won: NDArray[np.int8]  # (n, players, 55)
    # Some variants of pinochle.
    kitty: NDArray[np.int8]  # (n, 55)
    laid: NDArray[np.int8]  # (n, 55)
    got: NDArray[np.int8]  # (n, 55)
    pot: NDArray[np.int32]

    def __init__(self, data: bytes) -> None:
        """*data* as it came over the wire. `Malformed` where it is no batch that this release can read."""
        self._rows = rows_of(data)
        version, number, _ = HEADER.unpack_from(data)
        self.variant: str = _variant(version, number)
        self._columns = _columns(self.variant)
        self._offsets = _offsets(self.variant, self._rows)
        if self._offsets[-1] != len(data):
            size = self._offsets[-1]
            raise Malformed(f"a batch of {len(data)} bytes: {self._rows} rows of {self.variant} have {size}")
        self.data = data

    def __len__(self) -> int:
        """How many rows there are."""
        return self._rows

    def row(self, row: int) -> Batch:
        """A batch of that row alone."""
        data = HEADER.pack(VERSION, number_of(self.variant), 1)
        for name in self._columns:
            data += self.column(name)[row].tobytes()
            data += padding(len(data))
        return Batch(data)

    @property
    def rules(self) -> Rules:
        """The variant with its default options; a seat's own came with its start (`VectorBot.started`)."""
        return VARIANTS[self.variant]

    @property
    def layout(self) -> Layout:
        """The deck: what a packed set of cards means."""
        return layout_of(self.rules.deck)

    def column(self, name: str) -> NDArray[Any]:
        """A column as it is on the wire: sets of cards packed, as uint64. KeyError where the variant has none such."""
        column, place = self._columns[name]
        shape = (self._rows,) if column.count == 1 else (self._rows, column.count)
        flat = np.frombuffer(self.data, TYPES[column.type], self._rows * column.count, self._offsets[place])
        return flat.reshape(shape)

    def __getattr__(self, name: str) -> NDArray[Any]:
        if name.startswith("_") or name not in self._columns:
            raise AttributeError(f"{self.variant} has no column {name!r}: it has {', '.join(self._columns)}")
        array = self.column(name)
        if self._columns[name][0].type == "cards":
            array = self.counts(array)
        self.__dict__[name] = array
        return array

    def counts(self, cards: NDArray[np.uint64]) -> NDArray[np.int8]:
        """Packed sets of cards, of any shape, as counts by card code: that shape and 55."""
        kinds, width = self.layout.kinds, self.layout.width
        bits = _bits(cards)[:, : width * len(kinds)]
        counts = np.zeros((cards.size, CARDS), np.int8)
        counts[:, kinds] = bits[:, ::width]
        for bit in range(1, width):
            counts[:, kinds] += bits[:, bit::width] << bit
        return counts.reshape(*cards.shape, CARDS)

    @cached_property
    def legal_mask(self) -> NDArray[np.uint64]:
        """The legal answers packed, shape (n,): of `play` a set of cards, else bit a is set where action a is legal."""
        return self.column("legal")

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal, by action, shape (n, 64). For `play` that is by card code.

        The bids of an `auction` are `least` to `most` in steps of `step`, and the cards of `discard` and `give` any
        `count` of the hand: of these kinds action 0 (pass, concede) alone is here.
        """
        bits = _bits(self.legal_mask)
        kinds = self.layout.kinds
        cards = np.zeros((self._rows, ACTIONS), np.int8)
        cards[:, kinds] = bits[:, : self.layout.width * len(kinds) : self.layout.width]
        return np.where((self.kind == Kind.PLAY)[:, None], cards, bits).view(np.bool_)

    @cached_property
    def fallback(self) -> NDArray[np.int64]:
        """What the arena would answer in each row: legal, and not wise. Shape (n,)."""
        return answers.fallback(self)

    @cached_property
    def first_legal(self) -> NDArray[np.int64]:
        """A legal answer to each row, the cheapest to find: of `play` the lowest card of the first suit. Shape (n,)."""
        return answers.first_legal(self)

    def best(self, scores: NDArray[Any]) -> NDArray[np.int64]:
        """The legal action of the highest score in each row: *scores* by action, (n, 64) or (n, 55), to (n,).

        Of `discard` and `give` the `count` cards of the highest scores; an `auction` gets the fallback.
        """
        return answers.best(self, scores)

    def lay(self, cards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The actions of `discard` or `give` that lay these cards: codes in any order, shape (m, count) to (m,)."""
        return answers.lay(self, cards)

    @cached_property
    def unseen(self) -> NDArray[np.int8]:
        """The cards that this seat has neither held nor seen played or turned up from the dummy, shape (n, 55)."""
        seen = self.column("hand").copy()
        if self.rules.deal.dummy:
            seen += self.column("won").sum(axis=1, dtype=np.uint64)
            seen += _bit_of(self.variant)[self.trick].sum(axis=1, dtype=np.uint64)
        else:
            seen += self.column("played").sum(axis=1, dtype=np.uint64)
        if self.rules.exchange is not None:
            seen += self.column("laid")
        return self.counts(np.uint64(self.layout.hand(self.layout.deck)) - seen)


def _variant(version: int, number: int) -> str:
    try:
        if version == VERSION:
            return numbered(number).name
    except UnknownVariant:
        pass  # of a later release
    raise Malformed(f"a batch of format {version}, variant {number}: this kit reads format {VERSION}")


@cache
def _columns(variant: str) -> dict[str, tuple[Column, int]]:
    """The columns of a variant by name, each with its place."""
    return {column.name: (column, place) for place, column in enumerate(columns_of(VARIANTS[variant]))}


@lru_cache(maxsize=1024)
def _offsets(variant: str, rows: int) -> list[int]:
    """As `offsets_of`: batches of as many rows come again and again."""
    return offsets_of([column for column, _ in _columns(variant).values()], rows)


@cache
def _bit_of(variant: str) -> NDArray[np.uint64]:
    """One card packed, by its code; nothing for -1."""
    return np.array([*layout_of(VARIANTS[variant].deck).bit[:CARDS], 0], np.uint64)


def _bits(masks: NDArray[np.uint64]) -> NDArray[np.int8]:
    """The bits of packed sets, the lowest first: shape (size, 64)."""
    octets = np.ascontiguousarray(masks, "<u8").reshape(-1, 1).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(np.int8)
