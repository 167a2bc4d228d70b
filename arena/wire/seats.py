"""Serialise a worker's messages to the bot of a seat, which gateways forward unread."""

import json
from collections.abc import Iterable
from typing import Final

from google.protobuf.duration_pb2 import Duration

from arena.rules import Event, Legal, Rules, options_of, varint
from arena.wire.actions import action_to_bytes
from arena.wire.events import encode_field, event_to_pb, events_bytes
from arena.wire.gen import cards_pb2
from arena.wire.gen import seat_pb2 as pb
from arena.wire.legal import legal_to_bytes, legal_to_pb

MICROSECONDS: Final = 1_000_000
# Protobuf tags.
DECISION_TAG: Final = b"\x12"  # Turn.decision: field 2, length-delimited
NUMBER_TAG: Final = b"\x08"  # Decision.number: field 1, a varint
KIND_TAG: Final = b"\x10"  # Decision.kind: field 2, a varint
LEGAL_TAG: Final = b"\x1a"  # Decision.legal: field 3, length-delimited


def start_bytes(rules: Rules, seat: int, dealer: int, move_us: int, bank_us: int) -> bytes:
    """Serialise a SeatStart for *seat*. *dealer*: the seat that deals first. Times are in microseconds."""
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
    """Serialise a Turn with *events* since the last one and the open decision; *number*: per seat, from 1."""
    decision = NUMBER_TAG + varint(number) + KIND_TAG + bytes((kind,)) + encode_field(LEGAL_TAG, legal_to_bytes(legal))
    return events_bytes(events) + encode_field(DECISION_TAG, decision)


def rejected_bytes(number: int, reason: str, legal: Legal, left: int) -> bytes:
    """Serialise a Rejected for decision *number*. *left*: illegal answers that remain before the fallback."""
    return pb.Rejected(number=number, reason=reason, legal=legal_to_pb(legal), left=left).SerializeToString()


def game_over_bytes(events: Iterable[Event], rank: int, score: int, ended: str, infractions: int) -> bytes:
    """Serialise a GameOver with the seat's own result. A voided game has *rank* 0 and *ended* "void"."""
    messages = [event_to_pb(event) for event in events]
    return pb.GameOver(
        events=messages, rank=rank, score=score, ended=ended, infractions=infractions
    ).SerializeToString()


def verdict_bytes(
    seat_id: int,
    number: int,
    infraction: pb.InfractionKind.ValueType,
    hand: int,
    decision: int,
    kind: int,
    played: int | None,
    reason: str,
) -> bytes:
    """Serialise a Verdict on the seat's answer to decision *number*, counted per seat from 1.

    *hand*, *decision*: the place in the game, both from 0. *kind*: the kind of decision. *played*: the action of the
    fallback; None if the decision is still open. *reason*: one line for the bot's author.
    """
    verdict = pb.Verdict(seat_id=seat_id, number=number, hand=hand, decision=decision, reason=reason)
    verdict.infraction = infraction
    if played is not None:
        verdict.played.CopyFrom(cards_pb2.Action.FromString(action_to_bytes(kind, played)))
    return verdict.SerializeToString()


def duration_of(microseconds: int) -> Duration:
    """Return *microseconds* as a protobuf Duration."""
    whole, rest = divmod(microseconds, MICROSECONDS)
    return Duration(seconds=whole, nanos=rest * 1000)
