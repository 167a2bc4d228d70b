import asyncio
import hashlib
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import grpc
import pytest

from arena.api.server import add_people_service
from arena.cli.root import run
from arena.guards.auth import LiveTokens
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.store.accounts.operators import ensure_operator
from tests.api.playing import connect, play_blocks

T = TypeVar("T")
OPERATOR = "arena-op-test"
MASTER, ANOTHER = (("--master", digits * 8) for digits in ("5eed", "feed"))
CREATE = ("tournament", "create", "cup", "--variant", "spades-4", "--boards", "4", *MASTER, "--allow-same-owner")
BOTS = tuple(word for name in "abcd" for word in ("--bot", name))


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def refused(self) -> bool:
        """Whether it was refused as a user's error is to be.

        Code 2, nothing on standard output, one line on standard error.
        """
        return self.code == 2 and self._is_one_line

    @property
    def put_off(self) -> bool:
        """Whether the arena or its database could not answer: code 4, and one line likewise."""
        return self.code == 4 and self._is_one_line

    @property
    def _is_one_line(self) -> bool:
        return not self.out and len(self.err.splitlines()) == 1


Command = Callable[..., Said]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Return a way to run the command in this process.

    With a state folder in which nothing was ever started.
    """
    monkeypatch.setenv("ARENA_STATE", str(tmp_path / "state"))
    for name in ("ARENA_SERVER", "ARENA_TOKEN", "ARENA_DSN"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = run(list(arguments))
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call


class Served:
    """The people's API on a socket, over a fresh database.

    It is served from a thread.
    """

    def __init__(self, dsn: str) -> None:
        ensure_operator(dsn, hashlib.sha256(OPERATOR.encode()).hexdigest())
        self.dsn = dsn
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.await_(self._start(dsn))

    def await_(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    async def _start(self, dsn: str) -> None:
        self.store = await Store.open(dsn)
        self._server = grpc.aio.server()
        add_people_service(self._server, self.store, lambda count: None, LiveTokens(self.store), Proxies())
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()

    async def _stop(self) -> None:
        await self._server.stop(None)
        await self.store.close()

    def stop(self) -> None:
        self.await_(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def served(database: str, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """An arena that the command is told of by its environment."""
    served = Served(database)
    monkeypatch.setenv("ARENA_SERVER", served.address)
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    yield served
    served.stop()


@pytest.fixture
def cup(served: Served, arena: Command) -> Served:
    """With four bots, and a tournament of four boards that is not started."""
    assert arena("owner", "create", "ada").code == 0
    for name in "abcd":
        assert arena("bot", "register", name, "--version", "1", "--owner", "ada").code == 0
    said = arena(*CREATE, *BOTS)
    assert said.code == 0
    assert re.fullmatch("cup: 4 boards, 16 games\nrated format: 4 hands\nroot [0-9a-f]{64}\n", said.out)
    return served


@pytest.fixture
def finished(cup: Served, arena: Command) -> Served:
    """The same, played to its end."""
    assert arena("tournament", "start", "cup").out == "cup is running\n"
    cup.await_(connect(cup.store, ["spades-4"]))
    cup.await_(play_blocks(cup.store))
    return cup
