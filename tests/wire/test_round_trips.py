import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import Kind, Legal, View, card_code, pack_cards, unpack_cards
from arena.wire.actions import action_from_bytes, action_from_pb, action_to_bytes, action_to_pb
from arena.wire.events import event_from_bytes, event_from_pb, event_to_pb, events_bytes
from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.legal import legal_from_bytes, legal_from_pb, legal_to_bytes, legal_to_pb
from arena.wire.seats import turn_bytes
from tests.wire.games import SETUPS, decisions, rules_of

setups = pytest.mark.parametrize(("variant", "preset"), SETUPS)
seeds = st.integers(0, 2**32)
PLAY = cards_pb2.Legal(play=cards_pb2.Cards(cards=[0, 54]))


def in_order(legal: Legal) -> tuple[object, ...]:
    most = max(legal.most, 0)
    return (legal.kind, sorted(legal.actions), legal.least, legal.step, most, legal.may_pass, legal.cards, legal.count)


@setups
@given(seed=seeds)
def test_actions_and_legal_answers(variant: str, preset: str, seed: int) -> None:
    for _, legal, action in decisions(rules_of(variant, preset), seed):
        kind = legal.kind
        assert action_from_pb(kind, action_to_pb(kind, action)) == action
        assert action_from_bytes(kind, action_to_bytes(kind, action)) == action
        assert action_to_bytes(kind, action) == action_to_pb(kind, action).SerializeToString()
        assert in_order(legal_from_pb(kind, legal_to_pb(legal))) == in_order(legal)
        assert legal_to_bytes(legal) == legal_to_pb(legal).SerializeToString()
        assert in_order(legal_from_bytes(kind, legal_to_bytes(legal))) == in_order(legal)


@setups
@given(seed=seeds)
def test_events_of_every_seat(variant: str, preset: str, seed: int) -> None:
    rules = rules_of(variant, preset)
    game, _, _ = list(decisions(rules, seed))[-1]
    for seat in range(rules.seats):
        events = game.events(seat)
        turn = seat_pb2.Turn.FromString(events_bytes(events))
        assert [event_from_pb(event) for event in turn.events] == events
        assert [event_from_bytes(event.SerializeToString()) for event in turn.events] == events
        assert [event_to_pb(event) for event in events] == list(turn.events)
        folded = View(rules, seat)
        for event in turn.events:
            folded.observe(event_from_pb(event))
        assert folded == game.view(seat)


@setups
@given(seed=seeds)
def test_hand_written_turns_equal_those_of_protobuf(variant: str, preset: str, seed: int) -> None:
    for number, (game, legal, _) in enumerate(decisions(rules_of(variant, preset, hands=1), seed), start=1):
        events = game.events(game.to_act)[-9:]
        decision = seat_pb2.Decision(number=number, kind=cards_pb2.Kind.values()[game.kind], legal=legal_to_pb(legal))
        turn = seat_pb2.Turn(events=[event_to_pb(event) for event in events], decision=decision)
        assert turn_bytes(events, number, game.kind, legal) == turn.SerializeToString()


def test_large_decision_numbers() -> None:
    legal = legal_from_pb(Kind.PLAY, PLAY)
    for number in (1, 127, 128, 16384, 70000):
        assert seat_pb2.Turn.FromString(turn_bytes([], number, Kind.PLAY, legal)).decision.number == number


def test_laid_cards_may_come_in_any_order() -> None:
    cards = [card_code(card) for card in ("9H", "TS", "AS")]
    action = action_from_pb(Kind.DISCARD, cards_pb2.Action(cards=cards_pb2.Cards(cards=cards)))
    assert unpack_cards(action, 3) == cards[::-1]
    assert action == pack_cards(cards[::-1])


def test_an_event_of_a_later_release_is_passed_over() -> None:
    assert event_from_bytes(b"\xfa\x01\x00") is None


def test_cards_to_play_that_another_protobuf_wrote() -> None:
    one_by_one = b"".join(bytes((8, card)) for card in (7, 3))  # not packed
    legal = legal_from_bytes(Kind.PLAY, bytes((0x0A, len(one_by_one))) + one_by_one)
    assert sorted(legal.actions) == [3, 7]
