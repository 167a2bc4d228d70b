"""The people's API: ArenaService over the store. Other files of this folder answer one subject each."""

from collections.abc import Callable

import grpc

from arena.gateway.live_tokens import LiveTokens
from arena.gateway.people.service import PeopleService
from arena.store import Store
from arena.wire.gen.arena_pb2_grpc import add_ArenaServiceServicer_to_server


def add_people_service(server: grpc.aio.Server, store: Store, wake: Callable[[int], None], live: LiveTokens) -> None:
    """Let *server* answer ArenaService from *store*; *wake* sends wake-ups and does not block; *live* ends streams."""
    add_ArenaServiceServicer_to_server(PeopleService(store, wake, live), server)
