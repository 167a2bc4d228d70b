"""Ports and addresses of a state folder."""

import json
import random
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.files import explain, replaced
from arena.local.problems import CannotStart, PortTaken
from arena.local.state import State


def list_targets(file: Path, ports: Mapping[str, int]) -> None:
    """Write the *ports* of this machine, by the names of the parts, to *file*; raises `CannotStart`."""
    listed = [{"targets": [f"127.0.0.1:{port}"], "labels": {"name": name}} for name, port in ports.items()]
    try:
        with replaced(file) as out:
            out.write(json.dumps(listed, indent=1) + "\n")
    except OSError as problem:
        raise CannotStart(f"--metrics {explain(problem)}") from None


# Below the range of outgoing connections on Linux and macOS, one of which could take a dead child's port.
CHOICE = range(15000, 32000)
USUAL = 7700  # where the first gateway of an arena listens if nobody else does at its first start
PATIENCE = 2.0  # seconds that a server of a killed supervisor may still hold its port


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
    """Return whether something on 127.0.0.1:*port* accepts a connection."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def port_of(name: str, state: State) -> int:
    """Return the port kept for *name*, or a new one if taken."""
    kept = _kept(state)
    if name not in kept or not comes_free(kept[name]):
        taken = kept.values()
        free = next(port for port in random.sample(CHOICE, len(CHOICE)) if port not in taken and is_free(port))
        return _keep(name, free, state)
    return kept[name]


def fixed_port_of(name: str, state: State, cure: str, usual: int = 0) -> int:
    """Return the port kept for *name*; at first *usual* if it is free, else a free one.

    Raises `PortTaken` if another program has the kept one; *cure* says how the user chooses another.
    """
    kept = kept_port_of(name, state)
    if kept is None:
        return _keep(name, usual, state) if usual and comes_free(usual) else port_of(name, state)
    if not comes_free(kept):
        raise PortTaken(
            f"port {kept}, where this arena is reached ({name}), is in use: stop the program that listens there,"
            f" or {cure} for another port"
        )
    return kept


def fix_port(name: str, port: int, state: State) -> int:
    """Keep *port* for *name* from now on, and return it; raises `PortTaken`."""
    if other := next((other for other, kept in _kept(state).items() if kept == port and other != name), None):
        raise PortTaken(f"--port {port}: this arena has it for its {other}; give another, or 0 for a free one")
    if not comes_free(port):
        raise PortTaken(f"--port {port}: somebody listens there already; give another, or 0 for a free one")
    return _keep(name, port, state)


def kept_port_of(name: str, state: State) -> int | None:
    """Return the port kept for *name*, where it listens now if it runs; None where none is kept."""
    return _kept(state).get(name)


def _keep(name: str, port: int, state: State) -> int:
    state.write_private("ports.json", json.dumps({**_kept(state), name: port}))
    return port


def _kept(state: State) -> dict[str, int]:
    path = state.folder / "ports.json"
    try:
        return {str(name): int(port) for name, port in json.loads(path.read_text()).items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError):
        raise CannotStart(
            f"{path} is damaged: remove it, and give `arena up --port N` the port that bots dial"
        ) from None


def comes_free(port: int) -> bool:
    """Return whether a server could listen there now, or could in a moment."""
    deadline = time.monotonic() + PATIENCE
    while not is_free(port):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


FILE = "server.json"


@dataclass(frozen=True)
class Addresses:
    """The addresses of an arena that runs.

    Attributes:
        gateway: "127.0.0.1:PORT", which people's commands speak to.
        more_gateways: where bots find the others.
        tls_gateways: "grpcs://HOST:PORT" each; empty without TLS.
        ca: the file of the authority that signed their certificate; empty without TLS.
        page: "http://127.0.0.1:PORT"; empty without the page.
    """

    gateway: str
    more_gateways: Sequence[str] = ()
    tls_gateways: Sequence[str] = ()
    ca: str = ""
    page: str = ""

    @classmethod
    def parse(cls, text: str) -> "Addresses":
        """Return those that `FILE` has; raises `ValueError` where it is damaged."""
        try:
            return cls(**json.loads(text))
        except TypeError:
            raise ValueError("no addresses") from None

    @contextmanager
    def written(self, state: State) -> Iterator[None]:
        """Keep them in *state* for a while."""
        file = state.write_private(FILE, json.dumps(asdict(self)))
        try:
            yield
        finally:
            file.unlink(missing_ok=True)

    def lines(self) -> Iterator[str]:
        """Yield what a person is told of them."""
        yield f"The arena is up at {','.join([self.gateway, *self.more_gateways])}"
        if self.tls_gateways:
            yield (
                f"With TLS: python my_bot.py --arena {','.join(self.tls_gateways)} --ca {self.ca} (bots need that file)"
            )
        if self.page:
            yield f"The page is at {self.page}"
