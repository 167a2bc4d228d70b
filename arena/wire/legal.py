"""Legal answers as messages."""

from collections.abc import Iterable
from typing import Final

from google.protobuf.message import DecodeError

from arena.rules import KIND_NAMES, Kind, Legal, legal_actions, legal_bids, legal_cards, pack_cards, unpack_cards
from arena.wire.actions import CARDS, action_from_pb, action_to_pb
from arena.wire.gen import cards_pb2 as pb
from arena.wire.refusals import Malformed

PLAY_TAG: Final = 0x0A  # Legal.play, and in it Cards.cards: field 1 by length, both
PLAY_HEAD: Final = 4  # bytes before the cards
# Those bytes, by the length of the message.
HEADS: Final = [
    bytes((PLAY_TAG, max(size - 2, 0), PLAY_TAG, max(size - PLAY_HEAD, 0))) for size in range(CARDS + PLAY_HEAD)
]


def legal_to_pb(legal: Legal) -> pb.Legal:
    """Return a core `Legal`'s message."""
    if legal.kind == Kind.PLAY:
        return pb.Legal(play=pb.Cards(cards=sorted(legal.actions)))
    if legal.kind == Kind.AUCTION:
        most = max(legal.most, 0)
        return pb.Legal(range=pb.BidRange(least=legal.least, step=legal.step, most=most, may_pass=legal.may_pass))
    if legal.kind == Kind.DISCARD or legal.kind == Kind.GIVE:
        return pb.Legal(choice=pb.CardChoice(count=legal.count, cards=legal.cards, may_concede=legal.may_concede))
    return pb.Legal(actions=pb.Actions(actions=[action_to_pb(legal.kind, action) for action in legal.actions]))


def legal_to_bytes(legal: Legal) -> bytes:
    """Serialise a `Legal`."""
    if legal.kind == Kind.PLAY:  # by hand: a code takes one byte, and a length too
        cards = sorted(legal.actions)
        return bytes((PLAY_TAG, len(cards) + 2, PLAY_TAG, len(cards), *cards))
    return legal_to_pb(legal).SerializeToString()


def legal_from_pb(kind: int, message: pb.Legal) -> Legal:
    """Return a message's core `Legal` of *kind*; raises `Malformed` otherwise."""
    member = message.WhichOneof("legal")
    if member != _member(kind):
        raise Malformed(f"{member or 'nothing'} as legal answers to {KIND_NAMES[kind]}: accepted is {_member(kind)}")
    if kind == Kind.PLAY:
        return legal_actions(kind, _playable(message.play.cards))
    if kind == Kind.AUCTION:
        bids = message.range
        return legal_bids(bids.least, max(bids.step, 1), bids.most, bids.may_pass)
    if kind == Kind.DISCARD or kind == Kind.GIVE:
        return legal_cards(kind, list(message.choice.cards), message.choice.count, message.choice.may_concede)
    return legal_actions(kind, [action_from_pb(kind, action) for action in message.actions.actions])


def legal_from_bytes(kind: int, data: bytes) -> Legal:
    """Return a serialised Legal's core `Legal` of *kind*; raises `Malformed` otherwise."""
    if kind == Kind.PLAY and len(data) < len(HEADS) and data[:PLAY_HEAD] == HEADS[len(data)]:
        return legal_actions(kind, _playable(data[PLAY_HEAD:]))
    try:
        message = pb.Legal.FromString(data)
    except DecodeError:
        raise Malformed(f"{len(data)} bytes that are no Legal") from None
    return legal_from_pb(kind, message)


def _member(kind: int) -> str:
    """Return the oneof member for a kind's legal answers."""
    return {Kind.PLAY: "play", Kind.AUCTION: "range", Kind.DISCARD: "choice", Kind.GIVE: "choice"}.get(kind, "actions")


def _playable(codes: Iterable[int]) -> list[int]:
    cards = list(codes)
    if not cards or max(cards) >= CARDS:
        raise Malformed(f"cards to play {cards}: accepted is at least one card code 0..{CARDS - 1}")
    return cards


MOST_LAID: Final = 4  # cards of one `discard` or `give`
# Only pinochle lays cards: its ranks from high to low, and the place of each card in the sheet's sort order.
LAID_RANKS: Final = (12, 8, 11, 10, 9, 7)  # A T K Q J 9
SORTED: Final = {
    13 * suit + rank: len(LAID_RANKS) * suit + place for suit in range(4) for place, rank in enumerate(LAID_RANKS)
}


def packed(cards: Iterable[int]) -> int:
    """Return the action laying these cards, in any order; raises `Malformed`."""
    given = list(cards)
    if not 0 < len(given) <= MOST_LAID:
        raise Malformed(f"{len(given)} cards were laid: accepted is 1 to {MOST_LAID}, as many as were asked for")
    for card in given:
        if card not in SORTED:
            raise Malformed(f"card {card} is in no pinochle deck")
    return pack_cards(sorted(given, key=SORTED.__getitem__))


def laid(action: int) -> list[int]:
    """Return the cards of a `discard` or `give`."""
    return unpack_cards(action, (action.bit_length() + 5) // 6)  # no card that can be laid has the code 0
