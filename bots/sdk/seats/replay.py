"""Convert a decision to one word of text, and back."""

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from google.protobuf.message import DecodeError

from arena.rules import CardsHidden, Event, HandStarted, Legal, Played, Rules, Said, configure
from arena.wire.events import event_from_pb, event_to_pb
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.legal import legal_from_pb, legal_to_pb
from arena.wire.refusals import MalformedError
from arena.wire.seats import start_bytes


class Decision(NamedTuple):
    """A decision of a seat, with all that the seat knows of the game."""

    rules: Rules
    seat: int
    events: list[Event]
    legal: Legal


def place_of(events: Sequence[Event]) -> str:
    """Return "HAND:DECISION" of the open decision, from 1; "" before a hand. *events*: all events of one seat."""
    decided = 0
    for event in reversed(events):
        if isinstance(event, HandStarted):
            return f"{event.number + 1}:{decided + 1}"
        decided += isinstance(event, Said | CardsHidden | Played)
    return ""


def pack_decision(rules: Rules, seat: int, events: Iterable[Event], legal: Legal) -> str:
    """Return a decision as text: a `Resume` message, compressed, in base 64."""
    resume = seat_pb2.Resume(
        start=seat_pb2.SeatStart.FromString(start_bytes(rules, seat, 0, 0, 0)),
        events=[event_to_pb(event) for event in events],
        decision=seat_pb2.Decision(number=1, kind=cards_pb2.Kind.values()[legal.kind], legal=legal_to_pb(legal)),
    )
    return base64.urlsafe_b64encode(zlib.compress(resume.SerializeToString(), 9)).decode()


def unpack_decision(text: str) -> Decision:
    """Parse the text of a decision. Raises `MalformedError`, also if another release wrote the text."""
    try:
        resume = seat_pb2.Resume.FromString(zlib.decompress(base64.urlsafe_b64decode(text.encode())))
    except (ValueError, binascii.Error, zlib.error, DecodeError):
        raise MalformedError("--replay: this text is not a decision; copy the kit's whole text") from None
    return Decision(
        rules_of(resume.start),
        resume.start.seat,
        [event_from_pb(event) for event in resume.events],
        legal_from_pb(resume.decision.kind, resume.decision.legal),
    )


def rules_of(start: seat_pb2.SeatStart) -> Rules:
    """Return the rules of a seat's game.

    Raises `RulesError`, and `MalformedError` if the options are not a JSON object.
    """
    return _configured(start.variant, start.options)


@lru_cache(maxsize=64)  # in a tournament thousands of seats begin together, with the same options
def _configured(variant: str, text: str) -> Rules:
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise MalformedError(f"options {text[:80]!r} are not a JSON object; give one such as {{}}")
    return configure(variant, options=options)
