"""A batch of open decisions as numpy arrays, with one row for each decision."""

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
    """Open decisions of seats that play one variant, in *n* rows. Each row is a complete observation.

    Every column of docs/reference/columns.md is an attribute: an array of shape (n,), or (n, players) if each player
    has a value. Player 0 is the row's own seat, 1 the seat on its left, and so on; `dealer`, `leader` and `declarer`
    are such players. Sets of cards are counts by card code: int8 of shape (n, 55) or (n, players, 55). The method
    `column` returns them packed. A column that the variant lacks raises AttributeError. Arrays are decoded when they
    are first used.
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
    # Only in spades.
    bags: NDArray[np.int8]  # (n, players)
    jacks: NDArray[np.int8]  # (n, players), a bit for each suit
    broken: NDArray[np.int8]
    # Only in pinochle.
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
    # Only in some variants of pinochle.
    kitty: NDArray[np.int8]  # (n, 55)
    laid: NDArray[np.int8]  # (n, 55)
    got: NDArray[np.int8]  # (n, 55)
    pot: NDArray[np.int32]

    def __init__(self, data: bytes | bytearray) -> None:
        """Read *data*, the bytes of a batch in the protocol. Raises `MalformedError`."""
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
        """Return a batch that contains only the row with this index."""
        data = HEADER.pack(VERSION, number_of(self.variant), 1)
        for name in self._columns:
            data += self.column(name)[row].tobytes()
            data += padding(len(data))
        return Batch(data)

    @property
    def rules(self) -> Rules:
        """The default rules of the variant. `VectorBot.started` gets the rules of a seat's own game."""
        return VARIANTS[self.variant]

    @property
    def layout(self) -> Layout:
        """The layout of the deck, which defines the bits of packed sets of cards."""
        return layout_of(self.rules.deck)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns, in the order of the protocol."""
        return tuple(self._columns)

    def column(self, name: str) -> NDArray[Any]:
        """Return a column as in the protocol, with sets of cards packed. Raises `KeyError`."""
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
        """Return packed sets of cards as counts by card code, shape (..., 55)."""
        kinds, width = self.layout.kinds, self.layout.width
        bits = _bits(cards)[:, : width * len(kinds)]
        counts = np.zeros((cards.size, CARDS), np.int8)
        counts[:, kinds] = bits[:, ::width]
        for bit in range(1, width):
            counts[:, kinds] += bits[:, bit::width] << bit
        return counts.reshape(*cards.shape, CARDS)

    @cached_property
    def legal_mask(self) -> NDArray[np.uint64]:
        """The legal actions of each row as 64 bits, shape (n,).

        For `play` the bits are a packed set of cards. For other kinds of decision bit a is set if action a is legal.
        """
        return self.column("legal")

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal, shape (n, 64); for `play` by card code.

        For `auction`, `discard` and `give` only action 0 (pass, concede) is included. The bids of an `auction` are
        `least` to `most` in steps of `step`. A `discard` or `give` takes any `count` cards of the hand.
        """
        bits = _bits(self.legal_mask)
        kinds = self.layout.kinds
        cards = np.zeros((self._rows, ACTIONS), np.int8)
        cards[:, kinds] = bits[:, : self.layout.width * len(kinds) : self.layout.width]
        return np.where((self.kind == Kind.PLAY)[:, None], cards, bits).view(np.bool_)

    @cached_property
    def fallback(self) -> NDArray[np.int64]:
        """The fallback action of each row, shape (n,): legal, but not clever."""
        return answers.fallback(self)

    @cached_property
    def first_legal(self) -> NDArray[np.int64]:
        """A legal action for each row that is quick to compute, shape (n,)."""
        return answers.first_legal(self)

    def best(self, scores: NDArray[Any]) -> NDArray[np.int64]:
        """Return each row's legal action with the highest score, shape (n,).

        *scores*: a score for each action, shape (n, 64) or (n, 55). For `discard` and `give` the `count` cards with the
        highest scores are chosen. An `auction` gets the fallback.
        """
        return answers.best(self, scores)

    def lay(self, cards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return actions of `discard` or `give`, shape (m,). *cards*: card codes, shape (m, count)."""
        return answers.lay(self, cards)

    @cached_property
    def unseen(self) -> NDArray[np.int8]:
        """The number of copies of each card that the row's seat has not seen, shape (n, 55)."""
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
        pass  # a variant of a later release
    raise MalformedError(
        f"a batch has format {version}, variant {number}; this kit reads format {VERSION}, so update it"
    )


@cache
def _columns(variant: str) -> dict[str, tuple[Column, int]]:
    """Return the columns of a variant by name, each with its index in the batch."""
    return {column.name: (column, place) for place, column in enumerate(columns_of(VARIANTS[variant]))}


@lru_cache(maxsize=1024)
def _offsets(variant: str, rows: int) -> list[int]:
    """Return the offset of each column in the bytes of a batch; cached, as many batches have equally many rows."""
    return offsets_of([column for column, _ in _columns(variant).values()], rows)


@cache
def _bit_of(variant: str) -> NDArray[np.uint64]:
    """Return the bit of each card by card code; 0 for -1, which means no card."""
    return np.array([*layout_of(VARIANTS[variant].deck).bit[:CARDS], 0], np.uint64)


def _bits(masks: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Return the bits of packed sets, lowest bit first, shape (number of sets, 64)."""
    octets = np.ascontiguousarray(masks, "<u8").reshape(-1, 1).view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").view(np.int8)
