"""Random games of every variant, judged by the adjudicator. It was written from the rule sheets alone."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import VARIANTS, configure, new_game
from arena.rules.records.verify import verify
from arena.rules.rules import DRAW
from tests.adjudicator import faults, judged
from tests.adjudicator.deal import drawn_seating
from tests.adjudicator.variants import SHEETS
from tests.rules.choosing import chosen_rules, played, record_of, stacked_decks
from tests.sizes import sized

NUMBERS = st.integers(0, 2**32)
Json = Any


def in_any_order(answers: Json) -> Json:
    return sorted(map(json.dumps, answers)) if isinstance(answers, list) else answers


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@given(st.data(), NUMBERS)
def test_the_adjudicator_finds_no_fault(variant: str, data: st.DataObject, number: int) -> None:
    game, _ = played(data.draw(chosen_rules(variant)), number, [])
    assert faults(record_of(game)) == []


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@given(st.data(), NUMBERS)
def test_stacked_deals_and_every_legal_answer(variant: str, data: st.DataObject, number: int) -> None:
    decks = data.draw(stacked_decks(variant))
    game, asked = played(data.draw(chosen_rules(variant)), number, decks)
    lines, should = judged(record_of(game), decks)
    assert lines == []
    expected = [(ask.seat, in_any_order(ask.allowed)) for hand in should for ask in hand]
    assert [(seat, in_any_order(answers)) for seat, answers in asked] == expected


@pytest.mark.parametrize("variant", sorted(name for name in VARIANTS if SHEETS[name].is_spades))
def test_the_seating_that_was_drawn(variant: str) -> None:
    for number in range(sized(30, 300)):  # ties, after which some draw again, are among them
        seed = number.to_bytes(32, "little")
        game = new_game(configure(variant, options={"first_dealer": DRAW}), seed)
        assert game.seating == drawn_seating(SHEETS[variant], seed)


def sample(variant: str) -> dict[str, Any]:
    """A record of a short series whose first hand is played out."""
    options = {"format": {"kind": "series", "wins": 1}, "max_hands": 2}
    for number in range(100):
        record = record_of(played(configure(variant, options=options), number, [])[0])
        if len(record["hands"]) == 2 and all(len(hand["tricks"]) > 2 for hand in record["hands"]):
            return record
    raise AssertionError(f"no game of {variant} was played out")


@pytest.fixture(params=sorted(VARIANTS), scope="module")
def sound(request: pytest.FixtureRequest) -> dict[str, Any]:
    return sample(request.param)


@pytest.fixture
def record(sound: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(sound)


def named(record: dict[str, Any], *words: str) -> bool:
    """Whether some fault says all these words."""
    return any(all(word in line for word in words) for line in faults(record))


def leaves(value: Json, path: tuple[Json, ...] = ()) -> Iterator[tuple[Json, ...]]:
    """Yield the paths of a record's numbers and texts. Of those that a record of a game cannot have otherwise."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            if path or key not in ("id", "options", "seats"):
                yield from leaves(part, (*path, key))
    else:
        yield path


def changed(value: Json) -> Json:
    if isinstance(value, int):
        return value + 1
    if value in ("S", "D", "C", "H"):
        return {"S": "D", "D": "C", "C": "H", "H": "S"}[value]
    if isinstance(value, str) and len(value) == 2:
        return "AS" if value != "AS" else "KS"
    return 0 if value is None else value[:-1] + ("0" if value[-1] != "0" else "1")


def test_every_change_of_a_record_is_found(record: dict[str, Any]) -> None:
    assert faults(record) == []
    del record["hands"][1:]
    record["options"]["max_hands"] = 1
    scores = record["hands"][0]["scores"]
    winner = [seat for seat, score in enumerate(scores) if score == max(scores)]
    record["games"] = [{"winner": winner, "scores": scores}]
    wins = [int(seat in winner) for seat in range(len(scores))]
    record["scores"], record["ranks"] = wins, [1 if won else 1 + sides_ahead(record, wins) for won in wins]
    assert faults(record) == []
    paths = [path for path in leaves(record) if not overbid(record, path)]
    for path in random.Random(0).sample(paths, min(len(paths), sized(25, 150))):
        spoilt = copy.deepcopy(record)
        *way, last = path
        part = spoilt
        for key in way:
            part = part[key]
        part[last] = changed(part[last])
        assert faults(spoilt) != [], path
        assert verify(spoilt) != [], path


def overbid(record: dict[str, Any], path: tuple[Json, ...]) -> bool:
    """Say whether it is a bid that was overbid. Another may have been said in its place."""
    if path[-1] != "value" or record["hands"][0].get("bid") is None:
        return False
    return bool(record["hands"][0]["decisions"][path[3]]["value"] != record["hands"][0]["bid"])


def sides_ahead(record: dict[str, Any], wins: list[int]) -> int:
    return len({SHEETS[record["variant"]].side(seat)[0] for seat, won in enumerate(wins) if won})


def test_a_card_of_the_deal_that_lies_elsewhere(record: dict[str, Any]) -> None:
    first, second = record["hands"][0]["dealt"]["hands"][:2]
    first[0], second[-1] = second[-1], first[0]
    assert named(record, "hand 0 dealt")


def test_a_play_that_is_not_legal(record: dict[str, Any]) -> None:
    decisions = record["hands"][1]["decisions"]
    at = max(at for at, decision in enumerate(decisions) if decision["kind"] == "play")
    decisions[at]["card"] = decisions[at - 1]["card"]
    assert named(record, f"hand 1: decision {at}", "illegal")


def test_a_decision_out_of_turn_one_too_few_and_one_too_many(record: dict[str, Any]) -> None:
    decisions = record["hands"][0]["decisions"]
    last = decisions.pop()
    assert named(record, "hand 0", "decisions end at")
    decisions += [last, last]
    assert named(record, "hand 0", "the hand is over")
    del decisions[-1]
    decisions[0], decisions[-1] = decisions[-1], decisions[0]
    assert named(record, "hand 0", "is open")


def test_a_change_of_a_trick_is_found(record: dict[str, Any]) -> None:
    trick = record["hands"][0]["tricks"][1]
    trick["winner"] = (trick["winner"] + 1) % len(record["seats"])
    assert named(record, "hand 0 trick 1")


@pytest.mark.parametrize("key", ["points", "deltas", "scores"])
def test_a_number_of_a_hand(record: dict[str, Any], key: str) -> None:
    record["hands"][1][key][0] -= 10
    assert named(record, f"hand 1 {key}")


def test_a_change_of_melds_is_found(record: dict[str, Any]) -> None:
    if SHEETS[record["variant"]].is_spades:
        record["hands"][0]["melds"] = [{"seat": 0, "points": 0, "melds": [], "shown": []}]
    else:
        record["hands"][0]["melds"][0]["points"] += 1
    assert named(record, "hand 0 melds")


def test_a_change_of_ranks_is_found(record: dict[str, Any]) -> None:
    record["games"][0]["winner"] = [(record["games"][0]["winner"][0] + 1) % len(record["seats"])]
    record["ranks"][0] += 1
    record["ended"] = "target"
    assert all(named(record, key) for key in ("games", "ranks", "ended"))


def test_a_hand_after_the_end_and_an_end_too_soon(record: dict[str, Any]) -> None:
    record["options"]["max_hands"] = 1
    assert named(record, "hand 1", "over before it")
    record["options"]["max_hands"] = 3
    assert named(record, "not over after its last hand")


def test_an_infraction_is_of_the_seat_that_decided(record: dict[str, Any]) -> None:
    seat = record["hands"][1]["decisions"][3]["seat"]
    record["hands"][1]["infractions"] = [{"seat": seat, "decision": 3, "reason": "timeout"}]
    assert faults(record) == []
    record["hands"][1]["infractions"][0]["decision"] = 2
    assert named(record, "hand 1 infraction 0") or seat == record["hands"][1]["decisions"][2]["seat"]
    record["hands"][1]["infractions"][0]["reason"] = "bored"
    assert named(record, "hand 1 infractions")


def test_the_form(record: dict[str, Any]) -> None:
    record["hands"][0]["number"] = record["hands"][0].pop("number")
    assert named(record, "hand 0", "order")
    del record["ranks"]
    assert named(record, "missing", "ranks")


def test_the_options(record: dict[str, Any]) -> None:
    del record["options"]["max_hands"]
    record["options"]["extra"] = 1
    assert named(record, "max_hands", "missing")
    assert named(record, "extra")


def test_the_commitment(record: dict[str, Any]) -> None:
    record["commitment"] = "0" * 64
    assert named(record, "commitment")
