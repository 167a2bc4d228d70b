"""The embedded Valkey: it carries wake-ups only and may lose everything."""

from dataclasses import dataclass
from pathlib import Path

import redis

from arena.local.binaries import find_valkey, runnable
from arena.local.child import Child
from arena.local.ports import port_of
from arena.local.state import State


@dataclass(frozen=True)
class Valkey:
    """A Valkey with its data in *state*, on 127.0.0.1:*port*."""

    state: State
    program: Path
    port: int

    @classmethod
    def prepare(cls, state: State) -> "Valkey":
        """Find the program and make missing data; raises `NoServerFound`."""
        program = runnable(find_valkey(), state)
        state.data("valkey")
        return cls(state, program, port_of("valkey", state))

    @property
    def url(self) -> str:
        """The address for Celery and redis-py."""
        return f"redis://127.0.0.1:{self.port}/0"

    def child(self) -> Child:
        settings = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "dir": str(self.state.folder / "valkey"),
            "save": "",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "maxmemory-policy": "noeviction",
        }
        options = (word for name, value in settings.items() for word in (f"--{name}", value))
        return Child(
            name="valkey",
            argv=(str(self.program), *options),
            log=self.state.log("valkey"),
            folder=self.state.folder,
            ready=self.is_alive,
            as_server=True,
        )

    def is_alive(self) -> bool:
        """Return whether it answers a PING, its log loaded."""
        with redis.Redis(port=self.port, socket_timeout=2, socket_connect_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False
