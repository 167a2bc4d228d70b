"""Convert the answers to decisions between protobuf messages and the integers of the rules core (actions).

Tables hold the serialised messages of a few hundred common actions. Auction bids and laid cards go through protobuf.
The integers are listed in docs/explanation/architecture/rules.md, "Actions".
"""

from typing import Final

from google.protobuf.message import DecodeError

from arena.rules import (
    BID_NAMES,
    BLIND_NIL,
    BLIND_SIX,
    CONCEDE,
    KIND_NAMES,
    LOOK,
    NIL,
    PASS,
    PLAY_ON,
    TAKE,
    THROW_IN,
    Kind,
)
from arena.wire.gen import cards_pb2 as pb
from arena.wire.laying import pack_laid_cards, unpack_laid_cards
from arena.wire.refusals import MalformedError

CARDS: Final = 55
SUITS: Final = 4
PB_KINDS: Final = pb.Kind.values()  # a kind of decision has the same number in the core
PB_SUITS: Final = pb.Suit.values()  # a suit's number is one more than in the core
SPECIALS: Final = {action: pb.SpecialBid.Value(f"SPECIAL_BID_{name.upper()}") for action, name in BID_NAMES.items()}
BLIND_SPECIALS: Final = (SPECIALS[BLIND_NIL], SPECIALS[BLIND_SIX])
WORDS: Final = {
    (Kind.BLIND, LOOK): pb.WORD_LOOK,
    (Kind.AUCTION, PASS): pb.WORD_PASS,
    (Kind.WIDOW, CONCEDE): pb.WORD_CONCEDE,
    (Kind.WIDOW, TAKE): pb.WORD_TAKE,
    (Kind.DISCARD, CONCEDE): pb.WORD_CONCEDE,
    (Kind.THROW_IN, PLAY_ON): pb.WORD_PLAY_ON,
    (Kind.THROW_IN, THROW_IN): pb.WORD_THROW_IN,
}


def action_to_pb(kind: int, action: int) -> pb.Action:
    """Return the message for the core's *action*. Raises `MalformedError` if *kind* has no such action."""
    word = WORDS.get((kind, action))
    if word is not None:
        return pb.Action(word=word)
    if action >= 0:
        if kind == Kind.PLAY and action < CARDS:
            return pb.Action(play=action)
        if (kind == Kind.BID or kind == Kind.BLIND) and action in SPECIALS:
            return pb.Action(special=SPECIALS[action])
        if (kind == Kind.BID and 0 < action < NIL) or (kind == Kind.AUCTION and action):
            return pb.Action(bid=action)
        if kind == Kind.TRUMP and action < SUITS:
            return pb.Action(trump=PB_SUITS[action + 1])
        if (kind == Kind.DISCARD or kind == Kind.GIVE) and action:
            return pb.Action(cards=pb.Cards(cards=unpack_laid_cards(action)))
    raise MalformedError(f"{action} is not an answer to {KIND_NAMES[kind]}; give a legal one")


def action_from_pb(kind: int, message: pb.Action) -> int:
    """Return the core's action in *message*, perhaps illegal. Raises `MalformedError` if *kind* has no such action."""
    said = message.WhichOneof("action")
    if said == "word":
        for (word_kind, action), word in WORDS.items():
            if word_kind == kind and word == message.word:
                return action
    elif said == "play" and kind == Kind.PLAY and message.play < CARDS:
        return message.play
    elif said == "special" and (kind == Kind.BID or (kind == Kind.BLIND and message.special in BLIND_SPECIALS)):
        for action, special in SPECIALS.items():
            if special == message.special:
                return action
    elif said == "bid" and ((kind == Kind.BID and 0 < message.bid < NIL) or (kind == Kind.AUCTION and message.bid)):
        return message.bid
    elif said == "trump" and kind == Kind.TRUMP and 0 < message.trump <= SUITS:
        return message.trump - 1
    elif said == "cards" and (kind == Kind.DISCARD or kind == Kind.GIVE):
        return pack_laid_cards(message.cards.cards)
    raise MalformedError(f"{format_action(message)} is not an answer to {KIND_NAMES[kind]}; give a legal one")


def format_action(message: pb.Action) -> str:
    """Return *message* as one line of at most 80 characters, for an error message."""
    text = " ".join(str(message).split()) or "an empty action"
    return text if len(text) <= 80 else text[:77] + "..."


def small_actions(kind: int) -> list[int]:
    """Return the actions of decision *kind* for the tables: all but auction bids and choices of cards."""
    words = [action for word_kind, action in WORDS if word_kind == kind]
    more: dict[int, list[int]] = {
        Kind.PLAY: list(range(CARDS)),
        Kind.BID: [*range(1, NIL), *SPECIALS],
        Kind.BLIND: [BLIND_NIL, BLIND_SIX],
        Kind.TRUMP: list(range(SUITS)),
    }
    return words + more.get(kind, [])


KINDS: Final = range(Kind.BLIND, Kind.PLAY + 1)
BYTES: Final = {
    kind: {action: action_to_pb(kind, action).SerializeToString() for action in small_actions(kind)} for kind in KINDS
}
ACTIONS: Final = {kind: {data: action for action, data in table.items()} for kind, table in BYTES.items()}


def action_to_bytes(kind: int, action: int) -> bytes:
    """Return the core's *action* as a serialised Action. Raises `MalformedError` if *kind* has no such action."""
    data = BYTES[kind].get(action)
    return action_to_pb(kind, action).SerializeToString() if data is None else data


def action_from_bytes(kind: int, data: bytes) -> int:
    """Return the core's action in *data*, a serialised Action. Raises `MalformedError` if *kind* has no such action."""
    action = ACTIONS[kind].get(data)
    if action is not None:
        return action
    try:
        message = pb.Action.FromString(data)
    except DecodeError:
        raise MalformedError(f"{len(data)} bytes are not an Action; send one serialised Action") from None
    return action_from_pb(kind, message)
