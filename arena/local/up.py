"""Run the whole service on this machine, for `arena up` and `arena demo`."""

import hashlib
import os
import secrets
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from arena.local.addresses import DEFAULT_PORT, Addresses, fix_port, fixed_port_of, is_open, list_targets, port_of
from arena.local.certificates import certify
from arena.local.postgres import Postgres, end_orphan
from arena.local.prepare import prepare
from arena.local.problems import CrashLoopError, StartError
from arena.local.state import State
from arena.local.supervisor import Child, Supervisor
from arena.local.valkey import Valkey
from arena.store.accounts.operators import ensure_runner
from arena.store.errors import OldDatabaseError, StoreError
from arena.store.migrate import KEEP_RECORDS
from arena.tokens import new_token
from arena.wire.address import parse_address
from runner.confine.machine import why_not_confined


def log_line(line: str) -> None:
    """Print *line* to standard error."""
    print(line, file=sys.stderr, flush=True)


class Arena:
    """Run the processes of a whole arena on this machine until `stop`, and restart those that die.

        with Arena(workers=2, env={"ARENA_LEASE": "3"}) as arena:
            ...arena.gateways, arena.operator_token, arena.pid_of("worker-1")...

    *folder*: the state folder, by default `default_folder()`. *workers*, *gateways*: numbers of processes. *env*:
    variables that override the environment of the children. *tls*: host name or address of this machine; each gateway
    then also listens with TLS on a second port. For `localhost` or a loopback address other machines cannot reach that
    port. *with_page*: serve the web page. *with_runner*: play submitted bots, if this machine can confine them.
    *port*: port of the first gateway; 0: the stored port or a free one; None: see `up`. *metrics*: file to write that
    lists the ports at which children expose metrics.
    The names of the children are "postgres", "valkey", "gateway", "gateway-2", ..., "worker-1", ..., "runner", "web".
    """

    dsn: str  # address of the database, with the password
    redis_url: str  # address of Valkey, with the password
    gateways: list[str]  # address of each gateway for bots and commands, "127.0.0.1:PORT"
    links: list[str]  # address of each gateway for workers, "127.0.0.1:PORT"
    no_runner: str  # reason why submitted bots cannot play on this machine; "" if they can
    page: str  # "http://127.0.0.1:PORT"; "" without a page
    tls_gateways: list[str]  # TLS address of each gateway, "grpcs://HOST:PORT"; empty without TLS
    ca: Path  # PEM file of the authority that signed the TLS certificate; set only with TLS
    operator_token: str

    def __init__(
        self,
        folder: Path | None = None,
        workers: int = 2,
        gateways: int = 1,
        env: Mapping[str, str] | None = None,
        tls: str = "",
        with_page: bool = False,
        with_runner: bool = False,
        port: int | None = 0,
        metrics: Path | None = None,
    ) -> None:
        self.state = State.open(folder)
        self._port = port
        self._metrics = metrics
        self._metrics_ports: dict[str, int] = {}
        self._workers = workers
        self._gateways = gateways
        self._env = dict(env or {})
        self._tls = tls
        self.page = ""
        self._with_page = with_page
        self._with_runner = with_runner
        self.no_runner = ""
        self.tls_gateways = []
        self._tls_files: dict[str, str] = {}
        self._open = ExitStack()

    def __enter__(self) -> "Arena":
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def gateway(self) -> str:
        """The address of the first gateway, "127.0.0.1:PORT", which commands use."""
        return self.gateways[0]

    @property
    def addresses(self) -> Addresses:
        """The addresses that bots, commands and browsers connect to."""
        return Addresses(
            self.gateway, self.gateways[1:], self.tls_gateways, str(self.ca) if self._tls else "", self.page
        )

    def start(self) -> None:
        """Start all processes, and wait until they are ready. Raises `StartError`, after it has stopped them."""
        try:
            self._open.enter_context(self.state.lock())
            self._choose_ports()
            self._supervisor = Supervisor(log_line)
            self._open.callback(self._supervisor.stop)
            self._start_servers()
            self._start_service()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the children in reverse order, and unlock the state folder."""
        self._open.close()

    def pid_of(self, name: str) -> int:
        """Return the process id of the child *name*. Raises `KeyError` if there is no such child."""
        return self._supervisor.pid_of(name)

    def wait(self, seconds: float | None = None) -> None:
        """Wait for *seconds*, by default without end. Raises `CrashLoopError` if the supervisor has given up."""
        self._supervisor.ended.wait(seconds)
        if self._supervisor.failure is not None:
            raise CrashLoopError(self._supervisor.failure)

    def _start_servers(self) -> None:
        self.dsn = self._start_postgres()
        valkey = Valkey.prepare(self.state)
        self._supervisor.start([valkey.child()])
        self.redis_url = valkey.url
        self.operator_token = self.state.secret("operator.token", lambda: new_token("operator"))
        try:
            prepare(self.dsn, self.operator_token, log_line)
        except OldDatabaseError:
            raise StartError(
                f"the database in {self.state.folder} has an older schema, which this release cannot migrate;"
                f" {KEEP_RECORDS}, then move the folder away (mv {self.state.folder} {self.state.folder}.old)"
            ) from None
        except StoreError as problem:
            raise StartError(f"{problem} (the database is in {self.state.folder})") from None

    def _start_postgres(self) -> str:
        if orphan := end_orphan(self.state):
            log_line(f"Ended the Postgres of an earlier run, process {orphan}, which still ran.")
        postgres = Postgres.prepare(self.state)
        self._supervisor.start([postgres.child()])
        return postgres.make_database()

    def _start_service(self) -> None:
        self.links = [f"127.0.0.1:{port_of(f'{name}-link', self.state)}" for name in self._names]
        listens = self._with_tls() if self._tls else self.gateways
        self._supervisor.start(list(map(self._gateway, self._names, self.gateways, self.links, listens)))
        workers = [f"worker-{number}" for number in range(1, self._workers + 1)]
        self._supervisor.start([self._child(name, "workers") for name in workers])
        if self._with_runner:
            self._start_runner()
        if self._with_page:
            page, listen = self._child("web", "arena.web"), self._page_listens
            env = {**page.env, "ARENA_WEB_LISTEN": listen, **self._env}
            if not os.environ.get("ARENA_GATEWAY_ADDRESS"):  # that of a proxy
                gateways = ",".join(self.tls_gateways or self.gateways)
                env |= {"ARENA_GATEWAY_ADDRESS": gateways, "ARENA_TLS_CA": self.addresses.ca}
            self._supervisor.start([replace(page, ready=lambda: is_open(parse_address(listen).port), env=env)])
        if self._metrics:
            list_targets(self._metrics, self._metrics_ports)
            self._open.callback(self._metrics.unlink, missing_ok=True)
        self._open.enter_context(self.addresses.publish(self.state))

    def _choose_ports(self) -> None:
        self._names = ["gateway", *(f"gateway-{number}" for number in range(2, self._gateways + 1))]
        cure = f"remove it from {self.state.folder / 'ports.json'}"
        ports = [self._first_port(), *(fixed_port_of(name, self.state, cure) for name in self._names[1:])]
        self.gateways = [f"127.0.0.1:{port}" for port in ports]
        if self._tls:
            tls = [fixed_port_of(f"{name}-tls", self.state, cure) for name in self._names]
            self.tls_gateways = [str(parse_address(f"grpcs://{self._tls}:{port}")) for port in tls]
        if self._with_page:
            self._page_listens = os.environ.get("ARENA_WEB_LISTEN") or (
                f"127.0.0.1:{fixed_port_of('web', self.state, 'set ARENA_WEB_LISTEN')}"
            )
            host, _, page_port = self._page_listens.rpartition(":")
            self.page = f"http://{socket.gethostname() if host in ('0.0.0.0', '[::]') else host}:{page_port}"

    def _first_port(self) -> int:
        if self._port is None:
            return fixed_port_of("gateway", self.state, "run `arena up --port N`", DEFAULT_PORT)
        return fix_port("gateway", self._port, self.state) if self._port else port_of("gateway", self.state)

    def _start_runner(self) -> None:
        self.no_runner = why_not_confined()
        if self.no_runner:
            return
        token = self.state.secret("runner.token", lambda: new_token("runner"))
        ensure_runner(self.dsn, hashlib.sha256(token.encode()).hexdigest())
        child = self._child("runner", "runner")
        env = {  # and none of the service's secrets
            "ARENA_METRICS_LISTEN": child.env["ARENA_METRICS_LISTEN"],
            "ARENA_SERVER": ",".join(self.gateways),
            "ARENA_RUNNER_TOKEN": token,
            "ARENA_RUNNER_FOLDER": str(self.state.folder / "bundles"),
            "PYTHONUNBUFFERED": "1",
        }
        self._supervisor.start([replace(child, env={**env, **self._env})])

    def _with_tls(self) -> list[str]:
        addresses = list(map(parse_address, self.tls_gateways))
        files = certify(self.state, [self._tls, "localhost", "127.0.0.1", socket.gethostname()])
        self.ca = files.ca
        self._tls_files = {"ARENA_TLS_CERT": str(files.chain), "ARENA_TLS_KEY": str(files.key)}
        ports = [f"grpcs://{'127.0.0.1' if address.is_local else '0.0.0.0'}:{address.port}" for address in addresses]
        return [f"{plain},{port}" for plain, port in zip(self.gateways, ports, strict=True)]

    def _gateway(self, name: str, address: str, link: str, listen: str) -> Child:
        child = self._child(name, "arena.gateway")
        env = {**child.env, "ARENA_GATEWAY_LISTEN": listen, "ARENA_LINK_LISTEN": link, **self._tls_files}
        env["ARENA_SIGNING_KEY"] = self.state.secret("signing.key", lambda: secrets.token_hex(32))
        return replace(child, ready=lambda: is_open(parse_address(address).port), env={**env, **self._env})

    def _child(self, name: str, module: str) -> Child:
        listen = ""
        if self._metrics:
            self._metrics_ports[name] = port_of(f"{name}-metrics", self.state)
            listen = f"127.0.0.1:{self._metrics_ports[name]}"
        service = {
            "ARENA_DSN": self.dsn,
            "ARENA_REDIS_URL": self.redis_url,
            "ARENA_LINK_SECRET": self.state.secret("link.secret"),
            "ARENA_METRICS_LISTEN": listen,
            "PYTHONUNBUFFERED": "1",
        }
        service |= {f"{name}_FILE": "" for name in service if f"{name}_FILE" in os.environ}
        return Child(
            name=name,
            argv=(sys.executable, "-P", "-m", module),
            log=self.state.log(name),
            folder=self.state.folder,
            env={**service, **self._env},
        )


def heed_signals() -> None:
    """Let SIGINT, SIGTERM and SIGHUP raise `KeyboardInterrupt`, so that `with` blocks are left properly."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


def ignore_signals() -> None:
    """Ignore SIGINT, SIGTERM and SIGHUP, so that nothing interrupts the stop."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def up(
    workers: int = 2,
    gateways: int = 1,
    folder: Path | None = None,
    tls: str = "",
    port: int | None = None,
    metrics: Path | None = None,
) -> int:
    """Run the service until it is interrupted; return the exit code: 0, or 1 if a child kept dying.

    *port*: port of the first gateway, stored for later runs. None: the stored port; at the first run `DEFAULT_PORT` if
    that is free. 0: the stored port if it is free, else a random one. The other parameters are those of `Arena`.
    Raises `StartError`.
    """
    heed_signals()
    arena = Arena(folder, workers, gateways, tls=tls, with_page=True, with_runner=True, port=port, metrics=metrics)
    try:
        arena.start()
        for line in arena.addresses.lines():
            log_line(line)
        if arena.no_runner:
            log_line(f"Submitted bots cannot play here: {arena.no_runner}; see `arena doctor`.")
        log_line(f"The operator's token is in {arena.state.folder / 'operator.token'}; Ctrl-C stops the arena.")
        arena.wait()
    except CrashLoopError as problem:
        log_line(str(problem))
        return 1
    except KeyboardInterrupt:
        log_line("stopping")
    finally:
        ignore_signals()
        arena.stop()
    log_line(f"stopped; `arena up` continues from {arena.state.folder}")
    return 0
