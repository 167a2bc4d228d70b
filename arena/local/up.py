"""The whole service on this machine, as `arena up` and the demo run it."""

import json
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from arena.local.certificates import certify
from arena.local.child import Child
from arena.local.ports import is_open, port_of
from arena.local.postgres import Postgres
from arena.local.prepare import prepare
from arena.local.problems import CannotStart, KeepsDying
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.local.valkey import Valkey
from arena.store.errors import EditedMigration
from arena.wire.address import parse_address


def tell(line: str) -> None:
    """Print *line* where it is in nobody's way."""
    print(line, file=sys.stderr, flush=True)


class Arena:
    """Postgres, Valkey, the gateway and *workers* Celery workers, kept alive from `start` to `stop`.

        with Arena(workers=2, env={"ARENA_LEASE": "3"}) as arena:
            ...arena.gateway, arena.operator_token, arena.pid_of("worker-1")...

    *tls*: the name or address of this machine under which bots reach a port with TLS beside the plain one, which other
    machines do not reach. That port is closed to them too where *tls* is a name of this machine for itself.
    *folder* is the state folder (default: `default_folder()`), *env* goes to gateway and workers on top of our own,
    *say* gets a line about every death of a child. Children: "postgres", "valkey", "gateway", "worker-1" and so on.
    """

    dsn: str
    redis_url: str
    gateway: str  # "127.0.0.1:PORT"
    tls_gateway: str  # "grpcs://HOST:PORT"; empty without TLS
    ca: Path  # the certificate of who signed what is shown there
    operator_token: str

    def __init__(
        self,
        folder: Path | None = None,
        workers: int = 2,
        env: Mapping[str, str] | None = None,
        say: Callable[[str], None] = tell,
        tls: str = "",
    ) -> None:
        self.state = State.open(folder)
        self._workers = workers
        self._env = dict(env or {})
        self._say = say
        self._tls = tls
        self.tls_gateway = ""
        self._open = ExitStack()

    def __enter__(self) -> "Arena":
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def start(self) -> None:
        """Start everything and return when it can be used; where that fails, nothing is left running.

        Raises:
            CannotStart: it can't start here; its subclasses say what is so.
            KeepsDying (one of them): a child died five times within a minute, or was not ready in time.
        """
        try:
            self._open.enter_context(self.state.lock())
            self._supervisor = Supervisor(self._say)
            self._open.callback(self._supervisor.stop)
            self._start_servers()
            self._start_service()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the children, the last started first, and let go of the state folder."""
        self._open.close()

    def pid_of(self, name: str) -> int:
        """The process id of the child *name*. Raises `KeyError`."""
        return self._supervisor.pid_of(name)

    def wait(self, seconds: float | None = None) -> None:
        """Wait, and raise `KeepsDying` as soon as the supervisor has given up and stopped everything."""
        self._supervisor.ended.wait(seconds)
        if self._supervisor.failure is not None:
            raise KeepsDying(self._supervisor.failure)

    def _start_servers(self) -> None:
        postgres, valkey = Postgres.prepare(self.state), Valkey.prepare(self.state)
        self._supervisor.start([postgres.child(), valkey.child()])
        self.dsn, self.redis_url = postgres.make_database(), valkey.url
        self.operator_token = self.state.secret("operator.token", lambda: f"arena-op-{secrets.token_urlsafe(32)}")
        try:
            prepare(self.dsn, self.operator_token)
        except EditedMigration as problem:
            raise CannotStart(f"{problem} (it lies in {self.state.folder})") from None

    def _start_service(self) -> None:
        port = port_of("gateway", self.state)
        self.gateway = f"127.0.0.1:{port}"
        self._listening = {"ARENA_GATEWAY_LISTEN": self.gateway} | (self._with_tls() if self._tls else {})
        self._supervisor.start([self._child("gateway", "arena.gateway", lambda: is_open(port))])
        workers = [f"worker-{number}" for number in range(1, self._workers + 1)]
        self._supervisor.start([self._child(name, "workers") for name in workers])
        server = self.state.write_private("server.json", json.dumps({"gateway": self.gateway}))
        self._open.callback(server.unlink, missing_ok=True)

    def _with_tls(self) -> dict[str, str]:
        """Choose the port with TLS and make its certificate; what the gateway is told of both ports."""
        address = parse_address(f"grpcs://{self._tls}:{port_of('gateway-tls', self.state)}")
        files = certify(self.state, [self._tls, "localhost", "127.0.0.1", socket.gethostname()])
        self.tls_gateway, self.ca = str(address), files.ca
        host = "127.0.0.1" if address.is_local else "0.0.0.0"
        return {
            "ARENA_GATEWAY_LISTEN": f"{self.gateway},grpcs://{host}:{address.port}",
            "ARENA_TLS_CERT": str(files.chain),
            "ARENA_TLS_KEY": str(files.key),
        }

    def _child(self, name: str, module: str, ready: Callable[[], bool] = lambda: True) -> Child:
        service = {
            "ARENA_DSN": self.dsn,
            "ARENA_REDIS_URL": self.redis_url,
            "ARENA_GATEWAY_ADDRESS": self.gateway,
            "ARENA_LINK_SECRET": self.state.secret("link.secret"),
            "PYTHONUNBUFFERED": "1",
        }
        return Child(
            name=name,
            argv=(sys.executable, "-P", "-m", module),
            log=self.state.log(name),
            folder=self.state.folder,
            ready=ready,
            env={**service, **self._listening, **self._env},
        )


def heed_signals() -> None:
    """Let TERM and a closed terminal interrupt as Ctrl-C does, so that `with` blocks are left in order."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


def ignore_signals() -> None:
    """Let nobody interrupt the orderly stop that a first interruption began."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def up(workers: int = 2, folder: Path | None = None, tls: str = "") -> int:
    """Run the service until it is interrupted; the exit code: 0 then, 1 when a child kept dying.

    *tls* as in `Arena`.
    Raises `CannotStart` where it can't start here.
    """
    heed_signals()
    arena = Arena(folder, workers, tls=tls)
    try:
        arena.start()
        token = arena.state.folder / "operator.token"
        tell(f"The arena is up at {arena.gateway}; the operator's token is in {token}; Ctrl-C stops it.")
        if arena.tls_gateway:
            tell(f"With TLS: python my_bot.py --arena {arena.tls_gateway} --ca {arena.ca} (bots need that file).")
        arena.wait()
    except KeepsDying as problem:
        tell(str(problem))
        return 1
    except KeyboardInterrupt:
        tell("stopping")
    finally:
        ignore_signals()
        arena.stop()
    return 0
