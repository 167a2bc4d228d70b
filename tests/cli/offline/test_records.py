import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.rules import VARIANTS, configure, new_game
from arena.rules.games.length import BY_DEADLINE
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from tests.cli.conftest import Command


def records_of(said: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.splitlines()]


@pytest.fixture
def file(arena: Command, tmp_path: Path) -> Path:
    """Two records."""
    path = tmp_path / "records.jsonl"
    path.write_text(arena("selfplay", "spades-4", "--games", "2", "--seed", "s", "--option", "max_hands=2").out)
    return path


@pytest.mark.parametrize("variant", VARIANTS)
def test_selfplay_prints_records_that_verify(variant: str, arena: Command) -> None:
    said = arena("selfplay", variant, "--games", "2", "--seed", "s", "--option", "max_hands=1")
    assert (said.code, said.err) == (0, "")
    records = records_of(said.out)
    assert [verify(record) for record in records] == [[], []]
    assert len({record["seed"] for record in records}) == 2
    assert all(record["options"]["max_hands"] == 1 for record in records)


def test_one_seed_gives_the_same_records_and_another_gives_others(arena: Command) -> None:
    words = ("selfplay", "spades-4", "--option", 'format={"kind": "hands", "count": 1}', "--seed")
    assert arena(*words, "s").out == arena(*words, "s").out
    assert arena(*words, "s").out != arena(*words, "t").out
    assert arena(*words, "").out != arena(*words, "").out


def test_players_move_on_and_presets_apply(arena: Command) -> None:
    said = arena("selfplay", "pinochle-cutthroat", "--games", "2", "--bots", "random,simple", "--option", "max_hands=1")
    first, second = (record["seats"] for record in records_of(said.out))
    assert first == ["random@house", "simple@house", "random@house"]
    assert second == ["simple@house", "random@house", "simple@house"]
    said = arena("selfplay", "spades-4", "--preset", "short-each", "--option", "max_hands=1")
    assert records_of(said.out)[0]["options"]["bag_rule"] == "each"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("spades-9",), "spades-4"),
        (("spades-4", "--preset", "nope"), "short-limit"),
        (("spades-4", "--option", "nope=1"), "nope"),
        (("spades-4", "--option", "target"), "NAME=VALUE"),
        (("spades-4", "--option", "target=5"), "target"),
        (("spades-4", "--option", "bag_rule=some"), "limit"),
        (("spades-4", "--bots", "deep"), "simple"),
        (("spades-4", "--bots", "random,random,random,random,random"), "spades-4"),
        (("spades-4", "--games", "0"), "games"),
        (("spades-4", "--games", "many"), "many"),
    ],
    ids=str,
)
def test_selfplay_refuses_in_one_line(words: tuple[str, ...], named: str, arena: Command) -> None:
    said = arena("selfplay", *words)
    assert said.refused
    assert named in said.err


def test_verified_records_are_counted(file: Path, arena: Command) -> None:
    said = arena("verify", str(file))
    assert (said.code, said.out, said.err) == (0, "2 records, no difference\n", "")
    answer = json.loads(arena("verify", str(file), "--json").out)
    assert answer == {"records": 2, "differing": 0, "differences": [], "exports": []}


def test_a_difference_is_named_with_its_line(file: Path, arena: Command) -> None:
    first, second = records_of(file.read_text())
    second["hands"][0]["points"][0] += 1
    file.write_text(f"{json.dumps(first)}\n\n{json.dumps(second)}\nnonsense\n[1]\n")
    said = arena("verify", str(file))
    assert (said.code, said.err) == (1, "")
    *lines, count = said.out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["line 3", "line 4", "line 5"]
    assert "points" in lines[0]
    assert count == "4 records, 3 of them differ"
    answer = json.loads(arena("verify", str(file), "--json").out)
    assert (answer["records"], answer["differing"]) == (4, 3)
    assert [line["line"] for line in answer["differences"]] == [3, 4, 5]


def test_standard_input_is_read(file: Path, arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert arena("verify", "-").code == 0


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_an_empty_file_is_refused(command: str, tmp_path: Path, arena: Command) -> None:
    (tmp_path / "empty").write_text("\n")
    said = arena(command, str(tmp_path / "empty"))
    assert said.refused
    assert str(tmp_path / "empty") in said.err


def test_a_game_is_printed_card_by_card(file: Path, arena: Command) -> None:
    first, second = records_of(file.read_text())
    said = arena("replay", str(file))
    assert said.code == 0
    for hand in first["hands"]:
        for trick in hand["tricks"]:
            assert all(card in said.out for card in trick["cards"])
    assert said.out.count("Trick 13") == len(first["hands"]) == 2
    assert arena("replay", str(file), "--game", second["id"]).out == arena("replay", str(file), "--line", "2").out
    assert arena("replay", str(file), "--line", "2").out != said.out
    one = arena("replay", str(file), "--hand", "2").out
    assert one.count("Trick 13") == 1
    assert "Hand 2, dealt by" in one


@pytest.mark.parametrize(
    "words",
    [
        ("--game", "nope"),
        ("--line", "3"),
        ("--hand", "3"),
        ("--hand", "0"),
        ("--line", "0"),
        ("--game", "x", "--line", "1"),
        ("--portable", "--hand", "1"),
        ("--at", "x"),
        ("--at", "x:1:1"),
        ("--at", "x:1"),
        ("--at", "x:1:1", "--hand", "1"),
        ("--check", "--at", "1:1:1"),
        ("--check", "--portable"),
        ("--check", "--seat", "4"),
        ("--check", "--playouts", "1"),
        ("--check", "--hand", "9"),
        ("--seat", "1"),
        ("--json",),
        ("--playouts", "9"),
    ],
    ids=" ".join,
)
def test_no_record_and_contradicting_options_are_refused(words: tuple[str, ...], file: Path, arena: Command) -> None:
    assert arena("replay", str(file), *words).refused


def test_a_game_is_one_portable_line(file: Path, arena: Command) -> None:
    said = arena("replay", str(file), "--line", "2", "--portable")
    assert (said.code, said.err, said.out.count("\n")) == (0, "", 1)
    replay = arena("replay", said.out.strip())
    assert replay.out == arena("replay", str(file), "--line", "2").out
    one = ("--hand", "1")
    assert arena("replay", said.out.strip(), *one).out == arena("replay", str(file), "--line", "2", *one).out
    assert arena("replay", said.out.strip(), "--portable").out == said.out


def test_a_decision_is_printed_as_its_seat_knew_it(file: Path, arena: Command) -> None:
    record = records_of(file.read_text())[1]
    decisions = record["hands"][1]["decisions"]
    number = next(number for number, each in enumerate(decisions) if each["kind"] == "play")
    place = f"{record['id']}:2:{number + 1}"
    said = arena("replay", str(file), "--at", place)
    seat, card = decisions[number]["seat"], decisions[number]["card"]
    first, *_, last = said.out.splitlines()
    assert first.startswith(f"{record['variant']}, hand 2, seat {seat} of ")
    assert last == f"{place} in the game: play {card}"
    line = arena("replay", str(file), "--line", "2", "--portable").out.strip()
    assert arena("replay", line, "--at", place).out == said.out
    assert "the game has the hands 1 to 2" in arena("replay", line, "--at", f"{record['id']}:3:1").err


@pytest.mark.parametrize(
    "words", [("arena1.AAAA",), ("arena9.AAAA",), ("arena1.",), ("arena1.AAAA", "--game", "x")], ids=" ".join
)
def test_a_malformed_line_is_refused(words: tuple[str, ...], arena: Command) -> None:
    assert arena("replay", *words).refused


def test_a_record_that_differs_is_not_printed(file: Path, arena: Command) -> None:
    record = records_of(file.read_text())[0]
    record["seed"] = "00" * 32
    file.write_text(json.dumps(record))
    said = arena("replay", str(file))
    assert said.refused
    assert "line 1" in said.err


@pytest.mark.parametrize(
    ("variant", "options", "end"),
    [
        ("pinochle-chips", {"hands": 2}, r"All hands are played. 1. \S+ with \d+ dollars, "),
        ("pinochle-chips", {"format": {"kind": "series", "wins": 1}}, r"The series is won. 1. \S+ with 1 win, "),
        ("spades-4", {"target": 10}, r"The game is won. 1. \S+ with \d+ points, "),
        ("spades-4", {"max_hands": 1}, r"The game has come to the most hands it may have. 1. "),
    ],
)
def test_how_a_game_ended(variant: str, options: dict[str, Any], end: str, tmp_path: Path, arena: Command) -> None:
    words = [word for name, value in options.items() for word in ("--option", f"{name}={json.dumps(value)}")]
    path = tmp_path / "records.jsonl"
    path.write_text(arena("selfplay", variant, "--games", "1", "--bots", "simple", "--seed", "s", *words).out)
    assert re.match(end, arena("replay", str(path)).out.splitlines()[-1])


def test_a_match_that_ended_at_its_deadline_has_no_hand_more(tmp_path: Path, arena: Command) -> None:
    game = new_game(configure("pinochle-chips", options={"deadline": 60}), bytes(32))
    while game.hand_number < 2:
        game.apply(game.fallback())
    game.stop(BY_DEADLINE)
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(to_record(game, "x", ["a", "b", "c"], elapsed_s=[30, 60])))
    said = arena("replay", str(path))
    assert said.out.count(", dealt by ") == 2
    assert said.out.splitlines()[-1].startswith("The match ended at its deadline. 1. ")
