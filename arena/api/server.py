"""Serve ArenaService, the people's API, from the store.

The folders beside this file answer.
"""

from collections.abc import Callable

import grpc

from arena.api.calls.admission import Door
from arena.api.operations import OPERATIONS
from arena.guards.auth import LiveTokens
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.wire.gen.arena_pb2 import DESCRIPTOR


def add_people_service(
    server: grpc.aio.Server, store: Store, wake: Callable[[int], None], live: LiveTokens, proxies: Proxies
) -> None:
    """Let *server* answer ArenaService from *store*.

    *wake* sends wake-ups and does not block; *live* ends streams; *proxies* tells callers'
    addresses.
    """
    door = Door(store, wake, live, proxies)
    service = DESCRIPTOR.services_by_name["ArenaService"]
    server.add_generic_rpc_handlers((door.open(service, OPERATIONS),))
