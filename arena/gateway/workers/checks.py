"""Check a worker's messages before they reach the seats.

A worker has shown the link secret and is trusted. But a malformed message must not end the gateway, or the streams of
bots, when it is used later.
"""

from typing import Final

from arena.wire.columns.frame import MAX_ROWS, head_bytes, rows_of
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.refusals import MalformedError

SIGNED: Final = 2**63  # above every bigint of Postgres
SMALL: Final = 2**31  # above every integer of Postgres
LONGEST_US: Final = 10**15  # thirty years: sums of several such times still fit into 64 bits


def check(message: link_pb2.ToGateway) -> None:
    """Check all members of *message*. Raises `MalformedError`, or protobuf's `DecodeError`."""
    for opening in (*message.opens, *(pending.open for pending in message.pending_game_overs)):
        _check_opening(opening)
    for tell in message.tells:
        link_pb2.TurnEnvelope.FromString(tell.turn)
    for ask in message.asks:
        link_pb2.TurnEnvelope.FromString(ask.turn)
        _check_times(ask.move_us, ask.bank_us, ask.spent_us)
    for close in message.closes:
        _check_number("lease_number", close.lease_number, SIGNED)
    for batch in message.column_asks:
        _check_batch(batch)
    for judged in message.judged:
        seat_pb2.Verdict.FromString(judged.verdict)
    for mark in message.column_marks:
        _check_number("answered", mark.answered, SIGNED)


def _check_opening(opening: link_pb2.SeatOpen) -> None:
    _check_number("seat_id", opening.seat_id, SIGNED)
    _check_number("lease_number", opening.lease_number, SIGNED)
    _check_number("opening", opening.opening, SMALL)
    if opening.form not in link_pb2.SeatForm.values():
        raise MalformedError(f"form {opening.form} is unknown: give one of SeatForm")
    link_pb2.TurnEnvelope.FromString(opening.events)


def _check_batch(batch: link_pb2.ColumnAsk) -> None:
    data = batch.columns.data
    _check_times(batch.limit_us)
    _check_number("rows", batch.rows, MAX_ROWS + 1)
    if rows_of(data) != batch.rows or len(data) < head_bytes(batch.rows):
        raise MalformedError(f"a batch of {len(data)} bytes is too short for its {batch.rows} rows")


def _check_times(*times_us: int) -> None:
    for us in times_us:
        _check_number("a time", us, LONGEST_US)


def _check_number(name: str, number: int, limit: int) -> None:
    if number >= limit:
        raise MalformedError(f"{name} {number} is too large; give less than {limit}")
