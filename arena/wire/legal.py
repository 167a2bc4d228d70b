"""Convert the legal answers to a decision between the rules core's `Legal` and protobuf messages."""

from collections.abc import Iterable
from typing import Final

from google.protobuf.message import DecodeError

from arena.rules import KIND_NAMES, Kind, Legal, legal_actions, legal_bids, legal_cards
from arena.wire.actions import CARDS, action_from_pb, action_to_pb
from arena.wire.gen import cards_pb2 as pb
from arena.wire.refusals import MalformedError

PLAY_TAG: Final = 0x0A  # protobuf tag of Legal.play and of Cards.cards in it: field 1, length-delimited
PLAY_HEAD: Final = 4  # the number of bytes before the cards in a serialised Legal.play
# The bytes before the cards, by the length of the serialised message.
HEADS: Final = [
    bytes((PLAY_TAG, max(size - 2, 0), PLAY_TAG, max(size - PLAY_HEAD, 0))) for size in range(CARDS + PLAY_HEAD)
]


def legal_to_pb(legal: Legal) -> pb.Legal:
    """Return the message for the core's *legal*."""
    if legal.kind == Kind.PLAY:
        return pb.Legal(play=pb.Cards(cards=sorted(legal.actions)))
    if legal.kind == Kind.AUCTION:
        most = max(legal.most, 0)
        return pb.Legal(range=pb.BidRange(least=legal.least, step=legal.step, most=most, may_pass=legal.may_pass))
    if legal.kind == Kind.DISCARD or legal.kind == Kind.GIVE:
        return pb.Legal(choice=pb.CardChoice(count=legal.count, cards=legal.cards, may_concede=legal.may_concede))
    return pb.Legal(actions=pb.Actions(actions=[action_to_pb(legal.kind, action) for action in legal.actions]))


def legal_to_bytes(legal: Legal) -> bytes:
    """Return the core's *legal* as a serialised Legal."""
    if legal.kind == Kind.PLAY:  # by hand: each code and each length takes one byte
        cards = sorted(legal.actions)
        return bytes((PLAY_TAG, len(cards) + 2, PLAY_TAG, len(cards), *cards))
    return legal_to_pb(legal).SerializeToString()


def legal_from_pb(kind: int, message: pb.Legal) -> Legal:
    """Return the core's `Legal` for decision *kind* in *message*. Raises `MalformedError` if it has none."""
    member = message.WhichOneof("legal")
    if member != _member(kind):
        raise MalformedError(
            f"the legal answers to {KIND_NAMES[kind]} are in {member or 'no member'}: give them in {_member(kind)}"
        )
    if kind == Kind.PLAY:
        return legal_actions(kind, _playable(message.play.cards))
    if kind == Kind.AUCTION:
        bids = message.range
        return legal_bids(bids.least, max(bids.step, 1), bids.most, bids.may_pass)
    if kind == Kind.DISCARD or kind == Kind.GIVE:
        return legal_cards(kind, list(message.choice.cards), message.choice.count, message.choice.may_concede)
    return legal_actions(kind, [action_from_pb(kind, action) for action in message.actions.actions])


def legal_from_bytes(kind: int, data: bytes) -> Legal:
    """Return the core's `Legal` for decision *kind* in a serialised Legal. Raises `MalformedError` if it has none."""
    if kind == Kind.PLAY and len(data) < len(HEADS) and data[:PLAY_HEAD] == HEADS[len(data)]:
        return legal_actions(kind, _playable(data[PLAY_HEAD:]))
    try:
        message = pb.Legal.FromString(data)
    except DecodeError:
        raise MalformedError(f"{len(data)} bytes are not a Legal; send one serialised Legal") from None
    return legal_from_pb(kind, message)


def _member(kind: int) -> str:
    return {Kind.PLAY: "play", Kind.AUCTION: "range", Kind.DISCARD: "choice", Kind.GIVE: "choice"}.get(kind, "actions")


def _playable(codes: Iterable[int]) -> list[int]:
    cards = list(codes)
    if not cards or max(cards) >= CARDS:
        raise MalformedError(f"cards to play {cards}: give at least one card code 0..{CARDS - 1}")
    return cards
