"""Ports on 127.0.0.1, chosen free at first and then kept."""

import json
import random
import socket
import time

from arena.local.state import State

# Below the range of outgoing connections on Linux and macOS, one of which could take a dead child's port.
CHOICE = range(15000, 32000)
USUAL = 7700  # where the first gateway of `arena up` listens if nobody else does
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
        kept[name] = next(
            port for port in random.sample(CHOICE, len(CHOICE)) if port not in kept.values() and is_free(port)
        )
        state.write_private("ports.json", json.dumps(kept))
    return kept[name]


def kept_port_of(name: str, state: State) -> int | None:
    """Return the port kept for *name*, where it listens now if it runs; None where none is kept."""
    return _kept(state).get(name)


def _kept(state: State) -> dict[str, int]:
    path = state.folder / "ports.json"
    return json.loads(path.read_text()) if path.exists() else {}


def comes_free(port: int) -> bool:
    """Return whether a server could listen there now, or could in a moment."""
    deadline = time.monotonic() + PATIENCE
    while not is_free(port):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
