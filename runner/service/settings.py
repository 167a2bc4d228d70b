"""Read the runner's settings, and divide its memory and cores among versions."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.metrics import metrics_address
from arena.settings import SettingError, count, required
from arena.wire.address import Address, AddressError, address_for_secrets
from arena.wire.token import TokenError, read_token
from runner.zygote.client import free_memory_mib

LEAST_MEMORY_MIB: Final = 128


@dataclass(frozen=True)
class Settings:
    """The settings of one runner.

    Attributes:
        gateways: Addresses of gateways, for bots' streams and the API.
        folder: The folder of unpacked bundles; it may be deleted while no runner uses it.
        memory_mib: Memory for all seats together.
        metrics: The address that exposes metrics; None: no metrics.
    """

    gateways: Sequence[Address]
    token: str
    folder: Path
    memory_mib: int
    metrics: Address | None = None

    @classmethod
    def from_environment(cls) -> "Settings":
        """Read the settings from environment variables. Raises `SettingError`."""
        server = required("ARENA_SERVER", "the arena's address, HOST:PORT or grpcs://HOST:PORT; several with commas")
        try:
            gateways = [address_for_secrets(each, os.environ.get("ARENA_TLS_CA")) for each in server.split(",")]
            token = read_token(required("ARENA_RUNNER_TOKEN", "a token of `arena token create runner`, or @FILE"))
        except (AddressError, TokenError) as problem:
            raise SettingError(str(problem)) from None
        folder = Path(required("ARENA_RUNNER_FOLDER", "a folder for the bundles that it plays")).absolute()
        return cls(gateways, token, folder, memory_for_seats(), metrics_address())


def memory_for_seats() -> int:
    """Return how many MiB all seats may use together. Raises `SettingError`."""
    if os.environ.get("ARENA_RUNNER_MEMORY"):
        return count("ARENA_RUNNER_MEMORY", LEAST_MEMORY_MIB)
    return free_memory_mib()


LEAST: Final = 2  # the fewest seats of a version: a bot may play both seats of its side
MOST: Final = 32  # the most seats of a version
OF_A_CORE: Final = 32  # seats of all versions per core: at each table one seat at a time thinks


def seats_of(memory_mib: Mapping[str, int], total_mib: int, cores: int) -> dict[str, int]:
    """Return how many seats each version may offer: all the same number; versions that get none are left out.

    *memory_mib*: the memory of one seat by version, in order of priority. If the memory is too small for `LEAST` seats
    of every version, only the first versions get seats.
    """
    each = total_mib // max(1, sum(memory_mib.values()))
    if each >= LEAST:
        by_cores = cores * OF_A_CORE // max(1, len(memory_mib))
        return dict.fromkeys(memory_mib, max(LEAST, min(each, by_cores, MOST)))
    seats: dict[str, int] = {}
    left = total_mib
    for version, memory in memory_mib.items():
        if LEAST * memory <= left:
            seats[version] = LEAST
            left -= LEAST * memory
    return seats
