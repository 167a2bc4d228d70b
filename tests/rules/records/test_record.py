import copy
import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import Game, GameNotOverError, InvalidSeedError, Kind, Rules, configure, new_game
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from arena.rules.replays.narrate import narrate
from tests.rules.playing import play_on, random_action, random_game

HANDS = {"format": {"kind": "hands", "count": 3}}
SPADES = configure("spades-4", options=HANDS)
PINOCHLE = configure("pinochle-cutthroat", options=HANDS)


def record_of(rules: Rules, number: int = 1) -> dict[str, Any]:
    names = [f"bot{seat}@1" for seat in range(rules.seats)]
    record: dict[str, Any] = json.loads(json.dumps(to_record(random_game(rules, number), "g1", names)))
    return record


def played(record: dict[str, Any]) -> int:
    return next(number for number, hand in enumerate(record["hands"]) if hand["tricks"])


@cache
def with_play() -> dict[str, Any]:
    """A pinochle record with a hand that was played, for all tests: to be changed in copies alone."""
    for number in range(100):
        record = record_of(PINOCHLE, number)
        if record["hands"][0]["tricks"]:
            return record
    raise AssertionError


def test_the_keys_and_their_order() -> None:
    top = "format id variant options seed commitment seats hands games ranks scores ended"
    hand = "number game dealer dealt decisions {}melds tricks points outcome deltas scores {}infractions"
    spades, pinochle = record_of(SPADES), with_play()
    assert list(spades) == list(pinochle) == top.split()
    assert list(spades["hands"][0]) == hand.format("", "bags ").split()
    assert list(pinochle["hands"][0]) == hand.format("declarer bid trump ", "").split()
    assert list(spades["hands"][0]["dealt"]) == ["hands"]
    assert list(pinochle["hands"][0]["dealt"]) == ["hands", "kitty"]
    assert spades["hands"][0]["melds"] == []
    assert spades["hands"][0]["outcome"] == "scored"


def test_the_decisions_of_spades() -> None:
    decisions = record_of(SPADES)["hands"][0]["decisions"]
    assert decisions[0] == {"seat": 1, "kind": "blind", "do": "look"} or decisions[0]["value"] == "blind_nil"
    assert decisions[-1] == {"seat": decisions[-1]["seat"], "kind": "play", "do": "play", "card": decisions[-1]["card"]}


def test_every_kind_of_decision_is_written_as_in_the_sheet() -> None:
    game = new_game(PINOCHLE, bytes(32))
    for action in (15, 0, 0):
        game.apply(action)
    game.apply(game.fallback())
    game.apply(2)
    play_on(game, random.Random(1))
    decisions = to_record(game, "x", ["a", "b", "c"])["hands"][0]["decisions"]
    assert decisions[:3] == [
        {"seat": 1, "kind": "auction", "do": "bid", "value": 15},
        {"seat": 2, "kind": "auction", "do": "pass"},
        {"seat": 0, "kind": "auction", "do": "pass"},
    ]
    assert {key: decisions[3][key] for key in ("seat", "kind", "do")} == {"seat": 1, "kind": "discard", "do": "discard"}
    assert len(decisions[3]["cards"]) == 3
    assert decisions[4] == {"seat": 1, "kind": "trump", "do": "trump", "suit": "C"}


def test_hands_and_shown_are_sorted_and_the_kitty_is_in_deck_order() -> None:
    for rules in (SPADES, PINOCHLE):
        game = random_game(rules, 3)
        order = [game.layout.deck.index(code) for code in game.layout.deck]
        assert order
        from arena.rules import card_code

        for hand, log in zip(to_record(game, "x", ["n"] * rules.seats)["hands"], game.hands, strict=True):
            for cards in hand["dealt"]["hands"] + [meld["shown"] for meld in hand["melds"]]:
                places = [game.layout.deck.index(card_code(card)) for card in cards]
                assert places == sorted(places)
            if "kitty" in hand["dealt"]:
                assert [card_code(card) for card in hand["dealt"]["kitty"]] == list(log.deck[-3:])


def test_no_record_before_the_end_or_without_a_seed() -> None:
    with pytest.raises(GameNotOverError):
        to_record(new_game(SPADES, bytes(32)), "x", ["a"] * 4)
    one = configure("spades-4", options={"format": {"kind": "hands", "count": 1}})
    game = play_on(new_game(one, deals=[new_game(one, bytes(32)).hand.deck]), random.Random(1))
    with pytest.raises(InvalidSeedError):
        to_record(game, "x", ["a"] * 4)


def changed(record: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The record with one value set; a path like `hands.0.points.1`. `...` deletes it."""
    result: dict[str, Any] = json.loads(json.dumps(record))
    *parents, last = path.split(".")
    place: Any = result
    for step in parents:
        place = place[int(step)] if isinstance(place, list) else place[step]
    key: Any = int(last) if isinstance(place, list) else last
    if value is ...:
        del place[key]
    else:
        place[key] = value
    return result


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("format", "arena-game/2", 'format: expected "arena-game/1", found "arena-game/2"'),
        ("id", 5, 'id: expected "a text", found 5'),
        ("variant", "spades-9", 'variant: expected "one of spades-3, spades-4, '),
        ("options.target", ..., "options.target: expected 250, found nothing"),
        ("options.target", 5, "options: option target = 5 is invalid; give a whole number 10..10000"),
        ("options.bag_limit", 5, 'options: option bag_limit = 5: pinochle-cutthroat has no such option; it has format'),
        ("options", [], "options: expected {}, found []"),
        ("seed", "00", 'seed: expected "64 hex digits, lower case", found "00"'),
        ("commitment", "00", "commitment: expected "),
        ("seats", ["a@1"], 'seats: expected "a list of 3 names", found ["a@1"]'),
        ("seats.0", None, "seats: expected "),
        ("hands", {}, "hands: expected [], found {}"),
        ("hands.0", 7, "hands[0]: expected {}, found 7"),
        ("hands.2", ..., "hands: expected another hand, for the game is not over, found 2 hands"),
        ("hands.0.decisions", None, "hands[0].decisions: expected [], found null"),
        ("hands.0.decisions.0", "pass", 'hands[0].decisions[0]: expected {}, found "pass"'),
        ("hands.0.decisions.0.seat", 2, "hands[0].decisions[0].seat: expected 1, found 2"),
        ("hands.0.decisions.0.seat", True, "hands[0].decisions[0].seat: expected 1, found true"),
        ("hands.0.decisions.0.seat", ..., "hands[0].decisions[0].seat: expected 1, found nothing"),
        ("hands.0.decisions.0.kind", "play", 'hands[0].decisions[0].kind: expected "auction", found "play"'),
        ("hands.0.decisions.0", {"seat": 1, "kind": "auction", "do": "bid", "value": 9}, "hands[0].decisions[0]: exp"),
        ("hands.0.decisions.0", {"seat": 1, "kind": "auction", "do": "bid"},
            "hands[0].decisions[0]: null is not a bid"),
        ("hands.0.decisions.0", {"seat": 1, "kind": "auction"}, "hands[0].decisions[0]: {"),
        ("hands.0.dealer", 2, "hands[0].dealer: expected 0, found 2"),
        ("hands.0.dealt.kitty.0", "XX", "hands[0].dealt.kitty[0]: expected "),
        ("hands.0.dealt.dummy", [], "hands[0].dealt.dummy: expected nothing, found []"),
        ("hands.0.tricks.3.winner", 9, "hands[0].tricks[3].winner: expected "),
        ("hands.0.tricks.14", ..., "hands[0].tricks: expected 15 entries, found 14"),
        ("hands.0.melds.1.points", 999, "hands[0].melds[1].points: expected "),
        ("hands.0.points.2", -1, "hands[0].points[2]: expected "),
        ("hands.0.outcome", ..., "hands[0].outcome: expected "),
        ("hands.0.deltas", None, "hands[0].deltas: expected ["),
        ("hands.1.scores.0", 12345, "hands[1].scores[0]: expected "),
        ("hands.0.bags", [0, 0, 0], "hands[0].bags: expected nothing, found [0, 0, 0]"),
        ("hands.0.trump", None, "hands[0].trump: expected "),
        ("hands.0.infractions", None, "hands[0].infractions: expected [], found null"),
        ("games.0.winner", [0, 1, 2], "games[0].winner"),
        ("ranks", [3, 3, 3], "ranks["),
        ("scores.1", 0.5, "scores[1]: expected "),
        ("ended", "target", 'ended: expected "hands", found "target"'),
        ("revision", 2, "revision: expected 1, found 2: only a release that plays that revision can check it"),
    ],
)  # fmt: skip
def test_a_difference_is_named(path: str, value: object, line: str) -> None:
    lines = verify(changed(with_play(), path, value))
    assert any(difference.startswith(line) for difference in lines), lines
    assert not any("\n" in difference for difference in lines)


def test_one_difference_one_line() -> None:
    record = with_play()
    for path in ("hands.0.dealer", "hands.0.points.2", "hands.1.scores.0", "ended", "commitment", "id"):
        assert len(verify(changed(record, path, 77))) == 1
    assert len(verify(changed(changed(record, "hands.0.points.0", 99), "ended", "x"))) == 2


def test_a_hand_too_many_and_decisions_too_many_or_too_few() -> None:
    record = with_play()
    more = changed(record, "hands", record["hands"] + record["hands"][:1])
    assert verify(more) == ["hands[3]: expected nothing, for the game is over, found a hand"]
    decisions = record["hands"][0]["decisions"]
    fewer = verify(changed(record, "hands.0.decisions", decisions[:-1]))
    assert fewer[0].startswith("hands[0].decisions: expected seat ")
    longer = verify(changed(record, "hands.0.decisions", decisions + decisions[-1:]))
    assert longer[0].startswith(f"hands[0].decisions[{len(decisions)}]: expected nothing, for the hand is over")


def test_the_cards_of_a_discard_may_come_in_any_order() -> None:
    record = with_play()
    hand = record["hands"][0]
    place = next(at for at, decision in enumerate(hand["decisions"]) if decision["kind"] == "discard")
    cards = hand["decisions"][place]["cards"]
    assert verify(changed(record, f"hands.0.decisions.{place}.cards", cards[::-1])) == []
    wrong = verify(changed(record, f"hands.0.decisions.{place}.cards", cards[:2]))
    assert wrong[0].startswith(f"hands[0].decisions[{place}]: expected ")
    assert verify(changed(record, f"hands.0.decisions.{place}.cards", [1, 2, 3]))
    assert verify(changed(record, f"hands.0.decisions.{place}.cards", ["2S", "2S", "2S"]))


def test_null_and_absent_keys_are_the_same() -> None:
    rules = configure("pinochle-cutthroat", options={"opening": "redeal", "format": {"kind": "hands", "count": 1}})
    game = new_game(rules, bytes(32))
    for _ in range(3):
        game.apply(0)
    record = to_record(game, "x", ["a", "b", "c"])
    assert record["hands"][0]["outcome"] == "passed_out"
    assert verify(record) == []
    for key in ("declarer", "bid", "trump"):
        assert record["hands"][0].pop(key) is None
    assert verify(record) == []


def with_infraction(seat: int, decision: int, reason: str) -> list[str]:
    """Return what verify says of a claimed infraction. In a game of fallbacks."""
    game = all_fallback()
    infraction = {"hand": 0, "seat": seat, "decision": decision, "reason": reason}
    return verify(to_record(game, "x", ["a", "b", "c"], [infraction]))


def all_fallback() -> Game:
    game = new_game(configure("pinochle-cutthroat", options={"format": {"kind": "hands", "count": 1}}), bytes(32))
    game.apply(20)
    while not game.is_over:
        game.apply(game.fallback())
    return game


def test_infractions_point_to_the_fallback_of_that_seat() -> None:
    assert with_infraction(2, 1, "timeout") == []
    assert with_infraction(1, 1, "timeout") == ["hands[0].infractions[0].seat: expected 2, found 1"]
    assert with_infraction(1, 0, "illegal") == [
        "hands[0].infractions[0]: expected the fallback's answer at hands[0].decisions[0], found another"
    ]
    assert with_infraction(2, 1, "bored")[0].startswith("hands[0].infractions[0].reason: expected ")
    assert with_infraction(2, 999, "timeout")[0].startswith("hands[0].infractions[0].decision: expected ")
    record = to_record(all_fallback(), "x", ["a", "b", "c"])
    assert verify(changed(record, "hands.0.infractions", [{"seat": 1}]))
    assert verify(changed(record, "hands.0.infractions", ["x"]))


def test_an_infraction_is_written_as_in_the_sheet() -> None:
    infraction = {"hand": 0, "seat": 2, "decision": 1, "reason": "timeout"}
    record = to_record(all_fallback(), "x", ["a", "b", "c"], [infraction])
    assert record["hands"][0]["infractions"] == [{"seat": 2, "decision": 1, "reason": "timeout"}]


TEXT = st.text("aZ_ é\u2660\0", max_size=5)  # of few letters: a table of all of Unicode takes seconds
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)


@given(JSON)
def test_nothing_given_as_a_record_raises(value: object) -> None:
    assert verify(value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [place for key, inner in items for place in places(inner, (*path, key))]


@given(st.data(), st.sampled_from([record_of(SPADES), with_play()]), JSON)
def test_any_value_put_anywhere_is_named(data: st.DataObject, record: dict[str, Any], value: object) -> None:
    path = data.draw(st.sampled_from(places(record)))
    broken = copy.deepcopy(record)
    place: Any = broken
    for step in path[:-1]:
        place = place[step]
    before, place[path[-1]] = place[path[-1]], value
    same = json.dumps(before, sort_keys=True) == json.dumps(value, sort_keys=True)
    lines = verify(broken)
    free = path[0] in ("id", "seats") and isinstance(value, str)
    none = before in (None, ...) or (path[-1] in ("declarer", "bid", "trump") and before is None)
    assert bool(lines) or same or free or none


def test_what_cannot_be_shown_is_named_all_the_same() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    record = with_play()
    for value in (deep, 10**5000):
        for path in ("options.target", "options.first_dealer", "hands.0.points.0", "ended", "seed", "id"):
            assert verify(changed(record, path, value))
        (line,) = verify(changed(record, "hands.0.decisions.0.value", value))
        assert line.startswith("hands[0].decisions[0].value: expected nothing, found ")
        assert verify(changed(record, "hands.0.infractions", [value]))


def test_a_hand_is_narrated() -> None:
    game = random_game(SPADES, 1)
    lines = narrate(game, 0, ["ann", "bob", "cy", "di"])
    assert lines[0] == "Hand 1, dealt by ann"
    assert sum(line.startswith("Trick ") for line in lines) == 13
    assert "The score:" in lines
    texts = [narrate(all_fallback(), 0), narrate(new_game(PINOCHLE, bytes(32)), 0)]
    assert all(texts)
    assert any("melds" in line for line in texts[0])


def test_an_open_hand_can_be_narrated() -> None:
    game = new_game(SPADES, bytes(32))
    rng = random.Random(1)
    while not game.is_over:
        assert narrate(game, game.hand.number)
        if game.kind == Kind.PLAY and rng.random() < 0.1:
            break
        game.apply(random_action(game.legal(), rng))
