import asyncio
import hashlib
import os
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

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
CREATE = ("tournament", "create", "cup", "--variants", "spades-4", "--boards", "4", *MASTER, "--allow-same-owner")
BOTS = tuple(word for name in "abcd" for word in ("--bot", name))


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def refused(self) -> bool:
        """Whether it is an error of the user: code 2, no output, one line on standard error."""
        return self.code == 2 and self._is_one_line

    @property
    def put_off(self) -> bool:
        """Whether the arena or its database is away: code 4, and one line likewise."""
        return self.code == 4 and self._is_one_line

    @property
    def _is_one_line(self) -> bool:
        return not self.out and len(self.err.splitlines()) == 1


Command = Callable[..., Said]


def call(*arguments: str) -> Said:
    """Run the command in this process."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = run(list(arguments))
        except SystemExit as ended:  # the kit's parser has printed its help
            code = int(ended.code or 0)
    return Said(code, out.getvalue(), err.getvalue())


@pytest.fixture
def arena(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Return a way to run the command with an unused state folder."""
    monkeypatch.setenv("ARENA_STATE", str(tmp_path / "state"))
    for name in ("ARENA_SERVER", "ARENA_TOKEN", "ARENA_DSN"):
        monkeypatch.delenv(name, raising=False)
    return call


@pytest.fixture
def without_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `arena up` and `demo` run in this process without their handlers of signals."""
    for module in ("arena.local.up", "arena.demo.run"):
        for name in ("heed_signals", "ignore_signals"):
            monkeypatch.setattr(f"{module}.{name}", lambda: None)


class Served:
    """The people's API on a socket, over a fresh database, served from a thread."""

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

    @property
    def environment(self) -> dict[str, str]:
        return {"ARENA_SERVER": self.address, "ARENA_TOKEN": OPERATOR}

    def play(self, *variants: str) -> None:
        """Connect all bots and play all that can be played."""
        self.await_(connect(self.store, list(variants)))
        self.await_(play_blocks(self.store))


@contextmanager
def serving(dsn: str) -> Iterator[Served]:
    served = Served(dsn)
    yield served
    served.stop()


def use(served: Served, monkeypatch: pytest.MonkeyPatch) -> Served:
    """Let commands find an arena by their environment."""
    for name, value in served.environment.items():
        monkeypatch.setenv(name, value)
    return served


def register(names: str | tuple[str, ...], owner: str = "ada") -> str:
    """Create an owner with bots, and return its token."""
    token = call("owner", "create", owner).out.strip()
    for name in names:
        assert call("bot", "register", name, "--version", "1", "--owner", owner).code == 0
    return token


@pytest.fixture
def served(database: str, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with serving(database) as served:
        yield use(served, monkeypatch)


@pytest.fixture
def four(served: Served) -> Served:
    """An arena with the bots a, b, c and d of ada."""
    register("abcd")
    return served


@pytest.fixture
def cup(four: Served) -> Served:
    """The same with a tournament of four boards that is not started."""
    said = call(*CREATE, *BOTS)
    assert said.code == 0
    assert re.fullmatch("cup: 4 boards, 16 games\nrated format: 4 hands\nroot [0-9a-f]{64}\n", said.out)
    return four


@pytest.fixture
def finished(cup: Served) -> Served:
    """The same, played to its end."""
    assert call("tournament", "start", "cup").out == "cup is running\n"
    cup.play("spades-4")
    return cup


@pytest.fixture(scope="session")
def session_cup(new_database: Callable[[], str]) -> Iterator[Served]:
    with serving(new_database()) as served:
        with patch.dict(os.environ, served.environment):
            register("abcd")
            assert call(*CREATE, *BOTS).code == 0
            assert call("tournament", "start", "cup").code == 0
        served.play("spades-4")
        yield served


@pytest.fixture
def read_only(session_cup: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Served:
    """The same as `finished`, shared by tests that change nothing."""
    return use(session_cup, monkeypatch)


async def register_and_play(store: Store) -> None:
    from tests.web.conftest import BOTS as NAMES
    from tests.web.varied import play_varied

    await store.accounts.create_owner("ann", hashlib.sha256(b"ann").digest())
    for bot in NAMES:
        await store.accounts.register_bot(bot, "1", "ann", hashlib.sha256(bot.encode()).digest())
    await play_varied(store)


@pytest.fixture(scope="session")
def session_varied(new_database: Callable[[], str]) -> Iterator[Served]:
    with serving(new_database()) as served:
        served.await_(register_and_play(served.store))
        yield served


@pytest.fixture
def varied(session_varied: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Served:
    """A tournament of bots that play at random, shared by tests that change nothing."""
    return use(session_varied, monkeypatch)
