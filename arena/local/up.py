"""The whole service on this machine, as `arena up` and the demo run it."""

import json
import secrets
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from arena.local.child import Child
from arena.local.ports import is_open, port_of
from arena.local.postgres import Postgres
from arena.local.prepare import prepare
from arena.local.problems import CannotStart, KeepsDying
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.local.valkey import Valkey
from arena.store.errors import EditedMigration


def tell(line: str) -> None:
    """Print *line* where it is in nobody's way."""
    print(line, file=sys.stderr, flush=True)


class Arena:
    """Postgres, Valkey, the gateway and *workers* Celery workers, kept alive from `start` to `stop`.

        with Arena(workers=2, env={"ARENA_LEASE": "3"}) as arena:
            ...arena.gateway, arena.operator_token, arena.pid_of("worker-1")...

    *folder* is the state folder (default: `default_folder()`), *env* goes to gateway and workers on top of our own,
    *say* gets a line about every death of a child. Children: "postgres", "valkey", "gateway", "worker-1" and so on.
    """

    dsn: str
    redis_url: str
    gateway: str  # "127.0.0.1:PORT"
    operator_token: str

    def __init__(
        self,
        folder: Path | None = None,
        workers: int = 2,
        env: Mapping[str, str] | None = None,
        say: Callable[[str], None] = tell,
    ) -> None:
        self.state = State.open(folder)
        self._workers = workers
        self._env = dict(env or {})
        self._say = say
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
        self._supervisor.start([self._child("gateway", "arena.gateway", lambda: is_open(port))])
        workers = [f"worker-{number}" for number in range(1, self._workers + 1)]
        self._supervisor.start([self._child(name, "workers") for name in workers])
        server = self.state.write_private("server.json", json.dumps({"gateway": self.gateway}))
        self._open.callback(server.unlink, missing_ok=True)

    def _child(self, name: str, module: str, ready: Callable[[], bool] = lambda: True) -> Child:
        service = {
            "ARENA_DSN": self.dsn,
            "ARENA_REDIS_URL": self.redis_url,
            "ARENA_GATEWAY_LISTEN": self.gateway,
            "ARENA_LINK_SECRET": self.state.secret("link.secret"),
            "PYTHONUNBUFFERED": "1",
        }
        return Child(
            name=name,
            argv=(sys.executable, "-P", "-m", module),
            log=self.state.log(name),
            folder=self.state.folder,
            ready=ready,
            env={**service, **self._env},
        )


def heed_signals() -> None:
    """Let TERM and a closed terminal interrupt as Ctrl-C does, so that `with` blocks are left in order."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


def ignore_signals() -> None:
    """Let nobody interrupt the orderly stop that a first interruption began."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def up(workers: int = 2, folder: Path | None = None) -> int:
    """Run the service until it is interrupted; the exit code: 0 then, 1 when a child kept dying.

    Raises `CannotStart` where it can't start here.
    """
    heed_signals()
    arena = Arena(folder, workers)
    try:
        arena.start()
        token = arena.state.folder / "operator.token"
        tell(f"The arena is up at {arena.gateway}; the operator's token is in {token}; Ctrl-C stops it.")
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
