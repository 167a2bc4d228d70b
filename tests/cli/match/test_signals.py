import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.local.processes import is_running
from tests.local.waiting import comes_true
from tests.programs import ROOT

DEAF = """
import os, signal, sys, threading, time
sys.path.insert(0, {root!r})
from bots.sdk import Bot, run

class Deaf(Bot):
    def play(self, view):
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
        with open({pids!r}, "a") as file:
            file.write(f"{{os.getpid()}}\\n")
        time.sleep(3600)

run(Deaf)
"""
PARENT = """#!/bin/sh
trap "" INT TERM HUP
while read -r line; do
    case $line in
    hello*) echo "hello 1 parent" ;;
    \\?*) sleep 3600 & printf "%s\\n%s\\n" $$ $! >> {pids}; while :; do sleep 3600; done ;;
    esac
done
"""
MATCH = ("--variants", "pinochle-two-handed", "--boards", "1", "--seed", "a", "--concurrency", "1", "--move-time", "1h")
CODES = {signal.SIGINT: 130, signal.SIGTERM: -15, signal.SIGHUP: -1, signal.SIGKILL: -9}


@pytest.fixture(autouse=True)
def no_signal_is_ignored() -> Iterator[None]:
    """Undo what `nohup` or a background job ignores, which the commands would inherit."""
    numbers = [number for number in CODES if number is not signal.SIGKILL]
    before = [signal.signal(number, signal.default_int_handler) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


KIT, SCRIPT = "a bot of the kit", "a shell script and its child"


@pytest.fixture
def bot(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, int]:
    """A bot that hangs and heeds no signal, as a command, and how many processes it is."""
    pids = str(tmp_path / "pids")
    if request.param == KIT:
        file = tmp_path / "deaf.py"
        file.write_text(DEAF.format(root=str(ROOT), pids=pids))
        return f"{sys.executable} {file}", 1
    file = tmp_path / "parent.sh"
    file.write_text(PARENT.format(pids=pids))
    return f"sh {file}", 2


def ended_by(number: signal.Signals, words: tuple[str, ...], pids: Path, processes: int) -> int:
    """Send the signal to a command whose bot hangs; return its exit code once nothing of it runs."""
    command = [sys.executable, "-m", "arena", *words]
    playing = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert comes_true(lambda: len(_started(pids)) >= processes or playing.poll() is not None)
        started = _started(pids)
        assert len(started) >= processes
        assert all(map(is_running, started))
        playing.send_signal(number)
        code = playing.wait(60)
        assert comes_true(lambda: not any(map(is_running, started)), 20), started
    finally:
        playing.kill()
        playing.wait()
    return code


def _started(pids: Path) -> list[int]:
    return [int(pid) for pid in pids.read_text().split()] if pids.exists() else []


def cases(*short: tuple[str, signal.Signals]) -> pytest.MarkDecorator:
    """Run both bots with each signal; only *short* is in the short set."""
    numbers = CODES if len(short) > 2 else (signal.SIGTERM, signal.SIGKILL)
    pairs = [(bot, number) for bot in (KIT, SCRIPT) for number in numbers]
    marked = [pytest.param(*pair, marks=[] if pair in short else pytest.mark.slow) for pair in pairs]
    return pytest.mark.parametrize(("bot", "number"), marked, indirect=["bot"])


@cases((KIT, signal.SIGINT), (SCRIPT, signal.SIGTERM), (SCRIPT, signal.SIGKILL))
def test_no_bot_of_a_match_is_left(number: signal.Signals, bot: tuple[str, int], tmp_path: Path) -> None:
    command, processes = bot
    text = f"text:{command} --text" if "deaf.py" in command else f"text:{command}"
    assert ended_by(number, ("match", "simple", text, *MATCH), tmp_path / "pids", processes) == CODES[number]


@cases((KIT, signal.SIGKILL), (SCRIPT, signal.SIGTERM))
def test_no_bot_of_a_check_is_left(number: signal.Signals, bot: tuple[str, int], tmp_path: Path) -> None:
    command, processes = bot
    target = command.split() if "deaf.py" in command else [sys.executable, "-m", "bots", "text", command]
    words = ("bot", "check", "--quick", "--patience", "3600", "--variants", "pinochle-two-handed", "--", *target)
    assert ended_by(number, words, tmp_path / "pids", processes) == CODES[number]


@pytest.mark.parametrize("bot", [SCRIPT, pytest.param(KIT, marks=pytest.mark.slow)], indirect=True)
def test_no_program_of_a_bot_is_left(bot: tuple[str, int], tmp_path: Path) -> None:
    command, processes = bot
    text = f"{command} --text" if "deaf.py" in command else command
    words = ("bot", "text", text, "--local", "pinochle-two-handed", "--move-time", "3600")
    assert ended_by(signal.SIGTERM, words, tmp_path / "pids", processes) == -signal.SIGTERM


@pytest.fixture(autouse=True)
def none_left(tmp_path: Path) -> Iterator[None]:
    """Kill what a failed test left."""
    yield
    for pid in filter(is_running, _started(tmp_path / "pids")):
        os.kill(pid, signal.SIGKILL)
