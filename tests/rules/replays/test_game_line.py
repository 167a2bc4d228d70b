"""A game as one line: back it comes as it was, and a line that is broken or evil is refused."""

import base64
import hashlib
import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules import BY_DEADLINE, VARIANTS, GameLineError, RecordError, configure, new_game, presets_of
from arena.rules.records.record import to_record
from arena.rules.replays.line import MAX_BYTES, MAX_LETTERS, VERSION, from_line, is_line, to_line
from arena.rules.replays.place import game_of
from tests.rules.playing import random_game

ONE_HAND = {"format": {"kind": "hands", "count": 1}}
FITS_A_LINK = 2_000  # letters


def record(variant: str = "spades-4", number: int = 1, preset: str | None = None, **options: Any) -> dict[str, Any]:
    game = random_game(configure(variant, preset, ONE_HAND | options), number)
    return to_record(game, "a game", [f"bot-{seat}@1.0" for seat in range(game.rules.seats)])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_line_has_all_of_a_record_and_fits_a_link(variant: str) -> None:
    for preset in presets_of(variant):
        for count in (1, 4):
            whole = record(variant, 2, preset, format={"kind": "hands", "count": count})
            line = to_line(whole)
            assert from_line(line) == whole
            assert is_line(line)
            assert len(line) < FITS_A_LINK
            assert set(line) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")


def test_infractions_and_names_of_any_letters_travel_along() -> None:
    game = new_game(configure("spades-4", options=ONE_HAND), bytes(32))
    while not game.is_over:
        game.apply(game.fallback())
    infractions = [{"hand": 0, "seat": 0, "decision": 5, "reason": "timeout"}]
    infractions[0]["seat"] = game.hands[0].decisions()[5][0]
    whole = to_record(game, "\u2660 \n <b>", ["<script>", "\u00e4", "", "x" * 200], infractions)
    assert from_line(to_line(whole)) == whole


def test_the_play_time_travels_along() -> None:
    rules = configure("pinochle-chips", options={"deadline": 60})
    game = new_game(rules, bytes(32))
    while not game.finished:
        game.apply(game.fallback())
    game.stop(BY_DEADLINE)
    whole = to_record(game, "x", ["a", "b", "c"], elapsed_s=[61])
    assert from_line(to_line(whole)) == whole


def test_a_record_that_does_not_verify_has_no_line() -> None:
    wrong = record()
    wrong["scores"] = [1, 2, 3, 4]
    with pytest.raises(RecordError, match="scores"):
        to_line(wrong)
    for nonsense in (None, "x", {"format": "arena-game/1"}):
        with pytest.raises(RecordError):
            game_of(nonsense)


def test_names_that_are_too_long_for_a_line_are_refused() -> None:
    for changed in ({"id": "x" * 201}, {"seats": ["a", "b", "c", "d" * 201]}):
        with pytest.raises(RecordError, match="200 letters"):
            to_line(record() | changed)


def test_a_line_above_the_callers_limit_is_refused() -> None:
    line = to_line(record())
    assert from_line(line, most=2_000) == record()
    with pytest.raises(GameLineError, match="more than 100 bytes"):
        from_line(line, most=100)


def pack_line(data: bytes) -> str:
    """A line with a true sum, whatever it packs."""
    shrunk = zlib.compress(data, 9)
    raw = hashlib.sha256(shrunk).digest()[:6] + shrunk
    return VERSION + base64.urlsafe_b64encode(raw).decode().rstrip("=")


def head(**changed: Any) -> bytes:
    whole = record()
    about = {"id": "x", "variant": "spades-4", "revision": 1, "options": whole["options"], "seats": whole["seats"]}
    about |= {"infractions": [], "elapsed_s": []} | changed
    return json.dumps(list(about.values())).encode() + b"\n" + bytes.fromhex(whole["seed"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "begins with"),
        ("arena2.xyz", "begins with"),
        (VERSION, "copy it whole"),
        (VERSION + "A" * 40, "copy it whole"),
        (VERSION + "<script>", "copy it whole"),
        (VERSION + "A" * MAX_LETTERS, "at most"),
        (pack_line(b""), "its head is malformed"),
        (pack_line(b"[" * 5_000), "its head is malformed"),
        (pack_line(b"[1,2,3]\n"), "its head is malformed"),
        (pack_line(b"9" * 20_000), "its head is malformed"),
        (pack_line(b" " * (MAX_BYTES + 1)), "unpacks to more"),
        (pack_line(b" " * 40_000_000), "unpacks to more"),
        (pack_line(head(variant="spades-9")), "spades-9"),
        (pack_line(head(variant=[])), "its head is malformed"),
        (pack_line(head(options={"target": "x"})), "target"),
        (pack_line(head(revision=77)), "revision"),
        (pack_line(head(infractions=[[1]])), "its head is malformed"),
        (pack_line(head(elapsed_s=["x"])), "its head is malformed"),
        (pack_line(head(elapsed_s=[float("nan")])), "its head is malformed"),
        (pack_line(head(elapsed_s=[float("inf")])), "its head is malformed"),
        (pack_line(head(infractions=[[None, 0, 0, "illegal"]])), "its head is malformed"),
        (pack_line(head(id="\ud800")), "its head is malformed"),
        (pack_line(head(seats=["a"])), "not over"),
        (pack_line(head(seats=[1, 2, 3, 4])), "its head is malformed"),
        (pack_line(head(seats=["x" * 201])), "its head is malformed"),
        (pack_line(head(id="x" * 60_000)), "its head is malformed"),
        (pack_line(head()), "not over"),
        (pack_line(head() + b"\x3d"), "legal"),
        (pack_line(head() + b"\xff"), "packed"),
        (pack_line(head()[:-1]), "seed"),
    ],
    ids=range(30),
)
def test_an_invalid_line_is_refused_in_one_line(line: str, said: str) -> None:
    with pytest.raises(GameLineError, match=said) as refused:
        from_line(line)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("infractions", [[[0, 0, 0, "nonsense"]], [[0, None, {}, []]]])
def test_infractions_that_no_game_has_are_refused(infractions: list[Any]) -> None:
    game = random_game(configure("spades-4", options=ONE_HAND), 1)
    with pytest.raises(GameLineError, match="infractions"):
        from_line(pack_line(head(infractions=infractions) + bytes(game.actions)))


@given(place=st.integers(min_value=0), letter=st.sampled_from("aZ09-_.=~ \n\u00e9\u2660"))
def test_a_letter_that_is_changed_is_noticed(place: int, letter: str) -> None:
    line = to_line(record())
    place %= len(line)
    changed = line[:place] + letter + line[place + 1 :]
    if changed != line:
        with pytest.raises(GameLineError):
            from_line(changed)


@given(length=st.integers(min_value=0))
def test_a_line_that_is_cut_is_noticed(length: int) -> None:
    line = to_line(record())
    with pytest.raises(GameLineError):
        from_line(line[: length % len(line)])


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(GameLineError):
        from_line(pack_line(data))
