"""Messages without a meaning are refused in one line, whoever decodes them."""

from collections.abc import Callable

import pytest

from arena.rules import NIL, Kind, card_code
from arena.wire.actions import action_from_bytes, action_from_pb, action_to_pb
from arena.wire.columns.frame import HEADER, read_actions, seats_of, write_actions
from arena.wire.events import event_from_bytes
from arena.wire.gen import cards_pb2 as pb
from arena.wire.legal import legal_from_bytes
from arena.wire.refusals import MalformedError

CARDS = [card_code(card) for card in ("9H", "TS", "AS")]
ACTIONS = [
    (Kind.PLAY, pb.Action(play=55)),
    (Kind.PLAY, pb.Action(bid=3)),
    (Kind.PLAY, pb.Action(cards=pb.Cards(cards=CARDS))),
    (Kind.BID, pb.Action(bid=0)),
    (Kind.BID, pb.Action(bid=NIL)),
    (Kind.BID, pb.Action(special=pb.SPECIAL_BID_UNSPECIFIED)),
    (Kind.BID, pb.Action(play=3)),
    (Kind.BLIND, pb.Action(special=pb.SPECIAL_BID_NIL)),
    (Kind.BLIND, pb.Action(word=pb.WORD_PASS)),
    (Kind.AUCTION, pb.Action(bid=0)),
    (Kind.AUCTION, pb.Action(special=pb.SPECIAL_BID_NIL)),
    (Kind.TRUMP, pb.Action(trump=pb.SUIT_UNSPECIFIED)),
    (Kind.DISCARD, pb.Action(cards=pb.Cards())),
    (Kind.DISCARD, pb.Action(cards=pb.Cards(cards=[12, 11, 0]))),
    (Kind.DISCARD, pb.Action(cards=pb.Cards(cards=[12, 11, 64]))),
    (Kind.DISCARD, pb.Action(cards=pb.Cards(cards=[12] * 5))),
    (Kind.GIVE, pb.Action(word=pb.WORD_CONCEDE)),
    *((kind, pb.Action()) for kind in range(Kind.BLIND, Kind.PLAY + 1)),
]


def playable(cards: list[int]) -> bytes:
    return pb.Legal(play=pb.Cards(cards=cards)).SerializeToString()


BYTES = b"\xff\xff\xff"
DECODED: list[tuple[Callable[..., object], tuple[object, ...], str]] = [
    *((action_from_pb, case, "") for case in ACTIONS),
    *((action_from_bytes, (kind, action.SerializeToString()), "") for kind, action in ACTIONS),
    (action_from_bytes, (Kind.PLAY, BYTES), "3 bytes are not an Action"),
    (action_from_bytes, (Kind.PLAY, b""), "an empty action is not an answer to play"),
    *((legal_from_bytes, (Kind.PLAY, playable(cards)), "") for cards in ([], [55], [200], [*range(56)])),
    (legal_from_bytes, (Kind.TRUMP, playable([0, 54])), "give them in actions"),
    (legal_from_bytes, (Kind.PLAY, BYTES), "3 bytes are not a Legal"),
    (event_from_bytes, (BYTES,), "3 bytes are not an Event"),
    (seats_of, (b"1234567",), "a header has 8"),
    (seats_of, (HEADER.pack(1, 0, 5) + bytes(59),), "too short for its 5 rows"),
    (read_actions, (write_actions([0, 54, 2**62, -1]), 5), "32 bytes of actions: give 8 for each of the 5"),
]


@pytest.mark.parametrize(("decode", "arguments", "text"), DECODED)
def test_malformed_messages_are_refused_in_one_line(
    decode: Callable[..., object], arguments: tuple[object, ...], text: str
) -> None:
    with pytest.raises(MalformedError) as raised:
        decode(*arguments)
    assert text in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("kind", "action"), [(Kind.PLAY, 55), (Kind.BID, 0), (Kind.TRUMP, 4), (Kind.GIVE, 0), (Kind.PLAY, -1)]
)
def test_an_action_of_another_kind_cannot_be_sent(kind: int, action: int) -> None:
    with pytest.raises(MalformedError):
        action_to_pb(kind, action)
