"""Batches in the decision log: format them, ask them again, and find their rows in records of games.

A row does not contain its number within the hand, so it is found by comparing its columns.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rules import KIND_NAMES, Game, describe
from arena.rules.replays.place import Place, decisions_at
from arena.wire.columns.pack import Columns
from arena.wire.refusals import MalformedError
from bots.sdk.bot.answers import AnswerError
from bots.sdk.bot.traces import format_trace, is_outside_kit
from bots.sdk.seats.errors import RAISED
from bots.sdk.vector import TIME_US
from bots.sdk.vector.answers import illegal_rows, integers, refusal
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot

if TYPE_CHECKING:
    from numpy.typing import NDArray

TRANSPORT: Final = ("seat_id", "number", "attempt", "move_us", "bank_us")  # columns that are not compared


def line_of(
    batch: Batch, actions: Sequence[int], failure: BaseException | None, wrong: Mapping[int, str], think: float
) -> dict[str, Any]:
    """Return a log entry for a batch and its answers.

    *failure*: the exception of the bot, or None. *wrong*: reasons by row index for illegal answers. *think*: seconds
    that the bot took.
    """
    return {
        "variant": batch.variant,
        "rows": len(batch),
        "seat_ids": [str(seat_id) for seat_id in batch.seat_id.tolist()],  # text, because JSON numbers keep 53 bits
        "numbers": batch.number.tolist(),
        "seats": batch.seat.tolist(),
        "hands": batch.hand_number.tolist(),
        "kinds": [KIND_NAMES[kind] for kind in batch.kind.tolist()],
        "answers": list(actions),
        "error": "" if failure is None else f"{type(failure).__name__}: {failure}",
        "wrong": {str(row): reason for row, reason in wrong.items()},
        "think_ms": round(1000 * think, 3),
        "decision": pack_batch(batch),
    }


def pack_batch(batch: Batch) -> str:
    """Return a batch as text: its bytes, compressed, in base 64."""
    return base64.urlsafe_b64encode(zlib.compress(batch.data, 6)).decode()


def unpack_batch(text: str) -> Batch:
    """Parse the text of a batch. Raises `MalformedError`, also if another release wrote the text."""
    try:
        return Batch(zlib.decompress(base64.urlsafe_b64decode(text.encode())))
    except (binascii.Error, zlib.error, UnicodeError, ValueError):
        raise MalformedError("this text is not a batch; give the text that the kit printed, or LOG:LINE") from None


def ask_again(bot: type[VectorBot], text: str) -> tuple[list[str], bool]:
    """Ask *bot* a logged batch again; return lines to print, and whether the bot fails. Raises `MalformedError`."""
    batch = unpack_batch(text)
    try:
        actions = integers(bot().decide(batch), len(batch))
    except AnswerError as error:
        return [str(error)], True
    except RAISED as error:
        return [format_trace(error, is_outside_kit).rstrip()], True
    wrong = set(illegal_rows(batch, actions))
    return [_format_row(batch, row, int(actions[row]), row in wrong) for row in range(len(batch))], bool(wrong)


def one_row(bot: type[VectorBot], game: Game) -> int:
    """Return the action of a fresh object of *bot* for the open decision of *game*. Raises `AnswerError`."""
    columns = Columns(game.rules)
    columns.add(game, 1, 1, 0, TIME_US, 0)
    return int(integers(bot().decide(Batch(columns.take())), 1)[0])


def _format_row(batch: Batch, row: int, action: int, is_wrong: bool) -> str:
    if is_wrong:
        return refusal(batch, row, action)
    kind = int(batch.kind[row])
    count = int(batch.count[row]) if hasattr(batch, "count") else 0
    where = f"row {row}, seat {batch.seat_id[row]}, decision {batch.number[row]}"
    return f"{where}: {KIND_NAMES[kind]}: {action} ({describe(kind, action, count)})"


def places_of(batch: Batch, records: Iterable[dict[str, Any]]) -> list[list[str]]:
    """Return, for each row, its places in *records* of games as GAME:HAND:DECISION. Raises `RecordError`.

    A row may have no place. It has several if games are equal up to this decision, as games of one board may be.
    """
    places_by_row: dict[bytes, list[str]] = defaultdict(list)
    hands = set(batch.hand_number.tolist())
    for record in records:
        if record.get("variant") == batch.variant:
            for hand in sorted(hands & set(range(len(record["hands"])))):
                places, rows = _of_hand(record, hand)
                for place, row in zip(places, _rows(rows), strict=True):
                    places_by_row[row].append(place)
    return [places_by_row.get(row, []) for row in _rows(batch)]


def format_places(batch: Batch, records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a line of text for each row, with its seat id, hand and places in *records*."""
    for row, places in enumerate(places_of(batch, records)):
        where = f"row {row}, seat {batch.seat_id[row]}, hand {batch.hand_number[row] + 1}"
        yield f"{where}: {' or '.join(places) or 'in none of these records'}"


def _of_hand(record: dict[str, Any], hand: int) -> tuple[list[str], Batch]:
    places: list[str] = []
    columns: Columns | None = None
    for place, game, _ in decisions_at(record, Place(str(record["id"]), hand)):
        columns = columns or Columns(game.rules)
        columns.add(game, 1, 1, 0, 0, 0)
        places.append(str(place))
    assert columns is not None, "a hand has decisions"
    return places, Batch(columns.take())


def flat(batch: Batch) -> NDArray[np.uint8]:
    """Return the bytes of each row's columns in order, without those of `TRANSPORT`, shape (n, bytes of a row)."""
    names = [name for name in batch.names if name not in TRANSPORT]
    return np.concatenate([batch.column(name).view(np.uint8).reshape(len(batch), -1) for name in names], axis=1)


def _rows(batch: Batch) -> list[bytes]:
    return [row.tobytes() for row in flat(batch)]
