"""A reader has no token, and sees only what is public."""

import pytest
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from arena.api.operations import FOR_ANYBODY, FOR_READERS, OPERATIONS
from arena.guards.auth import RefusedError
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from arena.wire.gen.infractions_pb2 import ListInfractionsRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest, ListGamesRequest
from tests.web.conftest import HOSTILE, Web

METHODS = DESCRIPTOR.services_by_name["ArenaService"].methods_by_name


async def test_calls_that_take_a_token_are_refused(reading: Web) -> None:
    for name in OPERATIONS.keys() - FOR_READERS.keys() - FOR_ANYBODY.keys():
        with pytest.raises(RefusedError, match="token") as refused:
            await reading.desk.ask(GetMessageClass(METHODS[name].input_type)())
        assert refused.value.code is StatusCode.UNAUTHENTICATED


async def test_open_boards_are_hidden(played: Web) -> None:
    with pytest.raises(RefusedError, match="only operators may"):
        await played.desk.ask(ListGamesRequest(name=HOSTILE, open=True))
    with pytest.raises(RefusedError, match="only operators may"):
        await played.desk.look(ExportRecordsRequest(name=HOSTILE, open=True))
    listed = (await played.desk.ask(ListGamesRequest(name=HOSTILE))).games
    assert listed
    assert not any(game.open for game in listed)
    infractions = (await played.desk.ask(ListInfractionsRequest(name=HOSTILE))).infractions
    assert not any(each.open for each in infractions)
