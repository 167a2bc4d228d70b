import random

import pytest

from arena.rules import VARIANTS, PlaceError, configure, new_game
from arena.rules.records.record import to_record
from arena.rules.replays.place import Place, decisions_at, read_place
from tests.rules.playing import play_on


@pytest.mark.parametrize(
    ("text", "place"), [("17", Place("17")), ("17:3", Place("17", 2)), ("17:3:42", Place("17", 2, 41))]
)
def test_a_place_is_read_and_written(text: str, place: Place) -> None:
    assert read_place(text) == place
    assert str(place) == text


@pytest.mark.parametrize("text", ["", ":1", "17:", "17:0", "17:1:0", "17:x", "17:-1", "17:1:2:3", "17:²"])
def test_an_invalid_place_is_refused(text: str) -> None:
    with pytest.raises(PlaceError, match="give GAME, GAME:HAND or GAME:HAND:DECISION"):
        read_place(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_decision_of_a_record_has_its_place(variant: str) -> None:
    rules = configure(variant, options={"format": {"kind": "hands", "count": 2}})
    game = new_game(rules, bytes(32))
    play_on(game, random.Random(1))
    record = to_record(game, "17", ["a"] * rules.seats)
    asked = [(place, int(there.to_act), action) for place, there, action in decisions_at(record, Place("17"))]
    decided = [each for hand in game.hands for each in hand.decisions()]
    assert [(seat, action) for _, seat, action in asked] == [(seat, action) for seat, _, action in decided]
    for place, seat, action in asked[:: len(asked) // 5]:
        ((at, there_seat, there_action),) = [(at, int(g.to_act), a) for at, g, a in decisions_at(record, place)]
        assert (at, there_seat, there_action) == (place, seat, action)


def test_a_place_outside_the_game_is_refused() -> None:
    rules = configure("spades-4", options={"format": {"kind": "hands", "count": 1}})
    game = new_game(rules, bytes(32))
    play_on(game, random.Random(1))
    record = to_record(game, "17", ["a"] * 4)
    count = len(game.hands[0].decisions())
    with pytest.raises(PlaceError, match="17:2: the game has the hands 1 to 1"):
        next(decisions_at(record, Place("17", 1)))
    with pytest.raises(PlaceError, match=f"hand 1 has the decisions 1 to {count}"):
        next(decisions_at(record, Place("17", 0, count)))
