"""A reader has no token, and is told what everybody may know."""

from collections.abc import AsyncIterator

import pytest
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from arena.api.local_client import LocalClient
from arena.api.operations import FOR_ANYBODY, FOR_READERS, OPERATIONS
from arena.guards.auth import Refused
from arena.store import Store
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from arena.wire.gen.faults_pb2 import ListInfractionsRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest, ListGamesRequest
from tests.web.conftest import HOSTILE, Web

METHODS = DESCRIPTOR.services_by_name["ArenaService"].methods_by_name


def _empty(name: str) -> Message:
    return GetMessageClass(METHODS[name].input_type)()


@pytest.fixture
async def desk(database: str) -> AsyncIterator[LocalClient]:
    """What the pages ask, of an empty arena."""
    store = await Store.open(database)
    wake_ups: list[int] = []
    yield LocalClient(store, wake_ups.append)
    await store.close()


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - FOR_READERS.keys() - FOR_ANYBODY.keys()))
async def test_what_takes_a_token_is_refused(desk: LocalClient, name: str) -> None:
    with pytest.raises(Refused, match="token") as refused:
        await desk.ask(_empty(name))
    assert refused.value.code is StatusCode.UNAUTHENTICATED


async def test_open_boards_are_nobodys(played: Web) -> None:
    for request in (ListGamesRequest(name=HOSTILE, open=True), ExportRecordsRequest(name=HOSTILE, open=True)):
        with pytest.raises(Refused, match="operators alone"):
            await _first(played, request)
    listed = (await played.desk.ask(ListGamesRequest(name=HOSTILE))).games
    assert listed
    assert not any(game.open for game in listed)


async def test_open_boards_faults_are_nobodys(played: Web) -> None:
    found = (await played.desk.ask(ListInfractionsRequest(name=HOSTILE))).infractions
    assert not any(each.open for each in found)


async def _first(web: Web, request: Message) -> None:
    if METHODS[request.DESCRIPTOR.name.removesuffix("Request")].server_streaming:
        await web.desk.look(request)
    else:
        await web.desk.ask(request)
