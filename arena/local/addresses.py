"""Choose and store the ports of a local arena, and publish its addresses."""

import json
import random
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.files import explain, replaced
from arena.local.problems import StartError
from arena.local.state import State


def list_targets(file: Path, ports: Mapping[str, int]) -> None:
    """Write Prometheus's targets to *file* (`file_sd_configs`). *ports*: by process name. Raises `StartError`."""
    listed = [{"targets": [f"127.0.0.1:{port}"], "labels": {"name": name}} for name, port in ports.items()]
    try:
        with replaced(file) as out:
            out.write(json.dumps(listed, indent=1) + "\n")
    except OSError as problem:
        raise StartError(f"--metrics {explain(problem)}") from None


# Below the range of outgoing connections on Linux and macOS, which could take the port of a dead child.
RANDOM_PORTS = range(15000, 32000)
DEFAULT_PORT = 7700  # the first gateway takes this port at its first start, if the port is free
RELEASE_TIMEOUT = 2.0  # seconds to wait until a server, whose supervisor was killed, releases its port


def is_free(port: int) -> bool:
    """Return whether a server could listen on 127.0.0.1:*port* now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def is_open(port: int) -> bool:
    """Return whether a server at 127.0.0.1:*port* accepts a connection."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def port_of(name: str, state: State) -> int:
    """Return the stored port of the server *name*; if that is in use, store and return a random free port."""
    ports = _read_ports(state)
    if name in ports and _becomes_free(ports[name]):
        return ports[name]
    candidates = random.sample(RANDOM_PORTS, len(RANDOM_PORTS))
    free = next(port for port in candidates if port not in ports.values() and is_free(port))
    return _store_port(name, free, state)


def fixed_port_of(name: str, state: State, cure: str, default: int = 0) -> int:
    """Return the port of the server *name*, which stays the same at each start.

    At the first start it stores *default* if that port is free, else a random port; 0 means no default.
    Raises `StartError` if the stored port is in use. *cure*: advice for this error, how to choose another port.
    """
    port = stored_port_of(name, state)
    if port is None:
        return _store_port(name, default, state) if default and _becomes_free(default) else port_of(name, state)
    if not _becomes_free(port):
        raise StartError(
            f"port {port}, where this arena is reached ({name}), is in use; stop the program that listens there,"
            f" or {cure} for another port"
        )
    return port


def fix_port(name: str, port: int, state: State) -> int:
    """Store *port* as the port of the server *name*, and return it. Raises `StartError` if the port is in use."""
    user = next((other for other, used in _read_ports(state).items() if used == port and other != name), None)
    if user or not _becomes_free(port):
        by = f"this arena for its {user}" if user else "another program"
        raise StartError(f"--port {port} is in use by {by}; give another port, or 0 for a free one")
    return _store_port(name, port, state)


def stored_port_of(name: str, state: State) -> int | None:
    """Return the stored port of the server *name*; None if no port is stored."""
    return _read_ports(state).get(name)


def _store_port(name: str, port: int, state: State) -> int:
    state.write_private("ports.json", json.dumps({**_read_ports(state), name: port}))
    return port


def _read_ports(state: State) -> dict[str, int]:
    path = state.folder / "ports.json"
    try:
        return {str(name): int(port) for name, port in json.loads(path.read_text()).items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError):
        raise StartError(
            f"{path} is damaged; remove it, and give the port that bots dial with `arena up --port N`"
        ) from None


def _becomes_free(port: int) -> bool:
    deadline = time.monotonic() + RELEASE_TIMEOUT
    while not is_free(port):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


FILE = "server.json"


@dataclass(frozen=True)
class Addresses:
    """The addresses of a running arena, as the file `FILE` stores them."""

    gateway: str  # the first gateway, "127.0.0.1:PORT", which commands use
    more_gateways: Sequence[str] = ()  # the other gateways, "127.0.0.1:PORT" each, for bots
    tls_gateways: Sequence[str] = ()  # the TLS address of each gateway, "grpcs://HOST:PORT"; empty without TLS
    ca: str = ""  # PEM file of the certificate authority that signed the TLS certificate; "" without TLS
    page: str = ""  # the web page, "http://127.0.0.1:PORT"; "" without a page

    @classmethod
    def parse(cls, text: str) -> "Addresses":
        """Return the addresses in *text*, the content of `FILE`. Raises `ValueError` if the text is damaged."""
        try:
            return cls(**json.loads(text))
        except TypeError:
            raise ValueError("no addresses") from None

    @contextmanager
    def publish(self, state: State) -> Iterator[None]:
        """Write the addresses to `FILE` in the state folder, and remove the file after the block."""
        file = state.write_private(FILE, json.dumps(asdict(self)))
        try:
            yield
        finally:
            file.unlink(missing_ok=True)

    def lines(self) -> Iterator[str]:
        """Yield lines that show the addresses to the operator."""
        yield f"The arena is up at {','.join([self.gateway, *self.more_gateways])}"
        if self.tls_gateways:
            yield (
                f"With TLS: python my_bot.py --arena {','.join(self.tls_gateways)} --ca {self.ca} (bots need that file)"
            )
        if self.page:
            yield f"The page is at {self.page}"
