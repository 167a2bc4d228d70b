"""Answer probes: `/healthz`, whether a process works, and `/readyz`, whether a load balancer may send it traffic."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from arena.store import Store
from arena.store.errors import StoreUnavailableError

ALIVE: Final = "/healthz"
READY: Final = "/readyz"
Probe = Callable[[], Coroutine[Any, Any, str]]  # returns why the answer is no; "" for yes


def probes_of(store: Store, stopping: asyncio.Event) -> Mapping[str, Probe]:
    """Return the probe of each path for a process that has opened *store*; *stopping*: it takes no more traffic.

    A store opens only when its schema is current. So a process that answers at all has waited for the migrations.
    """

    async def find_no_fault() -> str:
        # An answer shows that the event loop runs. Postgres is not asked: to restart this process would not bring it
        # back, and would close the streams of all bots.
        return ""

    async def find_hindrance() -> str:
        if stopping.is_set():
            return "stopping: it takes no new connections"
        try:
            async with store.transaction():  # also sends a statement, to find a connection that answers
                return ""
        except StoreUnavailableError:  # its text may name the server, and anybody may send a probe
            return "the database does not answer"

    return {ALIVE: find_no_fault, READY: find_hindrance}


def answer_probe(hindrance: str) -> tuple[int, str]:
    """Return the HTTP status and the text that answer a probe."""
    return (503, f"{hindrance}\n") if hindrance else (200, "ok\n")
