"""Convert events between the rules core's objects, protobuf messages, and the bytes of a Turn.

A worker sends events with every decision. Most are played cards, whose bytes are in tables. Serialised lists of events
may be concatenated.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from google.protobuf.message import DecodeError

from arena.rules import (
    NO_SUIT,
    CardsHidden,
    Dealt,
    Event,
    GameEnded,
    HandEnded,
    HandStarted,
    Kind,
    KittyTaken,
    KittyTurned,
    Melded,
    Played,
    Said,
    TrickWon,
    varint,
)
from arena.wire.actions import CARDS, KINDS, PB_KINDS, PB_SUITS, action_from_pb, action_to_pb, small_actions
from arena.wire.gen import cards_pb2 as pb
from arena.wire.refusals import MalformedError

SEATS: Final = 5
NONE: Final = -1
PLAYS: Final = [[Played(seat, card) for card in range(CARDS)] for seat in range(SEATS)]
EVENTS_TAG: Final = b"\x0a"  # protobuf tag of field 1, length-delimited: `events` of Turn and of GameOver


def event_to_pb(event: Event) -> pb.Event:
    """Return the message for an event of the rules core."""
    return TO_PB[type(event)](event)


def event_from_pb(message: pb.Event) -> Event:
    """Return the core's event in *message*. Raises `MalformedError` if it is unknown or malformed."""
    member = message.WhichOneof("event")
    if member is None:
        raise MalformedError("the event is of an unknown kind; update the kit to the arena's release")
    return FROM_PB[member](getattr(message, member))


def event_from_bytes(data: bytes) -> Event | None:
    """Return the core's event in a serialised Event; None if its kind is unknown. Raises `MalformedError`."""
    event = EVENTS.get(data)
    if event is not None:
        return event
    try:
        message = pb.Event.FromString(data)
    except DecodeError:
        raise MalformedError(f"{len(data)} bytes are not an Event; send one serialised Event") from None
    return event_from_pb(message) if message.WhichOneof("event") else None


def events_bytes(events: Iterable[Event]) -> bytes:
    """Return a serialised Turn that has *events* and no decision."""
    return b"".join([_field(event) for event in events])


def _field(event: Event) -> bytes:
    if type(event) is Played:
        return PLAYED[event.seat][event.card]
    if type(event) is TrickWon and event.turned == NONE:
        return TRICK_WON[event.seat]
    if type(event) is Said:
        said = SAID.get((event.seat, event.kind, event.action))
        if said is not None:
            return said
    return encode_field(EVENTS_TAG, event_to_pb(event).SerializeToString())


def encode_field(tag: bytes, data: bytes) -> bytes:
    """Return *data* as a field of a serialised message: *tag*, the length of *data*, then *data*."""
    return tag + varint(len(data)) + data


def _said_to_pb(event: Said) -> pb.Event:
    action = action_to_pb(event.kind, event.action)
    return pb.Event(said=pb.Said(seat=event.seat, kind=PB_KINDS[event.kind], action=action))


def _said_from_pb(said: pb.Said) -> Said:
    return Said(said.seat, _kind(said.kind), action_from_pb(said.kind, said.action))


def _kind(kind: int) -> int:
    if kind not in KINDS:
        raise MalformedError(f"kind {kind} is unknown; give {KINDS[0]} to {KINDS[-1]}")
    return kind


def _melded_to_pb(event: Melded) -> pb.Event:
    melds = [pb.Meld(name=name, count=count, points=points) for name, count, points in event.melds]
    return pb.Event(melded=pb.Melded(seat=event.seat, points=event.points, melds=melds, shown=event.shown))


def _melded_from_pb(melded: pb.Melded) -> Melded:
    melds = tuple((meld.name, meld.count, meld.points) for meld in melded.melds)
    return Melded(melded.seat, melded.points, melds, tuple(melded.shown))


def _ended_to_pb(event: HandEnded) -> pb.Event:
    ended = pb.HandEnded(
        outcome=event.outcome,
        declarer=None if event.declarer == NONE else event.declarer,
        bid=None if event.bid == NONE else event.bid,
        points=event.points,
        deltas=event.deltas,
        scores=event.scores,
        bags=event.bags,
        pot=event.pot,
    )
    if event.trump != NO_SUIT:
        ended.trump = PB_SUITS[event.trump + 1]
    return pb.Event(hand_ended=ended)


def _ended_from_pb(ended: pb.HandEnded) -> HandEnded:
    return HandEnded(
        outcome=ended.outcome,
        declarer=ended.declarer if ended.HasField("declarer") else NONE,
        bid=ended.bid if ended.HasField("bid") else NONE,
        trump=ended.trump - 1,
        points=tuple(ended.points),
        deltas=tuple(ended.deltas),
        scores=tuple(ended.scores),
        bags=tuple(ended.bags),
        pot=ended.pot if ended.HasField("pot") else None,
    )


TO_PB: Final[dict[type[Any], Callable[[Any], pb.Event]]] = {
    HandStarted: lambda e: pb.Event(hand_started=pb.HandStarted(number=e.number, game=e.game, dealer=e.dealer)),
    Dealt: lambda e: pb.Event(dealt=pb.Dealt(cards=e.cards)),
    Said: _said_to_pb,
    CardsHidden: lambda e: pb.Event(hid=pb.Hid(seat=e.seat, kind=PB_KINDS[e.kind], count=e.count)),
    KittyTaken: lambda e: pb.Event(kitty_taken=pb.KittyTaken(seat=e.seat, cards=e.cards)),
    Melded: _melded_to_pb,
    Played: lambda e: pb.Event(played=pb.Played(seat=e.seat, card=e.card)),
    TrickWon: lambda e: pb.Event(trick_won=pb.TrickWon(seat=e.seat, turned=None if e.turned == NONE else e.turned)),
    KittyTurned: lambda e: pb.Event(kitty_turned=pb.KittyTurned(card=e.card)),
    HandEnded: _ended_to_pb,
    GameEnded: lambda e: pb.Event(game_ended=pb.GameEnded(winner=e.winner, scores=e.scores)),
}
FROM_PB: Final[dict[str, Callable[[Any], Event]]] = {
    "hand_started": lambda m: HandStarted(m.number, m.game, m.dealer),
    "dealt": lambda m: Dealt(tuple(m.cards)),
    "said": _said_from_pb,
    "hid": lambda m: CardsHidden(m.seat, _kind(m.kind), m.count),
    "kitty_taken": lambda m: KittyTaken(m.seat, tuple(m.cards)),
    "melded": _melded_from_pb,
    "played": lambda m: PLAYS[m.seat][m.card] if m.seat < SEATS and m.card < CARDS else _unknown(m),
    "trick_won": lambda m: TrickWon(m.seat, m.turned if m.HasField("turned") else NONE),
    "kitty_turned": lambda m: KittyTurned(m.card),
    "hand_ended": _ended_from_pb,
    "game_ended": lambda m: GameEnded(tuple(m.winner), tuple(m.scores)),
}


def _unknown(played: pb.Played) -> Event:
    raise MalformedError(
        f"seat {played.seat} played card {played.card}: seats are 0..{SEATS - 1}, cards are 0..{CARDS - 1}"
    )


# The most frequent events, which are the same in every game, and their serialised messages.
SAYINGS: Final = [
    Said(seat, kind, action)
    for seat in range(SEATS)
    for kind in KINDS
    if kind != Kind.PLAY
    for action in small_actions(kind)
]
COMMON: Final[list[Event]] = [*(played for plays in PLAYS for played in plays), *map(TrickWon, range(SEATS)), *SAYINGS]
EVENTS: Final = {event_to_pb(event).SerializeToString(): event for event in COMMON}
PLAYED: Final = [
    [encode_field(EVENTS_TAG, event_to_pb(played).SerializeToString()) for played in plays] for plays in PLAYS
]
SAID: Final = {
    (said.seat, said.kind, said.action): encode_field(EVENTS_TAG, event_to_pb(said).SerializeToString())
    for said in SAYINGS
}
TRICK_WON: Final = [encode_field(EVENTS_TAG, event_to_pb(TrickWon(seat)).SerializeToString()) for seat in range(SEATS)]
