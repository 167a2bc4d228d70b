import asyncio
import json
import os
import signal
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from arena.local.up import Arena
from tests.local.processes import start_python
from tests.local.waiting import comes_true
from workers.link.connection import LinkRefusedError, dial

BOTS = ("ash", "birch", "cedar", "dogwood")
# Where secrets are kept on purpose, readable for their owner alone.
KEPT = {"operator.token", "link.secret", "postgres.password", "valkey.password", "tls-ca.key", "tls-key.pem"}
FAILING = """
from bots.sdk import Bot, run

class Failing(Bot):
    def play(self, view):
        raise RuntimeError("it fails")

run(Failing)
"""


class House:
    """An arena that is used well and badly, with all its output and secrets."""

    def __init__(self, arena: Arena, folder: Path) -> None:
        self.arena = arena
        self.folder = folder
        self.secrets = {name: (folder / name).read_text().strip() for name in KEPT}
        self.said: list[str] = []
        self.processes: list[subprocess.Popen[str]] = []
        self.arguments: set[bytes] = set()

    def command(self, *words: str, token: str = "") -> str:
        """Return the output of a command; keep all output but tokens that it is there to print."""
        process = self.start(
            "-c", "from arena.cli import main; main()", *words, token=token or self.arena.operator_token
        )
        out, errors = process.communicate()
        self.said.append(errors)
        if "arena_" not in out:
            self.said.append(out)
        return out.strip()

    def token(self, *words: str, token: str = "") -> str:
        """A token that the command makes."""
        creation = self.command(*words, token=token)
        assert creation.startswith("arena_"), self.said[-1]
        self.secrets[" ".join(words)] = creation
        return creation

    def start(self, *words: str, token: str) -> "subprocess.Popen[str]":
        addresses = {"ARENA_SERVER": self.arena.gateway, "ARENA_TLS_CA": str(self.arena.ca)}
        process = start_python(*words, ARENA_TOKEN=token, **addresses)
        self.processes.append(process)
        return process

    def stop(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
            if process.stdout and not process.stdout.closed:
                self.said += process.communicate()

    def look_at_arguments(self, ended: threading.Event) -> None:
        """What any user of the machine could read all the while."""
        while not ended.wait(0.02):
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    self.arguments.add(path.read_bytes())
                except OSError:
                    continue


@pytest.fixture
def house(own_folder: Path) -> Iterator[House]:
    with Arena(own_folder, workers=1, tls="localhost") as arena:
        house = House(arena, own_folder)
        with _watched(house):
            yield house


@contextmanager
def _watched(house: House) -> Iterator[None]:
    ended = threading.Event()
    watching = threading.Thread(target=house.look_at_arguments, args=(ended,))
    watching.start()
    try:
        yield
    finally:
        house.stop()
        ended.set()
        watching.join()


@pytest.mark.slow
def test_no_log_or_file_has_a_secret(house: House) -> None:
    _play_a_tournament(house)
    _do_what_is_refused(house)
    house.stop()
    output = "\n".join(house.said)
    for words in ("RuntimeError: it fails", "this token has expired", "this token was revoked", "ARENA_LINK_SECRET"):
        assert words in output
    _nothing_in("what was said", output.encode(), house)
    _nothing_in("the lists of arguments", b"\n".join(house.arguments), house)
    assert any(b"arena.gateway" in words for words in house.arguments)
    for path in sorted(house.folder.rglob("*")):
        if path.is_file() and path.name not in KEPT:
            _nothing_in(str(path.relative_to(house.folder)), path.read_bytes(), house)
    for name in KEPT:
        assert stat.S_IMODE((house.folder / name).stat().st_mode) == 0o600


def _play_a_tournament(house: House) -> None:
    """Play a tournament with every kind of process, over both ports, and with one bot that always fails."""
    owner = house.token("owner", "create", "ada")
    failing = house.folder.parent / f"{house.folder.name}-failing.py"
    failing.write_text(FAILING)
    try:
        for bot in BOTS:
            token = house.token("bot", "register", bot, "--version", "1", token=owner)
            words = (str(failing),) if bot == "ash" else ("-m", "bots.house.random")
            address = house.arena.tls_gateways[0] if bot == "birch" else house.arena.gateway
            house.start(*words, "--arena", address, token=token)
        create = ("tournament", "create", "cup", "--variants", "spades-4", "--boards", "1", "--allow-same-owner")
        house.command(*create, *(word for bot in BOTS for word in ("--bot", bot)))
        house.command("tournament", "start", "cup")
        house.command("tournament", "watch", "cup")
    finally:
        failing.unlink()
    (cup,) = json.loads(house.command("tournament", "list", "--json"))["tournaments"]
    assert cup["state"] == "finished", house.said


def _do_what_is_refused(house: House) -> None:
    """Use wrong, dead and misused tokens and secrets, and kill servers."""
    second = house.token("token", "create", "bot", "cedar@1", "--expires", "1d")
    numbers = {line["bot"]: line["id"] for line in json.loads(house.command("token", "list", "--json"))["tokens"]}
    rotated = house.token("token", "rotate", numbers["cedar@1"], "--overlap", "0s")
    house.command("token", "revoke", numbers["birch@1"], "--yes")
    wrong = house.secrets["wrong"] = "arena_bot_thatNobodyHasAndThatNobodyMayReadAnywhere1"
    for token in (wrong, second, f"{wrong} {wrong}", house.arena.operator_token):
        refused = house.start("-m", "bots.house.random", token=token)
        refused.wait(60)
        assert refused.returncode == 2
    for token in (wrong, rotated, second):
        house.command("bot", "list", token=token)
        house.command("token", "revoke", "1", "--yes", token=token)
    house.secrets["link"] = "another-secret-of-the-link"
    with pytest.raises(LinkRefusedError) as error:
        asyncio.run(dial(house.arena.links[0], house.secrets["link"], lambda message: None, lambda: None))
    house.said.append(str(error.value))
    for name in ("valkey", "postgres"):
        os.kill(house.arena.pid_of(name), signal.SIGKILL)
    house.command("bot", "list")
    assert comes_true(lambda: _answers(house.arena.dsn))


def _answers(dsn: str) -> bool:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError:
        return False
    return True


def _nothing_in(where: str, data: bytes, house: House) -> None:
    for name, secret in house.secrets.items():
        # Of a key in PEM the first line is no secret.
        for line in [line for line in secret.splitlines() if len(line) > 20 and "-----" not in line] or [secret]:
            assert line.encode() not in data, f"{name} is in {where}"
            assert line.encode().hex().encode() not in data, f"{name} is in {where}, in hexadecimal"
