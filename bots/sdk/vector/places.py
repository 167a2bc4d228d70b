"""Where rows of a batch are in the records of their games.

A row has no count of the hand's decisions: it is found by what it says of its game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rules.replays.place import Place, decisions_at
from arena.wire.columns.pack import Columns
from bots.sdk.vector.batch import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

TRANSPORT: Final = ("seat_id", "number", "attempt", "move_us", "bank_us")  # not of the game


def places_of(batch: Batch, records: Iterable[dict[str, Any]]) -> list[list[str]]:
    """Return for each row its GAME:HAND:DECISION in *records*.

    A row has none where no record has it, and several where games are alike so far, as those of one board may be.
    Raises `BadRecord`.
    """
    found: dict[bytes, list[str]] = defaultdict(list)
    hands = set(batch.hand_number.tolist())
    for record in records:
        if record.get("variant") == batch.variant:
            for hand in sorted(hands & set(range(len(record["hands"])))):
                places, rows = _of_hand(record, hand)
                for place, row in zip(places, _rows(rows), strict=True):
                    found[row].append(place)
    return [found.get(row, []) for row in _rows(batch)]


def places_told(batch: Batch, records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each row: whose it is, and its places."""
    for row, places in enumerate(places_of(batch, records)):
        where = f"row {row}, seat {batch.seat_id[row]}, hand {batch.hand_number[row] + 1}"
        yield f"{where}: {' or '.join(places) or 'in none of these records'}"


def _of_hand(record: dict[str, Any], hand: int) -> tuple[list[str], Batch]:
    """Return the places of a hand's decisions, and a row for each."""
    places: list[str] = []
    columns: Columns | None = None
    for place, game, _ in decisions_at(record, Place(str(record["id"]), hand)):
        columns = columns or Columns(game.rules)
        columns.add(game, 1, 1, 0, 0, 0)
        places.append(str(place))
    assert columns is not None, "a hand has decisions"
    return places, Batch(columns.take())


def flat(batch: Batch) -> NDArray[np.uint8]:
    """Return what each row says of its game as bytes: all columns but those of transport, in order."""
    names = [name for name in batch.names if name not in TRANSPORT]
    return np.concatenate([batch.column(name).view(np.uint8).reshape(len(batch), -1) for name in names], axis=1)


def _rows(batch: Batch) -> list[bytes]:
    return [row.tobytes() for row in flat(batch)]
