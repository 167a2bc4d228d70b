"""Run the embedded Valkey, which carries only wake-ups and stores nothing on disk."""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path

import redis

from arena.local.addresses import port_of
from arena.local.binaries import find_valkey, runnable
from arena.local.state import State
from arena.local.supervisor import Child


@dataclass(frozen=True)
class Valkey:
    """A Valkey at 127.0.0.1:*port*, protected by *password*."""

    state: State
    program: Path
    port: int
    password: str

    @classmethod
    def prepare(cls, state: State) -> "Valkey":
        """Find the program, and create an empty folder; raises `StartError`."""
        program = runnable(find_valkey(), state)
        shutil.rmtree(state.folder / "valkey", ignore_errors=True)  # it may be damaged, and is not needed
        state.data("valkey")
        return cls(state, program, port_of("valkey", state), state.secret("valkey.password"))

    @property
    def url(self) -> str:
        """The address for Celery and redis-py, password included."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def child(self) -> Child:
        settings = {
            "bind": ["127.0.0.1"],
            "port": [str(self.port)],
            # Other users of the machine see the arguments, which have only the hash of the password.
            "user": ["default", "on", f"#{hashlib.sha256(self.password.encode()).hexdigest()}", "~*", "&*", "+@all"],
            "save": [""],
            "appendonly": ["no"],
            "maxmemory-policy": ["noeviction"],
        }
        options = (word for name, values in settings.items() for word in (f"--{name}", *values))
        return Child(
            name="valkey",
            argv=(str(self.program), *options),
            log=self.state.log("valkey"),
            folder=self.state.folder / "valkey",
            ready=self.is_alive,
            as_server=True,
        )

    def is_alive(self) -> bool:
        """Return whether the server answers a PING."""
        with redis.Redis.from_url(self.url, socket_timeout=2, socket_connect_timeout=2) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False
