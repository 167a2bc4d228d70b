"""Postgres hangs in the middle of a tournament: callers are answered, and play goes on behind it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from arena.api.calls.call import AWAY
from tests.house import House, open_house
from tests.local.processes import hung

# Every answer here comes while Postgres is still stopped: one that waited for it would never come.
pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]
PATHS = ("/", "/tournaments", "/tournaments/cup", "/tournaments/cup.json", "/tournaments/cup.live", "/bots")
COMMANDS = (("tournament", "list"), ("tournament", "watch", "cup"), ("ratings",), ("export", "cup"))


def ask_page(house: House, path: str) -> httpx.Response:
    return httpx.get(house.arena.page + path, timeout=None, headers={"Cache-Control": "no-cache"})


def ask_command(house: House, words: tuple[str, ...]) -> "subprocess.CompletedProcess[str]":
    options = ("--server", house.arena.gateway, "--token", house.arena.operator_token)
    return subprocess.run([sys.executable, "-m", "arena", *words, *options], capture_output=True, text=True)


def ask_database(house: House, *words: str) -> "subprocess.CompletedProcess[str]":
    env = {"ARENA_DSN": house.arena.dsn, "PATH": ""}
    return subprocess.run([sys.executable, "-m", "arena", *words], capture_output=True, text=True, env=env)


def test_everybody_is_answered_and_nothing_is_void() -> None:
    with open_house(workers=2, think=0.02, with_page=True) as house, ThreadPoolExecutor(16) as threads:
        house.start_tournament(boards=4, hands=1)
        house.wait_until_asked(300)
        with hung(house.arena.pid_of("postgres")):
            pages = [threads.submit(ask_page, house, path) for path in PATHS]
            commands = [threads.submit(ask_command, house, words) for words in COMMANDS]
            listing = threads.submit(ask_database, house, "archive", "list")
            for page in pages:
                check_page(page.result())
            check_page(ask_page(house, "/tournaments/cup"))  # now that it is known to hang
            for command in commands:
                answer = command.result()
                assert (answer.returncode, answer.stdout, answer.stderr) == (4, "", f"arena: {AWAY}\n")
            answer = listing.result()
            assert (answer.returncode, answer.stdout, answer.stderr.count("\n")) == (4, "", 1)
            assert answer.stderr.startswith("arena: the database does not answer: ")
        house.finish()
        assert max(house.asked().values()) == 1


def check_page(page: httpx.Response) -> None:
    assert page.status_code == 503
    assert page.headers["Retry-After"] == "1"
    assert AWAY in page.text
