"""The people's API as grpcio without asyncio calls it: compressed, and with deadlines."""

import asyncio
from collections.abc import Iterator

import grpc
import pytest

from arena.api.calls import admission
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest, ListBotsRequest, RegisterBotRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice, WatchTournamentRequest
from tests.api.conftest import House

WATCHES = 1


@pytest.fixture
def people(house: House) -> Iterator[ArenaServiceStub]:
    with grpc.insecure_channel(house.address, compression=grpc.Compression.Gzip) as channel:
        yield ArenaServiceStub(channel)


def create_cup(people: ArenaServiceStub, operator: tuple[tuple[str, str], ...]) -> None:
    people.CreateOwner(CreateOwnerRequest(name="ada"), metadata=operator)
    for name in "abcd":
        people.RegisterBot(RegisterBotRequest(name=name, version="1", owner="ada"), metadata=operator)
    request = CreateTournamentRequest(
        name="cup",
        variants=[VariantChoice(variant="spades-4")],
        bots="abcd",
        boards=10,
        pool="trust",
        allow_same_owner=True,
    )
    assert people.CreateTournament(request, metadata=operator, timeout=60).tournament.games == 40


async def test_requests_and_streams_of_answers(house: House, people: ArenaServiceStub) -> None:
    def calls() -> None:
        create_cup(people, house.operator)
        assert len(people.ListBots(ListBotsRequest(), metadata=house.operator, timeout=60).bots) == 4
        assert not list(people.ExportRecords(ExportRecordsRequest(name="cup"), metadata=house.operator, timeout=60))
        with pytest.raises(grpc.RpcError) as refused:
            people.CreateOwner(CreateOwnerRequest(name="x" * 1_100_000), metadata=house.operator)
        assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED

    await asyncio.to_thread(calls)


async def test_a_watch_whose_deadline_is_over_makes_room(
    house: House, people: ArenaServiceStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "STREAMS", WATCHES)
    request = WatchTournamentRequest(name="cup")

    def ended(timeout: float) -> grpc.StatusCode:
        with pytest.raises(grpc.RpcError) as over:
            list(people.WatchTournament(request, metadata=house.operator, timeout=timeout))
        return over.value.code()

    def calls() -> None:
        create_cup(people, house.operator)
        assert ended(timeout=1) is grpc.StatusCode.DEADLINE_EXCEEDED
        while ended(timeout=1) is grpc.StatusCode.RESOURCE_EXHAUSTED:  # until the gateway has noticed
            pass

    await asyncio.to_thread(calls)
