from collections.abc import AsyncIterator
from ipaddress import ip_network
from typing import Any

import grpc
import pytest

from arena.gateway.settings import Settings
from arena.guards import buckets
from arena.guards.proxies import Proxies
from arena.settings import SettingError
from arena.wire.gen.accounts_pb2 import ListBotsRequest
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from tests.gateway.clients import SECRET, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving

LOOPBACK = Proxies((ip_network("127.0.0.0/8"),))
ELSEWHERE = Proxies((ip_network("10.0.0.0/8"), ip_network("::1")))
LISTEN = ["127.0.0.1:0", "[::]:0"]


class Street:
    """Callers without a Hello, with the addresses that a proxy notes."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._play: Any = channel.stream_stream("/arena.v1.SeatService/Play")
        self._people = ArenaServiceStub(channel)
        self.calls: list[Any] = []

    def stand(self, *noted: str) -> None:
        self.calls.append(self._play(metadata=tuple(("x-forwarded-for", each) for each in noted)))

    @property
    def refused(self) -> list[Any]:
        return [call for call in self.calls if call.done()]

    async def is_asked_for_a_token(self, *noted: str) -> bool:
        """Whether the people's API looks at the token of who calls."""
        metadata = tuple(("x-forwarded-for", each) for each in noted)
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await self._people.ListBots(ListBotsRequest(), metadata=metadata)
        assert ended.value.code() in (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.RESOURCE_EXHAUSTED)
        return ended.value.code() is grpc.StatusCode.UNAUTHENTICATED


@pytest.fixture
def proxies() -> Proxies:
    return LOOPBACK


@pytest.fixture(params=LISTEN)
async def street(
    request: pytest.FixtureRequest, proxies: Proxies, tokens: FewTokens, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Street]:
    monkeypatch.setattr(buckets, "STRANGERS", 8)  # four of one address
    monkeypatch.setattr(buckets, "STRANGERS_BURST", 3)
    monkeypatch.setattr(buckets, "STRANGERS_RATE", 0.001)
    monkeypatch.setenv("ARENA_PLAIN", "allow")
    async with serving(tokens, listen=request.param, proxies=proxies) as (_, reached):
        target = f"127.0.0.1:{reached.bots.rpartition(':')[2]}"
        async with grpc.aio.insecure_channel(target) as channel:
            yield Street(channel)


async def test_behind_a_proxy_each_address_has_its_own_tries(street: Street) -> None:
    for _ in range(4):
        street.stand("192.0.2.1")
    await until(lambda: len(street.refused) == 1)  # three tries each
    for _ in range(4):
        street.stand("192.0.2.2")
    await until(lambda: len(street.refused) == 2)
    for address in ("192.0.2.1", "2001:db8::1"):  # the people's API counts apart
        assert [await street.is_asked_for_a_token(address) for _ in range(4)] == [True, True, True, False]


async def test_an_address_that_the_caller_forged_is_ignored(street: Street) -> None:
    noted = [("10.1.1.1, 192.0.2.1",), ("10.1.1.2,192.0.2.1",), ("10.1.1.3", "192.0.2.1"), (" 192.0.2.1 ",)]
    assert [await street.is_asked_for_a_token(*each) for each in noted] == [True, True, True, False]


async def test_a_proxy_that_names_nobody_is_who_calls(street: Street) -> None:
    noted: list[tuple[str, ...]] = [(), ("",), ("unknown",), ("192.0.2.1, secret",)]
    assert [await street.is_asked_for_a_token(*each) for each in noted] == [True, True, True, False]


@pytest.mark.parametrize("proxies", [Proxies(), ELSEWHERE])
async def test_from_anybody_else_the_header_is_ignored(street: Street) -> None:
    assert [await street.is_asked_for_a_token(f"192.0.2.{n}") for n in range(4)] == [True, True, True, False]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name, value in {
        "ARENA_DSN": "postgresql:///",
        "ARENA_REDIS_URL": "redis://",
        "ARENA_LINK_SECRET": SECRET,
    }.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


def test_proxies_are_addresses_and_networks(environment: pytest.MonkeyPatch) -> None:
    assert Settings.from_environment().proxies == Proxies()
    environment.setenv("ARENA_PROXIES", "127.0.0.1, 10.0.0.0/8,::1")
    expected = ("127.0.0.1/32", "10.0.0.0/8", "::1/128")
    assert Settings.from_environment().proxies == Proxies(tuple(ip_network(each) for each in expected))


@pytest.mark.parametrize("value", ["proxy", "10.0.0.1/8", "10.0.0.0/33", "127.0.0.1;10.0.0.1"])
def test_an_invalid_address_is_refused_in_one_line(environment: pytest.MonkeyPatch, value: str) -> None:
    environment.setenv("ARENA_PROXIES", value)
    with pytest.raises(SettingError, match=r"^ARENA_PROXIES=.*: give addresses and networks"):
        Settings.from_environment()
