from collections.abc import AsyncIterator

import pytest

from arena.gateway.bots.capacity import Capacity
from arena.gateway.server import Endpoints, Gateway
from tests.gateway.clients import Clients, dialling
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.standing import StandingClock


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


@pytest.fixture
def clock() -> StandingClock:
    """The gateway's."""
    return StandingClock()


@pytest.fixture
async def gateway(
    tokens: FewTokens, grace: float, capacity: Capacity, clock: StandingClock
) -> AsyncIterator[tuple[Gateway, Endpoints]]:
    async with serving(tokens, grace, clock, capacity=capacity) as served:
        yield served


@pytest.fixture
async def clients(gateway: tuple[Gateway, Endpoints]) -> AsyncIterator[Clients]:
    async with dialling(gateway[1], gateway[0].hub) as clients:
        yield clients
