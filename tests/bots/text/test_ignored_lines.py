"""Programs that write more than answers: a banner, and lines that begin with `info`."""

import asyncio
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.root import arena
from arena.rules import new_game
from bots.sdk.text.game import TextGame
from bots.sdk.text.process import MAX_LINE, Process, ProgramDiedError
from bots.sdk.text.program import Program
from tests.bots.text.session import RULES, SEED
from tests.programs import ROOT, program

SHELL = """
echo "Talker 1.0 by nobody"
echo
while read -r first number kind move bank safe legal; do
    case $first in
    hello) echo "info string ready"; echo "hello 1 talker" ;;
    '?') echo info; echo "info depth $number"; echo "$safe"; echo "info done" ;;
    esac
done
"""
PYTHON = """
import sys
print("Talker 1.0 by nobody\\n", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        print("info string ready", "hello 1 talker", sep="\\n", flush=True)
    if words[0] == "?":
        print("info", *(f"info depth {depth} {'x' * 60}" for depth in range(300)), words[5], sep="\\n", flush=True)
"""
GREETS = "import sys; input(); print('hello 1 x', flush=True)"


def talker(folder: Path, language: str) -> str:
    file = folder / "talker"
    file.write_text({"sh": SHELL, "python": PYTHON}[language])
    return f"{'sh' if language == 'sh' else shlex.quote(sys.executable)} {file}"


@pytest.mark.parametrize("language", ["sh", "python"])
def test_a_talker_plays_without_an_error_and_its_log_shows_what_was_passed_over(language: str, tmp_path: Path) -> None:
    words = ("text", talker(tmp_path, language), "--local", "spades-4", "--boards", "1", "--strict")
    done = program("-m", "bots", *words)
    assert done.returncode == 0, done.stderr
    assert "0 errors" in done.stdout
    lines = [line for line in done.stderr.splitlines() if line.startswith("talker: ")]
    assert lines[:3] == [
        "talker: passed over 'Talker 1.0 by nobody'",
        "talker: passed over 'info string ready'",
        "talker: passed over 'info'",
    ]
    assert len(lines) == len(set(lines)) == 6
    assert "lines were passed over; the first 5 different ones are shown" in lines[-1]


def test_a_talker_plays_a_match(tmp_path: Path) -> None:
    words = ("simple", f"text:{talker(tmp_path, 'sh')}", "--variants", "pinochle-two-handed", "--boards", "1")
    done = CliRunner().invoke(arena, ["match", *words, "--json"], standalone_mode=False)
    assert done.exception is None, done.exception
    assert '"bot": "talker"' in done.stdout
    assert '"infractions": {}' in done.stdout
    assert not any(infraction in done.stdout for infraction in ("illegal", "timeout", "disconnected"))


def test_a_talker_plays_over_a_stream(tmp_path: Path) -> None:
    bot = (sys.executable, "-m", "bots", "text", talker(tmp_path, "sh"))
    words = ("--quick", "--variants", "spades-3", "--only", "spades-3", "--", *bot)
    done = program("-m", "bots", "check", *words, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def asked(code: str, seconds: float, questions: int = 1) -> list[str]:
    """Return the lines that a Python program's greeting and *questions* questions passed over."""
    passed: list[str] = []

    async def ask() -> None:
        await process.ask(["hello 1"], 60)
        for number in range(questions):
            assert await process.ask([f"? {number}"], seconds) == "AS"

    process = Process([sys.executable, "-c", code], passed.append)
    try:
        asyncio.run(ask())
    finally:
        process.kill()
    return passed


def test_an_answer_counts_if_its_program_cannot_report() -> None:
    game = new_game(RULES, SEED)
    while game.to_act or game.legal().single >= 0:
        game.apply(game.fallback())
    closes = "read x; echo hello 1 x; read x; exec 0<&-; echo info fallback raised; echo AS; exec sleep 60"
    program = Program(f"sh -c {shlex.quote(closes)}")
    seat = TextGame.at_seat(program, RULES, 0)
    seat.hear(game.events(0, 0))
    try:
        assert asyncio.run(seat.ask(game.legal(), 60, 0)) == "AS"
        assert (seat.failures, seat.deaths) == ({"raised": 1}, 0)
    finally:
        program.close()


def test_endless_info_times_out_and_fills_nothing() -> None:
    process = Process([sys.executable, "-c", f"{GREETS}\nwhile True: print('info forever')"], lambda line: None)

    async def ask() -> None:
        await process.ask(["hello 1"], 60)
        with pytest.raises(TimeoutError):
            await process.ask(["? 1"], 0.3)

    try:
        asyncio.run(ask())
        assert len(process._heard) <= 2 * MAX_LINE
    finally:
        process.kill()


def test_the_log_of_endless_info_is_short(capfd: pytest.CaptureFixture[str]) -> None:
    talks = f"{GREETS}\nn = 0\nwhile n < 50000: n += 1; print('info', n)\nprint('AS', flush=True); input(); input()"
    chatty = Program(f"{shlex.quote(sys.executable)} -c {shlex.quote(talks)}")

    async def ask() -> None:
        process = await chatty.take(60)
        assert await process.ask(["? 1"], 60) == "AS"

    try:
        asyncio.run(ask())
    finally:
        chatty.close()
    lines = capfd.readouterr().err.splitlines()
    assert lines == [
        *(f"x: passed over 'info {number}'" for number in range(1, 6)),
        "x: 50000 lines were passed over; the first 5 different ones are shown",
    ]


@pytest.mark.parametrize("said", ["info", "info ", "info\t1", "  info 1", "info fallback deaths"])
def test_a_line_that_begins_with_info_is_no_answer(said: str) -> None:
    assert asked(f"{GREETS}; input(); print({said!r}); print('AS', flush=True); input()", 60) == [said.strip()]


@pytest.mark.parametrize("said", ["AS", "information", "INFO", "hello 1 x", "infoAS"])
def test_any_other_line_that_nobody_asked_for_is_an_error(said: str) -> None:
    together = f"AS\n{said}\n".encode()
    code = f"import os; {GREETS}; input(); os.write(1, {together!r}); input()"
    with pytest.raises(ProgramDiedError, match="when nothing was asked"):
        asked(code, 60, questions=2)


def test_a_program_that_waits_to_be_read_is_read_while_it_is_told() -> None:
    reads = "while not input().startswith('?'): pass"
    code = f"{GREETS}\nfor n in range(20000): print('info', n)\n{reads}\nprint('AS', flush=True)"
    process = Process([sys.executable, "-c", code], lambda line: None)

    async def ask() -> str:
        await process.ask(["hello 1"], 60)
        return await process.ask(["x" * 99] * 20_000 + ["? 1"], 60)

    try:
        assert asyncio.run(ask()) == "AS"
    finally:
        process.kill()


def test_a_banner_without_a_greeting_is_shown_in_the_error() -> None:
    done = program("-m", "bots", "text", "echo usage: bot FILE", "--local", "spades-4")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is not a text program: it ended with exit code 0, and said 'usage: bot FILE'" in done.stderr
