"""Postgres and Redis by passwords from files and over TLS, as docs/how-to/databases.md shows it."""

import os
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from arena.gateway.__main__ import CALLS, ROWS
from arena.local.certificates import Certified
from arena.local.state import State
from arena.settings import SettingError, link_secrets, secret
from arena.store import Store
from arena.store.locks import POOLS
from arena.web.__main__ import CALLS as PAGE_CALLS
from tests.certified import certified
from tests.workers.process.test_inspection import tools, worker

SSL_REQUEST = b"\0\0\0\x08\x04\xd2\x16\x2f"  # Postgres' protocol, "SSL Session Encryption"
SECRETS = ("ARENA_DSN", "ARENA_REDIS_URL", "ARENA_LINK_SECRET")


@pytest.fixture
def files(own_state: State) -> Certified:
    return certified(own_state.folder)


@pytest.fixture
def redis_with_tls(redis_url: str, files: Certified) -> Iterator[str]:
    """The address of a front of Valkey that speaks only TLS."""
    with _front(redis_url, files, b"") as address:
        yield address.replace("redis://", "rediss://")


@pytest.fixture
def postgres_with_tls(database: str, files: Certified) -> Iterator[str]:
    """The address of a front of Postgres that speaks only TLS, but for the path of the authority."""
    with _front(database, files, SSL_REQUEST) as address:
        yield f"{address}?sslmode=verify-full&sslrootcert="


@contextmanager
def _front(address: str, files: Certified, request: bytes) -> Iterator[str]:
    """Yield *address* by way of a server that ends TLS: the embedded servers are built without it.

    *request*: what a client sends before TLS, and gets S as the answer to.
    """
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(files.chain, files.key)
    port = urlsplit(address).port
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_accept, args=(server, context, port, request), daemon=True).start()
        yield address.replace(f":{port}/", f":{server.getsockname()[1]}/")
        server.shutdown(socket.SHUT_RDWR)


def _accept(server: socket.socket, context: ssl.SSLContext, port: int, request: bytes) -> None:
    while True:
        try:
            line, _ = server.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(line, context, port, request), daemon=True).start()


def _serve(line: socket.socket, context: ssl.SSLContext, port: int, request: bytes) -> None:
    try:
        if request:
            assert line.recv(len(request)) == request
            line.sendall(b"S")
        with context.wrap_socket(line, server_side=True) as inside, socket.create_connection(("127.0.0.1", port)) as on:
            threading.Thread(target=_pump, args=(on, inside), daemon=True).start()
            _pump(inside, on)
    except (AssertionError, OSError):
        line.close()


def _pump(here: socket.socket, there: socket.socket) -> None:
    try:
        while data := here.recv(1 << 16):
            there.sendall(data)
        there.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def test_a_worker_takes_secrets_from_files_and_speaks_tls_to_both(
    postgres_with_tls: str, redis_with_tls: str, files: Certified, tmp_path: Path
) -> None:
    addresses = (f"{postgres_with_tls}{files.ca}", f"{redis_with_tls}?ssl_cert_reqs=required&ssl_ca_certs={files.ca}")
    environment = {name: value for name, value in os.environ.items() if name not in SECRETS}
    for name, text in zip(SECRETS, (*addresses, "secret"), strict=True):
        (tmp_path / name).write_text(f"{text}\n")
        environment[f"{name}_FILE"] = str(tmp_path / name)
    with worker(environment, "--queues", "spades") as process, tools(environment) as tool:
        name = f"arena-{process.pid}@{socket.gethostname()}"
        while "pong" not in tool("inspect", "ping", "--json", "--destination", name, "--timeout", "60"):
            pass
        assert process.poll() is None


async def test_an_unknown_authority_is_refused(
    postgres_with_tls: str, redis_with_tls: str, files: Certified, tmp_path: Path
) -> None:
    other = certified(tmp_path / "other").ca
    store = await Store.open(f"{postgres_with_tls}{files.ca}")
    assert await store.play.gateways_of([1]) == {}
    await store.close()
    with pytest.raises(psycopg.OperationalError, match="certificate verify failed"):
        psycopg.connect(f"{postgres_with_tls}{other}")
    with pytest.raises(RedisConnectionError), Redis.from_url(f"{redis_with_tls}?ssl_ca_certs={other}") as client:
        client.ping()


def test_a_secret_has_one_source_that_can_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "link"
    file.write_text("new,old\n")
    monkeypatch.setenv("ARENA_LINK_SECRET_FILE", str(file))
    monkeypatch.delenv("ARENA_LINK_SECRET", raising=False)
    assert link_secrets("ARENA_LINK_SECRET") == ["new", "old"]
    monkeypatch.setenv("ARENA_LINK_SECRET", "another")
    with pytest.raises(SettingError, match="ARENA_LINK_SECRET and ARENA_LINK_SECRET_FILE are both set; unset one"):
        secret("ARENA_LINK_SECRET")
    monkeypatch.delenv("ARENA_LINK_SECRET")
    monkeypatch.setenv("ARENA_LINK_SECRET_FILE", str(tmp_path))
    with pytest.raises(SettingError, match=r"_FILE=/.*: cannot be read \(Is a directory\); give a readable file"):
        secret("ARENA_LINK_SECRET")


def test_the_formula_of_connections_has_the_sizes_of_the_pools() -> None:
    assert POOLS == {"gateway": (CALLS, ROWS), "worker": (4,), "page": (PAGE_CALLS,)}
    page = (Path(__file__).parents[2] / "docs/how-to/databases.md").read_text()
    sizes = {part: sum(size + 1 for size in pools) for part, pools in POOLS.items()}  # each pool may open a probe
    assert f"{sizes['gateway']} G + {sizes['worker']} W + {sizes['page']} P + 10" in page
