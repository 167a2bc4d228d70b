import copy
import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests import ask
from tests.api.playing import connect, play_blocks
from tests.cli.conftest import BOTS, Command, Served, call, register, serving

PARTNERS, CUTTHROAT = "pinochle-single-deck", "pinochle-cutthroat"
ONE_HAND = {"format": {"kind": "hands", "count": 1}}
Lines = list[dict[str, Any]]


def sign(served: Served) -> None:
    served.store.tournaments.keys = (Ed25519PrivateKey.from_private_bytes(bytes(32)),)


@pytest.fixture
def signing(four: Served) -> Served:
    """Four bots, and a key that signs."""
    sign(four)
    return four


def play(served: Served) -> None:
    served.play(PARTNERS, CUTTHROAT)


def short(*variants: str) -> list[str]:
    """Return the options for games of one hand."""
    return [word for each in variants for word in ("--option", f"{each}:format={json.dumps(ONE_HAND['format'])}")]


def make(arena: Command, *words: str, boards: str = "1") -> None:
    played = short(*(each for each in (PARTNERS, CUTTHROAT) if each in ",".join(words)))
    said = arena("tournament", "create", "cup", *words, *played, "--boards", boards, "--allow-same-owner")
    assert said.code == 0, said.err
    assert arena("tournament", "start", "cup").code == 0


def round_robin(served: Served, arena: Command) -> None:
    make(arena, "--variants", f"{PARTNERS},{CUTTHROAT}", *BOTS[:6])
    play(served)
    assert arena("bot", "register", "e", "--version", "1", "--owner", "ada").code == 0
    assert arena("tournament", "extend", "--yes", "cup", "--boards", "1").code == 0
    assert arena("tournament", "enter", "cup", "d").code == 0
    assert arena("tournament", "enter", "cup", "e").code == 0
    assert arena("tournament", "withdraw", "--yes", "cup", "a").code == 0
    play(served)


def gauntlet(served: Served, arena: Command) -> None:
    make(arena, "--variants", PARTNERS, "--challenger", "a", *BOTS)
    assert arena("tournament", "extend", "--yes", "cup", "--boards", "2").code == 0
    play(served)


def pairs(served: Served, arena: Command) -> None:
    assert arena("pair", "register", "a", "b").code == 0
    make(arena, "--variants", PARTNERS, "--bot", "a+b", "--bot", "c", "--bot", "d", boards="3")
    play(served)


def swiss(served: Served, arena: Command) -> None:
    make(arena, "--variants", PARTNERS, "--rounds", "3", *BOTS)
    for _ in range(3):
        play(served)
        served.await_(served.store.tournaments.draw_rounds())


def ladder(served: Served, arena: Command) -> None:
    make(arena, "--variants", PARTNERS, "--kind", "ladder", "--rounds", "4", *BOTS)
    for round_ in range(4):
        play(served)
        if round_ != 1:  # a batch is drawn before the boards of the one before it are rated
            served.await_(served.store.ratings.rate())
        if round_ == 2:
            assert arena("tournament", "withdraw", "--yes", "cup", "d").code == 0
        served.await_(served.store.tournaments.draw_rounds())


def gate(served: Served, arena: Command) -> None:
    chosen = [ask.variant(CUTTHROAT, options=ONE_HAND)]
    asked = ask.gate("a", "b", chosen, name="cup", fillers=("c", "d"), most_boards=40, allow_same_owner=True)
    served.await_(served.store.tournaments.create_gate(asked))
    play(served)
    served.await_(served.store.tournaments.judge_gates())


def open_pool(served: Served, arena: Command) -> None:
    for owner in "fghij":
        arena("owner", "create", owner * 2)
        arena("bot", "register", owner, "--version", "1", "--owner", owner * 2)
    words = ("--pool", "open", *BOTS[:2], *(word for name in "fghij" for word in ("--bot", name)))
    said = arena("tournament", "create", "cup", "--variants", CUTTHROAT, *short(CUTTHROAT), *words, "--boards", "1")
    assert said.code == 0, said.err
    arena("tournament", "start", "cup")
    assert arena("tournament", "extend", "--yes", "cup", "--boards", "1").code == 0
    play(served)


KINDS: list[Callable[[Served, Command], None]] = [round_robin, gauntlet, pairs, open_pool, swiss, ladder, gate]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_whole_export_verifies(
    signing: Served, arena: Command, tmp_path: Path, kind: Callable[[Served, Command], None]
) -> None:
    kind(signing, arena)
    check_export(signing, arena, tmp_path, "cup")


def test_the_export_of_a_ladders_second_season_verifies(signing: Served, arena: Command, tmp_path: Path) -> None:
    make(arena, "--variants", PARTNERS, "--kind", "ladder", "--rounds", "4", *BOTS)
    play(signing)
    with psycopg.connect(signing.dsn) as sql:
        sql.execute("UPDATE epochs SET opened = opened - interval '30 days'")
    signing.await_(signing.store.tournaments.draw_rounds())
    for _ in range(3):
        signing.await_(signing.store.tournaments.draw_rounds())
        play(signing)
        signing.await_(signing.store.ratings.rate())
    check_export(signing, arena, tmp_path, "cup-season-2")


def check_export(served: Served, arena: Command, folder: Path, name: str) -> None:
    """Check that the whole tournament is published and signed, without differences."""
    served.await_(served.store.tournaments.sign_roots())  # as the sweep does what it has drawn
    file = folder / "cup.jsonl"
    assert arena("export", name, "-o", str(file)).code == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0]["schedule_secret"]
    assert all(line["secret"] and line["signature"] for line in lines if line["format"] == "arena-epoch/1")
    said = arena("verify", str(file))
    assert said.code == 0, said.out
    assert said.out.endswith(" records, no difference\n")
    assert f"{name}: root {lines[0]['root']}" in said.out
    assert arena("replay", str(file)).code == 0


@pytest.fixture(scope="session")
def session_lines(new_database: Callable[[], str]) -> Lines:
    with serving(new_database()) as served, patch.dict(os.environ, served.environment):
        register("abcd")
        sign(served)
        round_robin(served, call)
        served.await_(served.store.tournaments.sign_roots())
        return [json.loads(line) for line in call("export", "cup").out.splitlines()]


@pytest.fixture
def exported(session_lines: Lines) -> Lines:
    """The lines of the export of a round robin."""
    return copy.deepcopy(session_lines)


def by_format(lines: Lines, kind: str) -> Lines:
    return [line for line in lines if line["format"] == f"arena-{kind}/1"]


def flipped(digits: str) -> str:
    return f"{int(digits[0], 16) ^ 1:x}{digits[1:]}"


def flip(kind: str, place: int, field: str) -> Callable[[Lines], None]:
    """Return a change of one digit in a field of a line."""

    def change(lines: Lines) -> None:
        line = by_format(lines, kind)[place]
        line[field] = flipped(line[field])

    return change


another_root, another_schedule = (flip("tournament", 0, field) for field in ("root", "schedule_secret"))
another_secret, another_signature = flip("epoch", 1, "secret"), flip("epoch", 0, "signature")


def another_line_up(lines: Lines) -> None:
    board = by_format(lines, "board")[2]
    board["line_up"] = board["line_up"][::-1]


def another_commitment(lines: Lines) -> None:
    board = next(each for each in by_format(lines, "board") if each["state"] == "cancelled")
    board["commitment"] = flipped(board["commitment"])


def remove(kind: str) -> Callable[[Lines], None]:
    """Return a change that removes the first line of a kind."""
    return lambda lines: lines.remove(by_format(lines, kind)[0])


def others_at_the_table(lines: Lines) -> None:
    record = by_format(lines, "game")[0]
    record["seats"] = record["seats"][::-1]


def replace(kind: str, place: int, **fields: Any) -> Callable[[Lines], None]:
    """Return a change of fields of a line."""
    return lambda lines: by_format(lines, kind)[place].update(fields)


def no_settings(lines: Lines) -> None:
    del lines[0]["entrants"]


def a_board_more(lines: Lines) -> None:
    """It has a seed that somebody chose, and lies under no root."""
    board = dict(next(each for each in by_format(lines, "board") if each["state"] == "closed"))
    seed = bytes(32)
    board |= {"number": len(by_format(lines, "board")), "seed": seed.hex()}
    board |= {"commitment": hashlib.sha256(seed).hexdigest(), "games": []}
    lines.append(board)


def a_hidden_result(lines: Lines) -> None:
    board = next(each for each in by_format(lines, "board") if each["state"] == "closed")
    for record in by_format(lines, "game"):
        if record["id"] in board["games"]:
            lines.remove(record)
    board |= {"games": None, "seed": ""}


def one_record_again(**fields: Any) -> Callable[[Lines], None]:
    return lambda lines: lines.append(by_format(lines, "game")[0] | fields)


def an_end_cut_off(lines: Lines) -> None:
    last = by_format(lines, "epoch")[-1]
    boards = [each for each in by_format(lines, "board") if each["number"] >= last["first"]]
    games = {game for board in boards for game in board["games"] or ()}
    lines[:] = [each for each in lines if each not in boards and each.get("id") not in games and each != last]


CHANGES: list[Callable[[Lines], None]] = [
    another_root,
    replace("tournament", 0, name="cap"),
    another_secret,
    another_schedule,
    another_signature,
    another_line_up,
    another_commitment,
    *map(remove, ("board", "epoch", "game")),
    others_at_the_table,
    no_settings,
    replace("epoch", 1, terms={}),
    a_board_more,
    a_hidden_result,
    one_record_again(),
    one_record_again(id="123"),
    replace("tournament", 0, root=""),
    an_end_cut_off,
    replace("board", 0, deal=-1),
    replace("board", 0, number=-(10**30)),
]


def test_each_change_of_an_export_is_found(exported: Lines, arena: Command, tmp_path: Path) -> None:
    file = tmp_path / "changed.jsonl"
    for change in CHANGES:
        changed = copy.deepcopy(exported)
        change(changed)
        file.write_text("".join(f"{json.dumps(line)}\n" for line in changed))
        said = arena("verify", str(file), "--json")
        assert (said.code, said.err) == (1, ""), change
        differences = json.loads(said.out)["differences"]
        assert [each["tournament"] for each in differences if "tournament" in each], change


def test_a_noted_root_is_compared(signing: Served, arena: Command, tmp_path: Path) -> None:
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([each]) * 32) for each in (0, 1)]
    first, second = (key.public_key().public_bytes_raw().hex() for key in keys)
    make(arena, "--variants", PARTNERS, *BOTS)
    signing.store.tournaments.keys = (keys[1], keys[0])
    assert arena("tournament", "extend", "--yes", "cup", "--boards", "1").code == 0
    file = tmp_path / "cup.jsonl"
    assert arena("export", "cup", "-o", str(file)).code == 0
    root = json.loads(file.read_text().partition("\n")[0])["root"]
    assert arena("verify", str(file), "--root", root, "--key", first).code == 0
    (export,) = json.loads(arena("verify", str(file), "--json").out)["exports"]
    assert (export["root"], export["keys"]) == (root, sorted([first, second]))
    assert (export["signed"], export["revealed"]) == (2, 0)
    said = arena("verify", str(file), "--root", flipped(root))
    assert (said.code, f"cup: its root is {root}, and {flipped(root)} was noted" in said.out) == (1, True)
    said = arena("verify", str(file), "--key", second)  # the later one vouches for nobody
    assert (said.code, f"cup: epoch 0: signed by {first}, for which {second} does not vouch" in said.out) == (1, True)
    records = tmp_path / "records.jsonl"
    records.write_text(arena("selfplay", "pinochle-two-handed", "--option", "target=100").out)
    assert "--root is for an export, and " in arena("verify", str(records), "--root", root).err


def test_a_program_without_our_code_finds_the_same(exported: Lines, tmp_path: Path) -> None:
    file, stranger = tmp_path / "cup.jsonl", Path(__file__).with_name("stranger.py")
    lines = exported
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    done = subprocess.run([sys.executable, "-I", stranger, file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(by_format(lines, 'board'))} boards, {len(by_format(lines, 'game'))} games\n"
    for change in (another_root, another_secret, another_line_up, another_commitment, another_signature):
        changed = copy.deepcopy(lines)
        change(changed)
        file.write_text("".join(f"{json.dumps(line)}\n" for line in changed))
        assert subprocess.run([sys.executable, "-I", stranger, file], capture_output=True, check=False).returncode


def test_an_export_with_open_boards_is_checked(signing: Served, arena: Command, tmp_path: Path) -> None:
    make(arena, "--variants", PARTNERS, *BOTS, boards="4")
    signing.await_(connect(signing.store, [PARTNERS]))
    signing.await_(play_blocks(signing.store, 2))
    file = tmp_path / "cup.jsonl"
    assert arena("export", "cup", "-o", str(file)).code == 0
    said = arena("verify", str(file))
    assert said.code == 0
    assert "the secrets of 0 revealed; the schedule's is not revealed yet" in said.out
    boards = by_format([json.loads(line) for line in file.read_text().splitlines()], "board")
    assert not any(board["line_up"] or board["seed"] for board in boards if board["state"] == "open")
    assert sum(board["state"] == "closed" for board in boards) == 8


def test_each_cause_of_a_cut_export_is_listed_once(exported: Lines, arena: Command, tmp_path: Path) -> None:
    lines = exported
    whole, file = "".join(f"{json.dumps(line)}\n" for line in lines).encode(), tmp_path / "cut.jsonl"
    starts = [sum(len(json.dumps(line)) + 1 for line in lines[:count]) for count in range(len(lines))]
    seen = set[str]()
    ends = {
        *starts[1:20:3],
        *starts[20::18],
        *(start + 1 for start in starts[::16]),
        *(start - 1 for start in starts[1::20]),
    }
    for end in sorted(ends):
        file.write_bytes(whole[:end])
        said = arena("verify", str(file))
        assert (said.code, said.err) == (1, ""), (end, said.err)
        assert len(said.out.splitlines()) <= 10, said.out
        seen.update(said.out.splitlines())
    for cause in ("epochs were exported, and", "games have no record, and could not be checked", "where the file ends"):
        assert any(cause in line for line in seen), seen


@pytest.mark.parametrize("what", ["no header", "no boards", "no games", "no seeds", "compressed"])
def test_each_cause_of_a_damaged_export_is_listed_once(
    exported: Lines, arena: Command, tmp_path: Path, what: str
) -> None:
    lines, file = exported, tmp_path / "damaged.jsonl"
    parts = {
        "no header": lines[1:],
        "no boards": [line for line in lines if line["format"] != "arena-board/1"],
        "no games": [
            line for line in lines if line["format"].split("/")[0] in ("arena-tournament", "arena-epoch", "arena-board")
        ],
        "no seeds": [line | {"seed": ""} if line["format"] == "arena-board/1" else line for line in lines],
        "compressed": lines,
    }[what]
    data = "".join(f"{json.dumps(line)}\n" for line in parts).encode()
    file.write_bytes(gzip.compress(data)[:-20] if what == "compressed" else data)
    said = arena("verify", str(file))
    assert (said.code, said.err) == (1, ""), said.err
    assert len(said.out.splitlines()) <= 10, said.out
