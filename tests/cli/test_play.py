import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from arena.practice import from_code, from_text, sit_down, to_code, to_text
from arena.rules import VARIANTS
from tests.cli.conftest import Command, Said
from tests.practice.sitting import play_out, short, table_of

ONE_HAND = ("--option", 'format={"kind":"hands","count":1}')
ARENA = [sys.executable, "-c", "from arena.cli import main; main()"]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def sit(arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Return a way to play from lines, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str, lines: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        return arena("play", *words)

    return call


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_played_by_numbers(variant: str, sit: Command) -> None:
    # What is no answer to one question is refused, and answers the next.
    lines = "1\n1 2 3 4\n1 2 3\npass\n30\n300\n" * 8 + "f\n" * 3  # drawing the table is slow
    said = sit(variant, "--seed", "s", *ONE_HAND, lines=lines)
    assert (said.code, said.err) == (0, "")
    assert "The game is over: 1. " in said.out
    assert "is not a legal answer; legal answers: " in said.out
    assert not list(Path().iterdir())


def test_undo_hint_show_claim_and_finish(sit: Command) -> None:
    said = sit("spades-4", "--seed", "a", *ONE_HAND, lines="look\n4\nu\n3\nh\nc\ns\nf\n")
    assert said.code == 0
    assert "expert: " in said.out
    assert ", because " in said.out
    assert "South bids 4" in said.out
    assert "bid 3, won " in said.out
    assert "the claim is refused: from what you know, you may still lose a trick" in said.out
    assert "hand 1 (open)" in said.out
    assert "The game is over" in said.out


def test_a_trump_that_loses_the_bid_is_marked(sit: Command) -> None:
    out = sit("pinochle-cutthroat", "--seed", "a", *ONE_HAND, lines="60\n1 2 3\n").out
    assert re.search(r"Your hand melds \d+ with \w+ as trump", out)
    assert re.search(r"melds \d+, \d+ cards?, loses the bid: no royal marriage", " ".join(out.split()))


def test_other_answers_are_refused_in_a_line(sit: Command) -> None:
    said = sit("spades-4", "--seed", "a", lines="hello\nu\nc\nr 9\nr x\n?\n\n  \n" + "9" * 5_000 + "\n")
    for line in (
        "'hello' is not a legal answer; legal answers: look, blind nil",
        "there is nothing to undo",
        "claim or finish is possible only during the tricks",
        "seat 9 does not exist: spades-4 has seats 0 to 3",
        "'x' is not a seat; give a number of 0..3",
        "  q  quit     save the table to a file, and leave",
    ):
        assert line in said.out
    assert (said.code, said.err) == (0, "")


def test_a_table_is_saved_and_resumed(sit: Command) -> None:
    first = sit("pinochle-chips", "--seed", "b", lines="pass\nq\n")
    path = "arena-pinochle-chips-1.json"
    assert f"The table is saved; continue with: arena play --resume {path}" in first.out
    text = Path(path).read_text()
    assert sit("pinochle-chips", "--seed", "b", lines="pass\n").out.endswith("--resume arena-pinochle-chips-2.json\n")
    assert Path("arena-pinochle-chips-2.json").read_text() == text
    assert sit("--resume", path, lines="u\nq\n").code == 0
    assert Path(path).read_text() == text  # there is no decision left to keep
    sit("--resume", path, lines="1\n1 2 3\n20\nq\n")
    assert len(from_text(Path(path).read_text()).own) >= 1


def test_the_same_hand_from_another_seat(sit: Command) -> None:
    out = sit("spades-3", "--seed", "c", *ONE_HAND, lines="look\n2\nf\nr 2\nlook\n").out
    assert out.count("Hand 1, dealt by") == 2
    assert re.search(r"│ 2 +│ South", out)


def test_a_friend_plays_the_same_deal_for_comparison(sit: Command) -> None:
    out = sit("spades-4", "--seed", "d", "--seat", "1", *ONE_HAND, lines="look\n3\nf\nd\n").out
    code = re.findall(r"arena play --deal (\S+)", out)[0]
    assert sit_down(from_code(code)[0]).actions == table_of_code(code)
    friends = sit("--deal", code, lines="look\n4\nf\n").out
    assert "The same deal" in friends
    assert re.search(r"│ 1 +│ +[+-]\d+ │ +[+-]\d+ │", friends)
    assert friends.index("The game is over") < friends.index("The same deal")


def table_of_code(code: str) -> list[int]:
    deal, _ = from_code(code)
    return sit_down(deal).actions


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((), "give one of VARIANT"),
        (("spades-4", "--deal", "deal-x"), "give one of VARIANT"),
        (("--deal", "deal-x"), "not a deal code"),
        (("--deal", "deal-x", "--seed", "1"), "go with a VARIANT"),
        (("--resume", "nowhere.json"), "nowhere.json does not exist: give the name of a file that does"),
        (("--resume", "."), "is a directory"),
        (("whist",), "is not a variant"),
        (("spades-4", "--preset", "x"), "is not a preset"),
        (("spades-4", "--option", "target=x"), "target"),
        (("spades-4", "--seat", "4"), "seat 4 does not exist"),
        (("spades-4", "--seat", "-1"), "-1"),
        (("spades-4", "--bots", "clever"), "use one of random, simple"),
        (("spades-4", "--bots", "simple,simple,simple,simple,simple"), "5 bots for the 4 seats"),
    ],
)
def test_wrong_words_are_refused(words: tuple[str, ...], named: str, sit: Command) -> None:
    said = sit(*words)
    assert said.refused
    assert named in said.err


@pytest.mark.parametrize("text", ["", "{}", "\xff", '{"format":"arena-game/1"}'])
def test_other_files_are_refused(text: str, sit: Command) -> None:
    Path("x.json").write_bytes(text.encode("latin-1"))
    assert sit("--resume", "x.json").refused


def test_an_interrupted_table_is_saved(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*ARENA, "play", "spades-4", "--seed", "a"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\xff\xfe\nlook\n")  # bytes that are no text are refused as an answer
    process.stdin.flush()
    lines = [b""]
    while b"you may bid" not in lines[-1]:
        lines.append(process.stdout.readline())
        assert lines[-1]
    assert any(b"is not a legal answer" in line for line in lines)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, err) == (130, b"")
    assert b"arena play --resume arena-spades-4-1.json" in out
    assert from_text((tmp_path / "arena-spades-4-1.json").read_text()).own


def test_a_finished_table_is_not_saved(sit: Command) -> None:
    table = play_out(table_of(short("spades-4", hands=1)), Random(1))
    Path("done.json").write_text(to_text(table))
    assert "saved" not in sit("--resume", "done.json", lines="d\nq\n").out
    assert to_code(table) in sit("--resume", "done.json", lines="d\n").out
