"""Messages as short as a test needs them."""

import struct

from arena.wire.columns.frame import HEADER, padding
from arena.wire.gen import cards_pb2, seat_pb2


def event(number: int) -> cards_pb2.Event:
    """Some event that can be told from others."""
    return cards_pb2.Event(played=cards_pb2.Played(seat=0, card=number))


def events_of(*numbers: int) -> bytes:
    return seat_pb2.Turn(events=[event(number) for number in numbers]).SerializeToString()


def turn(number: int, *events: int) -> bytes:
    decision = seat_pb2.Decision(number=number, kind=cards_pb2.KIND_PLAY)
    return seat_pb2.Turn(events=[event(each) for each in events], decision=decision).SerializeToString()


def cards_in(message: seat_pb2.Turn | seat_pb2.Resume) -> list[int]:
    return [each.played.card for each in message.events]


def card(code: int) -> cards_pb2.Action:
    return cards_pb2.Action(play=code)


def columns_of(*asked: tuple[int, int]) -> bytes:
    """Return the head of a batch that asks each (seat id, number) for the first time."""
    seat_ids, numbers = zip(*asked, strict=True)
    rows = len(asked)
    head = HEADER.pack(1, 2, rows) + struct.pack(f"<{rows}Q", *seat_ids) + struct.pack(f"<{rows}i", *numbers)
    return head + padding(len(head)) + bytes(rows) + b"cards"
