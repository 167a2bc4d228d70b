"""A runner's settings, from the environment (docs/reference/configuration.md)."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.settings import BadSetting, count, required
from arena.wire.address import Address, BadAddress, address_for_secrets
from arena.wire.token import BadToken, read_token
from runner.zygote.room import free_memory_mib

LEAST_MEMORY_MIB: Final = 128


@dataclass(frozen=True)
class Settings:
    """The settings of one runner.

    Attributes:
        gateways: where bots' streams are dialled, and the API is asked.
        folder: where bundles are unpacked; it may be deleted while no runner uses it.
        memory_mib: what all seats together may use.
    """

    gateways: Sequence[Address]
    token: str
    folder: Path
    memory_mib: int

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the environment. Raises `BadSetting`."""
        server = required("ARENA_SERVER", "the arena's address, HOST:PORT or grpcs://HOST:PORT; several with commas")
        try:
            gateways = [address_for_secrets(each, os.environ.get("ARENA_TLS_CA")) for each in server.split(",")]
            token = read_token(required("ARENA_RUNNER_TOKEN", "a token of `arena token create runner`, or @FILE"))
        except (BadAddress, BadToken) as problem:
            raise BadSetting(str(problem)) from None
        folder = Path(required("ARENA_RUNNER_FOLDER", "a folder for the bundles that it plays")).absolute()
        return cls(gateways, token, folder, memory_for_seats())


def memory_for_seats() -> int:
    """Return how many MiB all seats together may use. Raises `BadSetting`."""
    if os.environ.get("ARENA_RUNNER_MEMORY"):
        return count("ARENA_RUNNER_MEMORY", LEAST_MEMORY_MIB)
    return free_memory_mib()
