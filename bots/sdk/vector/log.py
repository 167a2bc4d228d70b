"""Batches as lines of the decision log, and asked again."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from arena.rules import KIND_NAMES, Game, describe
from arena.wire.columns.pack import Columns
from arena.wire.refusals import Malformed
from bots.sdk.bot.answers import NoAnswer
from bots.sdk.bot.traces import beyond_the_kit, told_from
from bots.sdk.seats.faults import RAISED
from bots.sdk.vector import TIME_US
from bots.sdk.vector.answers import illegal_rows, integers, refusal
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot


def line_of(
    batch: Batch, actions: Sequence[int], failure: BaseException | None, wrong: Mapping[int, str], think: float
) -> dict[str, Any]:
    """Return a log's line: a batch, its answers and faults, *think* seconds."""
    return {
        "variant": batch.variant,
        "rows": len(batch),
        "seat_ids": [str(seat_id) for seat_id in batch.seat_id.tolist()],  # text: a number of JSON keeps 53 bits
        "numbers": batch.number.tolist(),
        "seats": batch.seat.tolist(),
        "hands": batch.hand_number.tolist(),
        "kinds": [KIND_NAMES[kind] for kind in batch.kind.tolist()],
        "answers": list(actions),
        "fault": "" if failure is None else f"{type(failure).__name__}: {failure}",
        "wrong": {str(row): reason for row, reason in wrong.items()},
        "think_ms": round(1000 * think, 3),
        "decision": packed(batch),
    }


def packed(batch: Batch) -> str:
    """Return a batch as text: its bytes, compressed, in base 64."""
    return base64.urlsafe_b64encode(zlib.compress(batch.data, 6)).decode()


def unpacked(text: str) -> Batch:
    """Read such a text. Raises `Malformed`, also for another release's."""
    try:
        return Batch(zlib.decompress(base64.urlsafe_b64decode(text.encode())))
    except (binascii.Error, zlib.error, UnicodeError, ValueError):
        raise Malformed("this text is no batch: accepted is what the kit printed, or LOG:LINE") from None


def ask_again(bot: type[VectorBot], text: str) -> tuple[list[str], bool]:
    """Ask a batch again; return lines, and whether the bot fails. Raises `Malformed`."""
    batch = unpacked(text)
    try:
        actions = integers(bot().decide(batch), len(batch))
    except NoAnswer as error:
        return [str(error)], True
    except RAISED as error:
        return [told_from(error, beyond_the_kit).rstrip()], True
    wrong = set(illegal_rows(batch, actions))
    return [_told(batch, row, int(actions[row]), row in wrong) for row in range(len(batch))], bool(wrong)


def one_row(bot: type[VectorBot], game: Game) -> int:
    """Return what a fresh object answers to the open decision of *game* alone. Raises `NoAnswer`."""
    columns = Columns(game.rules)
    columns.add(game, 1, 1, 0, TIME_US, 0)
    batch = Batch(columns.take())
    return int(integers(bot().decide(batch), 1)[0])


def _told(batch: Batch, row: int, action: int, is_wrong: bool) -> str:
    if is_wrong:
        return refusal(batch, row, action)
    kind = int(batch.kind[row])
    count = int(batch.count[row]) if hasattr(batch, "count") else 0
    where = f"row {row}, seat {batch.seat_id[row]}, decision {batch.number[row]}"
    return f"{where}: {KIND_NAMES[kind]}: {action} ({describe(kind, action, count)})"
