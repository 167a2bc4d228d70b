import pytest

from arena.rules import NIL, Kind, card_code, pack_cards, unpack_cards
from arena.wire.actions import action_from_bytes, action_from_pb, action_to_pb
from arena.wire.gen import cards_pb2 as pb
from arena.wire.refusals import Malformed

CARDS = pb.Action(cards=pb.Cards(cards=[card_code(card) for card in ("9H", "TS", "AS")]))


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Kind.PLAY, pb.Action()),
        (Kind.PLAY, pb.Action(play=55)),
        (Kind.PLAY, pb.Action(bid=3)),
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
        (Kind.PLAY, CARDS),
    ],
)
def test_what_says_nothing_of_the_kind_is_malformed(kind: int, message: pb.Action) -> None:
    with pytest.raises(Malformed) as raised:
        action_from_pb(kind, message)
    assert "\n" not in str(raised.value)
    with pytest.raises(Malformed):
        action_from_bytes(kind, message.SerializeToString())


def test_bytes_that_are_no_message_are_malformed() -> None:
    with pytest.raises(Malformed, match="3 bytes"):
        action_from_bytes(Kind.PLAY, b"\xff\xff\xff")


def test_empty_bytes_are_malformed_for_every_kind() -> None:
    for kind in range(Kind.BLIND, Kind.PLAY + 1):
        with pytest.raises(Malformed, match="an empty action"):
            action_from_bytes(kind, b"")


def test_cards_laid_may_come_in_any_order() -> None:
    action = action_from_pb(Kind.DISCARD, CARDS)
    assert unpack_cards(action, 3) == [card_code(card) for card in ("AS", "TS", "9H")]
    assert action == pack_cards(unpack_cards(action, 3))


def test_an_action_the_kind_has_not_cannot_be_sent() -> None:
    for kind, action in ((Kind.PLAY, 55), (Kind.BID, 0), (Kind.TRUMP, 4), (Kind.GIVE, 0), (Kind.PLAY, -1)):
        with pytest.raises(Malformed):
            action_to_pb(kind, action)
