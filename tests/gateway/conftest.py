import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import pytest

from arena.gateway.capacity import Capacity
from arena.gateway.server import Gateway, Reached
from arena.gateway.settings import Settings
from arena.store import Store
from arena.store.errors import DeadToken, StoreUnavailable
from arena.store.rows import Instance, Principal
from tests.gateway.clients import SECRET, Clients, dialling

ROOMY = Capacity()


class FewTokens:
    """What the gateway needs of a store, in memory: `token-of-7` and `other-of-7` are tokens of version 7, and so on.

    *versions*: theirs are there.
    *ended*: why a token lets nobody in, by its id: 7 is that of `token-of-7`, 107 that of `other-of-7`.
    """

    def __init__(self, versions: Iterable[int] = (7, 8, 9)) -> None:
        bots = {
            f"token-of-{version}": Principal("bot", 1, "ann", version, f"bot-{version}@1", version)
            for version in versions
        }
        bots |= {f"other-of-{who.version_id}": replace(who, token_id=100 + who.token_id) for who in bots.values()}
        people = {"token-of-ann": Principal("owner", 1, "ann")}
        self._principals = {hashlib.sha256(token.encode()).digest(): who for token, who in (bots | people).items()}
        self.instances: list[Instance] | None = None
        self.ended: dict[int, str] = {}
        self.is_away = False
        self.builds: dict[int, str] = {}
        self.faults: Counter[tuple[int, str]] = Counter()

    async def keep_build(self, version_id: int, build: str) -> str:
        self._answer()
        return self.builds.setdefault(version_id, build)

    async def principal(self, token_hash: bytes) -> Principal | None:
        self._answer()
        who = self._principals.get(token_hash)
        if who and who.token_id in self.ended:
            raise DeadToken("this token was revoked")
        return who

    async def ended_tokens(self, token_ids: list[int]) -> dict[int, str]:
        self._answer()
        return {token_id: why for token_id, why in self.ended.items() if token_id in token_ids}

    async def renew_gateway(self, gateway: str, link_address: str, instances: list[Instance]) -> None:
        self._answer()
        self.instances = instances

    async def drop_gateway(self, gateway: str) -> None:
        self._answer()
        self.instances = None

    async def count_faults(self, counts: Mapping[tuple[int, str], int]) -> None:
        self._answer()
        self.faults.update(counts)

    async def tend(self) -> dict[str, int]:
        self._answer()
        return {}

    def _answer(self) -> None:
        if self.is_away:
            raise StoreUnavailable("gone")


@pytest.fixture
def tokens() -> FewTokens:
    return FewTokens()


@pytest.fixture
def grace() -> float:
    """Seconds; tests of what comes after it choose a short one."""
    return 60.0


@pytest.fixture
def capacity() -> Capacity:
    return Capacity()


@asynccontextmanager
async def serving(
    tokens: FewTokens, grace: float = 60.0, capacity: Capacity = ROOMY, **changed: Any
) -> AsyncIterator[tuple[Gateway, Reached]]:
    """A gateway on free ports of this machine, and where it is reached; *changed*: settings that are not the usual."""
    usual: dict[str, Any] = {"listen": "127.0.0.1:0"}
    settings = Settings(
        dsn="",
        redis_url="",
        link_listen="127.0.0.1:0",
        link_secret=SECRET,
        grace=grace,
        capacity=capacity,
        hand_over=0,
        **usual | changed,
    )
    gateway = Gateway(settings, cast(Store, tokens), cast(Store, tokens), wake=lambda count: None)
    address = await gateway.start()
    try:
        yield gateway, address
    finally:
        await gateway.stop()


@pytest.fixture
async def gateway(tokens: FewTokens, grace: float, capacity: Capacity) -> AsyncIterator[tuple[Gateway, Reached]]:
    async with serving(tokens, grace, capacity) as served:
        yield served


@pytest.fixture
async def clients(gateway: tuple[Gateway, Reached]) -> AsyncIterator[Clients]:
    async with dialling(gateway[1]) as clients:
        yield clients
