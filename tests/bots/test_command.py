import asyncio
import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import grpc
import pytest
from _pytest.mark import ParameterSet

from arena.rules import VARIANTS, configure, sides_of
from arena.wire.login import Login, login_file, store_private
from bots.check.mock import Ending
from tests.bots.arena import Table, arena, play_hand
from tests.programs import ROOT, program
from tests.sizes import sized

TOKEN = "secret-token-of-the-test"
FAILING = '''
from bots.sdk import Bot, run

class Failing(Bot):
    """Cannot play its last card but one."""

    def play(self, view):
        if len(view.hand) == 2:
            raise RuntimeError(f"lost with {view.hand}")
        return view.legal[0]

class Cheat(Failing):
    def play(self, view):
        return "AS" if "AS" not in view.hand else view.legal[0]

run(BOT)
'''


def by_turns(variants: Iterable[str], bots: Sequence[str]) -> list[ParameterSet]:
    """Return each variant with each of the bots; in the short set one bot of a variant, in turn."""
    return [
        pytest.param(variant, bot, marks=[pytest.mark.slow] if (number + turn) % len(bots) else [])
        for number, variant in enumerate(variants)
        for turn, bot in enumerate(bots)
    ]


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    path = tmp_path / "my_bot.py"
    path.write_text(FAILING.replace("BOT", "Failing"))
    return path


@pytest.mark.parametrize(("variant", "name"), by_turns(VARIANTS, ("random", "simple", "expert")))
def test_local_plays_boards(variant: str, name: str) -> None:
    boards, sides = 20 if variant == "spades-3" else sized(2, 20), sides_of(VARIANTS[variant])
    words = () if boards == 20 else ("--boards", str(boards))
    done = program("-m", f"bots.house.{name}", "--local", variant, *words)
    assert done.returncode == 0, done.stderr
    assert re.match(rf"{variant}: {boards} boards of {sides} games, seed 0, .* 0 errors\n", done.stdout)
    assert len(done.stdout.splitlines()) == 2 + sides


def test_local_is_reproducible_and_follows_its_seed() -> None:
    def table(seed: str) -> list[str]:
        words = ("--local", "spades-4", "--boards", "2", "--seed", seed)
        return program("-m", "bots.house.simple", *words).stdout.splitlines()[1:]

    assert table("4") == table("4") != table("5")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_bots_of_the_readme_and_the_examples(variant: str, tmp_path: Path) -> None:
    snippet = re.search(r"```python\n(from bots.sdk .*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert snippet is not None
    readme = tmp_path / "first_bot.py"
    readme.write_text(snippet[1])
    for path in (readme, ROOT / "bots/examples/first_bot.py"):
        done = program(path, "--local", variant, "--boards", "1", "--strict")
        assert done.returncode == 0, done.stderr
        assert "FirstBot" in done.stdout


def test_an_exception_is_printed_with_a_command_that_reproduces_it(failing: Path) -> None:
    done = program(failing.name, "--local", "spades-4", "--boards", "1", cwd=failing.parent)
    assert done.returncode == 1
    assert "Traceback" in done.stderr
    lost = re.search(r"RuntimeError: (lost with .*)", done.stderr)
    line = re.search(r"^to ask it again: (.* my_bot\.py --replay .*)$", done.stderr, re.MULTILINE)
    assert lost is not None
    assert line is not None
    replayed = program(*shlex.split(line[1])[1:], cwd=failing.parent)
    assert replayed.returncode == 1
    assert lost[1] in replayed.stderr
    assert "asked  play" in replayed.stdout


def test_a_mended_bot_answers_the_replayed_decision(failing: Path) -> None:
    done = program(failing.name, "--local", "pinochle-cutthroat", "--boards", "3", "--strict", cwd=failing.parent)
    assert done.returncode == 1
    line = re.search(r"--replay (\S+)", done.stderr)
    assert line is not None
    failing.write_text(failing.read_text().replace("== 2", "== 99"))
    replayed = program(failing.name, "--replay", line[1], cwd=failing.parent)
    assert replayed.returncode == 0, replayed.stderr
    assert re.search(r"^play: \w\w$", replayed.stdout, re.MULTILINE)


def test_an_illegal_answer_is_printed_and_counted(failing: Path) -> None:
    failing.write_text(FAILING.replace("BOT", "Cheat"))
    done = program(failing.name, "--local", "spades-4", "--boards", "1", cwd=failing.parent)
    assert done.returncode == 1
    assert "'AS' is not legal" in done.stderr
    assert " 0 errors" not in done.stdout
    assert "simple#3" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--local", "whist"), '"whist" is not a variant; give one of'),
        (("--local", "spades-4", "--preset", "x"), '"x" is not a preset'),
        (("--local", "spades-4", "--boards", "0"), "0 is not a number from 1 to"),
        (("--replay", "abc"), "not a decision"),
        (("--arena", "nowhere", "--token", "t"), "give HOST:PORT"),
        (("--arena", "127.0.0.1:1"), "no token"),
        (("--arena", "127.0.0.1:1", "--local", "spades-4"), "not allowed with"),
        ((), "no arena is known; run `python -m bots login HOST:PORT` once"),
        (("--bogus",), "no option --bogus"),
        (("--lcoal=spades-4",), "no option --lcoal: did you mean --local?"),
        (("--arena", "127.0.0.1:1", "--token", "t", "--ca", "nofile"), "--ca nofile: 127.0.0.1:1 has no TLS"),
    ],
)
def test_a_users_error_is_one_line(words: tuple[str, ...], said: str) -> None:
    done = program("-m", "bots.house.simple", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


async def started(*words: str, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, *words, cwd=ROOT, env=os.environ | environment, stderr=asyncio.subprocess.PIPE
    )


async def test_a_process_plays_until_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    async with arena() as there:
        store_private(login_file().name, json.dumps(asdict(Login(there.address, bot_token=TOKEN))))
        process = await started("-m", "bots.house.simple")
        line = await there.joined()
        assert line.authorization == f"Bearer {TOKEN}"
        await play_hand(line)
        process.send_signal(signal.SIGTERM)
        assert await line.ended(), "the bot half-closes"
        line.end()
        _, errors = await process.communicate()
        assert process.returncode == 0
        assert TOKEN.encode() not in errors
        assert errors.endswith(b"left: 3 games ended, 0 errors, 0 infractions counted by the arena\n")


STUCK = """
import asyncio, sys, threading
from bots.sdk import AsyncBot, run

class Stuck(AsyncBot):
    async def bid(self, view):
        print("asked", file=sys.stderr, flush=True)
        return await asyncio.to_thread(threading.Event().wait)

run(Stuck)
"""


async def test_a_process_whose_bot_never_comes_back_from_a_thread_leaves_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "stuck.py").write_text(STUCK)
    async with arena() as there:
        words = (str(tmp_path / "stuck.py"), "--arena", there.address)
        process = await started(*words, ARENA_TOKEN=TOKEN, PYTHONPATH=str(ROOT))
        line = await there.joined()
        table = Table(configure("spades-4", options={"blind_nil_allowed": False}), bytes(32))
        await line.update(*table.starts(), table.ask())
        assert process.stderr
        await process.stderr.readuntil(b"asked\n")
        process.send_signal(signal.SIGTERM)
        await process.stderr.readuntil(b"at once\n")
        process.send_signal(signal.SIGTERM)
        await process.communicate()
        assert process.returncode == 0


def test_an_object_in_the_place_of_the_class_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(FAILING.replace("BOT", "Failing()"))
    done = program(path, "--local", "spades-4")
    assert done.returncode == 2
    assert done.stderr == "error: run got an object of Failing; give the class: run(Failing)\n"


async def test_a_wrong_token_is_one_line() -> None:
    async with arena() as there:
        process = await started("-m", "bots.house.random", "--arena", there.address, "--token", TOKEN)
        (await there.dialled()).end(Ending(grpc.StatusCode.UNAUTHENTICATED, "this token is unknown here"))
        _, errors = await process.communicate()
        assert process.returncode == 2
        assert errors == b"error: this token is unknown here\n"
