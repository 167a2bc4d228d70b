import pytest

from tests.store.house import House
from tests.store.seeds.owners import CUP, Owners


@pytest.fixture
async def owners(house: House, database: str) -> Owners:
    owners = Owners(house, database)
    await owners.store.tournaments.create_tournament(CUP)
    return owners
