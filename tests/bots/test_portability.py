"""The kit is quick to import, and runs where there is no POSIX."""

import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest

from tests.bots.arena import arena as mock_arena
from tests.bots.arena import play_hand
from tests.programs import ROOT

TOKEN = "secret-token-of-the-test"
# What takes longest to import, and no bot needs before it runs.
HEAVY = (
    "argparse asyncio difflib email fractions google.protobuf grpc hashlib importlib.metadata logging numpy random"
    " runpy socket statistics tempfile threading typing_extensions uvloop"
    " arena.rules.records arena.rules.replays arena.rules.search"
)
MAX_MODULES = 170  # 156 of them in Python 3.11 on 2026-11-24, 90 of which are Python's own
# Run the bots' command line where our modules find none of what POSIX alone has.
WITHOUT_POSIX = """
import asyncio, builtins, os, runpy, signal, sys
import concurrent.futures, grpc, grpc.aio, logging, random, subprocess  # they may use what there is

MODULES = set("crypt fcntl grp nis posix pty pwd readline resource spwd syslog termios tty uvloop".split())
FUNCTIONS = "chown chroot fchmod fork forkpty geteuid getgid getloadavg getpgid getuid kill killpg mkfifo nice pread"
FUNCTIONS += " pwrite sched_getaffinity sched_setaffinity setpgid setsid setuid sysconf uname wait3 wait4 waitid"
SIGNALS = "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGQUIT SIGUSR1 SIGUSR2 pthread_sigmask setitimer sigwait"
real = builtins.__import__

def hiding(name, globals=None, locals=None, fromlist=(), level=0):
    if name.split(".")[0] in MODULES and (globals or {}).get("__name__", "").split(".")[0] in ("arena", "bots"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real(name, globals, locals, fromlist, level)

def no_handlers(self, *_):
    raise NotImplementedError

def at_once(process, kill=os.kill):
    if process.poll() is None:
        kill(process.pid, 9)

subprocess.Popen.kill = subprocess.Popen.terminate = at_once  # as Windows has them
builtins.__import__ = hiding
for module, names in ((os, FUNCTIONS), (signal, SIGNALS)):
    for name in names.split():
        delattr(module, name)
asyncio.SelectorEventLoop.add_signal_handler = no_handlers
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def test_the_kit_imports_nothing_that_is_heavy() -> None:
    program = "import json, sys; import bots.sdk; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = json.loads(done.stdout)
    assert not set(HEAVY.split()) & set(modules)
    assert len(modules) <= MAX_MODULES


def test_a_bot_plays_here_without_posix() -> None:
    words = ("bots.house.simple", "--local", "pinochle-racehorse", "--boards", "1", "--strict")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *words], cwd=ROOT, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("pinochle-racehorse: 1 board ")


async def test_a_bot_plays_at_an_arena_without_posix() -> None:
    async with mock_arena() as there:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", WITHOUT_POSIX, "bots.house.simple", "--arena", there.address, "--strict"),
            cwd=ROOT,
            env=os.environ | {"ARENA_TOKEN": TOKEN},
            stderr=asyncio.subprocess.PIPE,
        )
        line = await there.joined()
        await play_hand(line)
        process.send_signal(signal.SIGTERM)
        assert await line.ended(), "the bot leaves as it would elsewhere"
        line.end()
        _, errors = await process.communicate()
        assert process.returncode == 0, errors
        assert errors.endswith(b"left: 3 games ended, 0 errors, 0 infractions counted by the arena\n")


@pytest.mark.parametrize("words", [("--only", "TERM"), ("--variants", "pinochle-racehorse", "--games-only")])
def test_a_bot_is_checked_without_posix(words: tuple[str, ...]) -> None:
    bot = (sys.executable, "-c", WITHOUT_POSIX, "bots.house.simple", "--strict")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, "bots", "check", "--quick", "--patience", "60", *words, "--", *bot],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=170,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout
    assert ("not played: this system has no TERM" in done.stdout) == ("TERM" in words)
