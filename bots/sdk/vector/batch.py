"""A batch of open decisions as numpy arrays, one row each."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rules import VARIANTS, Kind, Layout, Rules, UnknownVariantError, find_by_number, layout_of, number_of
from arena.wire.columns.frame import HEADER, padding, rows_of
from arena.wire.columns.layout import VERSION, Column, columns_of, offsets_of
from arena.wire.refusals import MalformedError
from bots.sdk.vector import ACTIONS, CARDS, answers

if TYPE_CHECKING:
    from numpy.typing import NDArray

TYPES: Final = {"cards": "<u8", "u64": "<u8", "i32": "<i4", "i16": "<i2", "i8": "<i1"}


class Batch:
    """Open decisions of seats of one variant: *n* self-contained rows.

    Every column of docs/reference/columns.md is an attribute: an array of shape (n,), or (n, players) where each
    player has a value. Player 0 is the row's own seat, 1 the seat on its left, and so on; `dealer`, `leader` and
    `declarer` are such players. Sets of cards are counts by card code, int8 of shape (n, 55) or (n, players, 55);
    `column` returns them packed. A column that the variant lacks raises AttributeError. Arrays are decoded when used.
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

    def __init__(self, data: bytes | bytearray) -> None:
        """Read *data* as it came over the wire. Raises `MalformedError`."""
        self._rows = rows_of(data)
        version, number, _ = HEADER.unpack_from(data)
        self.variant: str = _variant(version, number)
        self._columns = _columns(self.variant)
        self._offsets = _offsets(self.variant, self._rows)
        if self._offsets[-1] != len(data):
            size = self._offsets[-1]
            raise MalformedError(f"a batch has {len(data)} bytes; {self._rows} rows of {self.variant} have {size}")
        self.data = data

    def __len__(self) -> int:
        return self._rows

    def row(self, row: int) -> Batch:
        """Return a batch of that row alone."""
        data = HEADER.pack(VERSION, number_of(self.variant), 1)
        for name in self._columns:
            data += self.column(name)[row].tobytes()
            data += padding(len(data))
        return Batch(data)

    @property
    def rules(self) -> Rules:
        """The variant's default rules; a seat's own come with `VectorBot.started`."""
        return VARIANTS[self.variant]

    @property
    def layout(self) -> Layout:
        """The deck, by which packed sets of cards are decoded."""
        return layout_of(self.rules.deck)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names, in their order."""
        return tuple(self._columns)

    def column(self, name: str) -> NDArray[Any]:
        """Return a column as on the wire, cards packed. Raises `KeyError`."""
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
        """Return packed sets of cards as counts by code, shape (..., 55)."""
        kinds, width = self.layout.kinds, self.layout.width
        bits = _bits(cards)[:, : width * len(kinds)]
        counts = np.zeros((cards.size, CARDS), np.int8)
        counts[:, kinds] = bits[:, ::width]
        for bit in range(1, width):
            counts[:, kinds] += bits[:, bit::width] << bit
        return counts.reshape(*cards.shape, CARDS)

    @cached_property
    def legal_mask(self) -> NDArray[np.uint64]:
        """The legal answers packed, shape (n,).

        For `play` they are a set of cards; for other kinds bit a is set where action a is legal.
        """
        return self.column("legal")

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal, shape (n, 64); for `play` by card code.

        For `auction`, `discard` and `give` only action 0 (pass, concede) is here. The bids of an `auction` are `least`
        to `most` in steps of `step`. A `discard` or `give` takes any `count` cards of the hand.
        """
        bits = _bits(self.legal_mask)
        kinds = self.layout.kinds
        cards = np.zeros((self._rows, ACTIONS), np.int8)
        cards[:, kinds] = bits[:, : self.layout.width * len(kinds) : self.layout.width]
        return np.where((self.kind == Kind.PLAY)[:, None], cards, bits).view(np.bool_)

    @cached_property
    def fallback(self) -> NDArray[np.int64]:
        """The fallback of each row: legal, not wise. Shape (n,)."""
        return answers.fallback(self)

    @cached_property
    def first_legal(self) -> NDArray[np.int64]:
        """A legal answer to each row, quick to compute. Shape (n,)."""
        return answers.first_legal(self)

    def best(self, scores: NDArray[Any]) -> NDArray[np.int64]:
        """Return each row's legal action of the highest score, shape (n,).

        *scores*: by action, shape (n, 64) or (n, 55). For `discard` and `give` it chooses the `count` cards with the
        highest scores. An `auction` gets the fallback.
        """
        return answers.best(self, scores)

    def lay(self, cards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return actions (m,) of `discard` or `give` for card codes (m, count)."""
        return answers.lay(self, cards)

    @cached_property
    def unseen(self) -> NDArray[np.int8]:
        """The number of unseen copies of each card, shape (n, 55)."""
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
            return find_by_number(number).name
    except UnknownVariantError:
        pass  # of a later release
    raise MalformedError(
        f"a batch has format {version}, variant {number}; this kit reads format {VERSION}, so update it"
    )


@cache
def _columns(variant: str) -> dict[str, tuple[Column, int]]:
    """Return a variant's columns by name, each with its place."""
    return {column.name: (column, place) for place, column in enumerate(columns_of(VARIANTS[variant]))}


@lru_cache(maxsize=1024)
def _offsets(variant: str, rows: int) -> list[int]:
    """Return `offsets_of`, cached because batches often have equally many rows."""
    return offsets_of([column for column, _ in _columns(variant).values()], rows)


@cache
def _bit_of(variant: str) -> NDArray[np.uint64]:
    """Return each card's bit, by code; 0 for -1."""
    return np.array([*layout_of(VARIANTS[variant].deck).bit[:CARDS], 0], np.uint64)


def _bits(masks: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Return the bits of packed sets, lowest first: shape (size, 64)."""
    octets = np.ascontiguousarray(masks, "<u8").reshape(-1, 1).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(np.int8)
