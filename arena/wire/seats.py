"""What a worker sends to a seat, as bytes: the gateway passes them on without looking inside."""

import json
from collections.abc import Iterable
from typing import Final

from google.protobuf.duration_pb2 import Duration

from arena.rules import Event, Legal, Rules, options_of, varint
from arena.wire.events import as_field, event_to_pb, events_bytes
from arena.wire.gen import seat_pb2 as pb
from arena.wire.legal import legal_to_bytes, legal_to_pb

MICROSECONDS: Final = 1_000_000
DECISION_TAG: Final = b"\x12"  # Turn.decision: field 2, by length
NUMBER_TAG: Final = b"\x08"  # Decision.number: field 1, a varint
KIND_TAG: Final = b"\x10"  # Decision.kind: field 2, a varint
LEGAL_TAG: Final = b"\x1a"  # Decision.legal: field 3, by length


def start_bytes(rules: Rules, seat: int, dealer: int, move_us: int, bank_us: int) -> bytes:
    """A serialised SeatStart; *dealer* is the first dealer's seat, the times are microseconds."""
    start = pb.SeatStart(
        variant=rules.name,
        revision=rules.revision,
        options=json.dumps(options_of(rules), separators=(",", ":")),
        seat=seat,
        seats=rules.seats,
        dealer=dealer,
        move_time=duration_of(move_us),
        bank=duration_of(bank_us),
    )
    return start.SerializeToString()


def turn_bytes(events: Iterable[Event], number: int, kind: int, legal: Legal) -> bytes:
    """A serialised Turn with a decision: *events* since the seat's last update, and decision *number* (from 1)."""
    decision = NUMBER_TAG + varint(number) + KIND_TAG + bytes((kind,)) + as_field(LEGAL_TAG, legal_to_bytes(legal))
    return events_bytes(events) + as_field(DECISION_TAG, decision)


def rejected_bytes(number: int, reason: str, legal: Legal, left: int) -> bytes:
    """A serialised Rejected: *reason* in one line, *left* illegal answers before the fallback answers."""
    return pb.Rejected(number=number, reason=reason, legal=legal_to_pb(legal), left=left).SerializeToString()


def game_over_bytes(events: Iterable[Event], rank: int, score: int, ended: str, infractions: int) -> bytes:
    """A serialised GameOver; rank 0 and *ended* "void" where the game will be played again."""
    messages = [event_to_pb(event) for event in events]
    return pb.GameOver(
        events=messages, rank=rank, score=score, ended=ended, infractions=infractions
    ).SerializeToString()


def duration_of(microseconds: int) -> Duration:
    """Microseconds as protobuf has them."""
    whole, rest = divmod(microseconds, MICROSECONDS)
    return Duration(seconds=whole, nanos=rest * 1000)
