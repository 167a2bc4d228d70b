"""Serve ArenaService, the API for people, over gRPC."""

from collections.abc import Callable

import grpc

from arena.api.calls.admission import Admission
from arena.api.operations import OPERATIONS
from arena.guards.auth import LiveTokens
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.wire.gen.arena_pb2 import DESCRIPTOR


def add_people_service(
    server: grpc.aio.Server, store: Store, wake: Callable[[int], None], live: LiveTokens, proxies: Proxies
) -> None:
    """Register ArenaService on *server*. *wake*: wakes workers without blocking; *live*: ends streams."""
    service = DESCRIPTOR.services_by_name["ArenaService"]
    server.add_generic_rpc_handlers((Admission(store, wake, live, proxies).make_handler(service, OPERATIONS),))
