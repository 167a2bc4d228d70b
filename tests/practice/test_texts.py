import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any
from zlib import compress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.practice import (
    MAX_CHARACTERS,
    BadTableError,
    compare,
    from_code,
    from_text,
    result_of,
    show,
    sit_down,
    to_code,
    to_text,
)
from tests.practice.sitting import SETUPS, decide, play_out, rules_of, short, table_of


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    table = table_of(short("spades-4"))
    for _ in range(6):
        decide(table, Random(1))
    state = json.loads(to_text(table))
    change(state)
    return json.dumps(state)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda state: state.update(format="arena-game/1"), "the format is 'arena-game/1'"),
        (lambda state: state.update(more=1), "exactly the fields"),
        (lambda state: state.pop("aids", state.pop("undone")), "exactly the fields"),
        (lambda state: state["deal"].update(seat=9), "seat 9 does not exist"),
        (lambda state: state["deal"].update(seat=True), "seat: True is not a whole"),
        (lambda state: state["deal"].update(seed="zz"), "hexadecimal"),
        (lambda state: state["deal"].update(seed=7), "hexadecimal"),
        (lambda state: state["deal"].update(seed="00"), "the seed has 1 bytes"),
        (lambda state: state["deal"].update(variant="whist"), "is not a variant"),
        (lambda state: state["deal"].update(variant=["x"]), "variant must be text"),
        (lambda state: state["deal"].update(revision=77), "another revision"),
        (lambda state: state["deal"]["options"].update(target="many"), "cannot be played"),
        (lambda state: state["deal"]["options"].pop("target"), "not complete"),
        (lambda state: state["deal"].update(bots=["simple"]), "one bot for each seat"),
        (lambda state: state["deal"].update(bots=["evil"] * 4), "not a house bot"),
        (lambda state: state["deal"].update(bots=[1, 2, 3, 4]), "a list of names"),
        (lambda state: state["deal"].update(before=[0]), "are not whole hands"),
        (lambda state: state["deal"].update(before=[31]), "cannot be played"),
        (lambda state: state["deal"].update(before=None), "is not a list"),
        (lambda state: state.update(actions=[*state["actions"], 60]), "cannot be played"),
        (lambda state: state.update(actions=state["actions"][:-1]), "ends at a bot's decision"),
        (lambda state: state.update(actions=[1.0]), "is not a whole number"),
        (lambda state: state.update(actions=[-1]), "is not a whole number"),
        (lambda state: state.update(claims=[0]), "cannot be a claim"),
        (lambda state: state.update(opened="all"), "is not a list"),
        (lambda state: state.update(hints=-1), "hints: -1 is not a whole"),
    ],
)
def test_table_refuses_an_edited_text_in_one_line(change: Callable[[dict[str, Any]], object], words: str) -> None:
    with pytest.raises(BadTableError, match=words) as refused:
        from_text(changed(change))
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format":NaN}', "[" * 100_000, " " * (MAX_CHARACTERS + 1)])
def test_table_refuses_invalid_text(text: str) -> None:
    with pytest.raises(BadTableError):
        from_text(text)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_table_text_survives_any_value_in_any_field(value: object) -> None:
    state = json.loads(to_text(table_of(short("spades-4"))))
    texts = [{**state, field: value} for field in state if field != "deal"]
    texts += [{**state, "deal": {**state["deal"], field: value}} for field in state["deal"]]
    for text in texts:
        with suppress(BadTableError):  # some are a table, as with "opened": []
            from_text(json.dumps(text))


@pytest.mark.parametrize(("variant", "preset"), SETUPS)
def test_code_deals_a_friend_the_same_cards(variant: str, preset: str) -> None:
    own = play_out(table_of(rules_of(variant, preset, 2), 21, 1), Random(1))
    code = to_code(own)
    assert len(code) < 2_000
    deal, played = from_code(code)
    assert played == result_of(own)
    friends = sit_down(deal)
    assert show(friends).players[1].cards == show(table_of(rules_of(variant, preset, 2), 21, 1)).players[1].cards
    assert compare(friends, [played]) == []
    play_out(friends, Random(2))
    lines = compare(friends, [played])
    assert [line.points for line in lines] == [
        [mine, theirs] for mine, theirs in zip(result_of(friends).points, played.points, strict=True)
    ]


def test_compare_hides_others_points_on_an_open_hand() -> None:
    own = play_out(table_of(short("spades-4", hands=3), 5), Random(1))
    friends = table_of(short("spades-4", hands=3), 5)
    while friends.game.hand_number == 0:
        decide(friends, Random(1))
    assert [line.hand for line in compare(friends, [result_of(own)])] == [0]
    assert [line.points[1] for line in compare(own, [result_of(friends)])] == [result_of(friends).points[0], None, None]


def test_a_later_hand_is_dealt_to_a_friend_as_it_was() -> None:
    own = play_out(table_of(short("pinochle-cutthroat", hands=3), 5), Random(1))
    again = own.again(1)
    deal, _ = from_code(to_code(again))
    friends = play_out(sit_down(deal), Random(4))
    assert [line.hand for line in compare(friends, [result_of(again)])] == [2]


def bomb(text: bytes) -> str:
    return "deal-" + urlsafe_b64encode(compress(text, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "code",
    [
        "",
        "deal-",
        "hello",
        "deal-AAAA",
        "deal-é",
        bomb(b"x"),
        bomb(b"\xff"),
        bomb(b"{}"),
        bomb(b"0" * 50_000_000),
        bomb(b'{"format":"arena-deal/1"}'),
        bomb(b"[]") + "AAAA",
    ],
)
def test_code_refuses_invalid_text(code: str) -> None:
    with pytest.raises(BadTableError) as refused:
        from_code(code)
    assert len(str(refused.value).splitlines()) == 1


def test_code_refuses_a_change_of_any_character() -> None:
    code = to_code(table_of(short("spades-4")))
    for place in range(5, len(code), 7):
        other = "A" if code[place] != "A" else "B"
        with pytest.raises(BadTableError):
            from_code(code[:place] + other + code[place + 1 :])
    for length in (6, 40, len(code) - 4):
        with pytest.raises(BadTableError):
            from_code(code[:length])
