"""Run the embedded Valkey, which sends wake-ups to workers and stores nothing on disk."""

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
    """A Valkey server at 127.0.0.1:*port*, protected by *password*; *program* is the path of the server."""

    state: State
    program: Path
    port: int
    password: str

    @classmethod
    def prepare(cls, state: State) -> "Valkey":
        """Return a Valkey for *state* with an empty data folder. Raises `StartError` if it is not installed."""
        program = runnable(find_valkey(), state)
        shutil.rmtree(state.folder / "valkey", ignore_errors=True)  # old data may be damaged, and is not needed
        state.data("valkey")
        return cls(state, program, port_of("valkey", state), state.secret("valkey.password"))

    @property
    def url(self) -> str:
        """The address of the server for Celery and redis-py, with the password."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def child(self) -> Child:
        settings = {
            "bind": ["127.0.0.1"],
            "port": [str(self.port)],
            # Other users of the machine can read the arguments, so they contain only the password's hash.
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
