"""`Known` and the directory over Postgres list the same gateways."""

import pytest

from arena.store import Store
from arena.store.play.rows import Instance
from arena.tokens import digest
from tests.lasting import renew_for_good
from tests.workers.known import Known
from workers.link.directory import Directory


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.link.directory.WITHIN", 60.0)  # Postgres may be slow to answer


async def directories(store: Store, *addresses: str) -> tuple[int, list[Directory]]:
    """A version, and both directories of the gateways that have it."""
    await store.accounts.create_owner("olga", digest("olga"))
    version = await store.accounts.register_bot("ash", "1", "olga", digest("ash"))
    for address in addresses:
        await renew_for_good(store, address, address, [Instance(f"at {address}", version, 4, ["spades-4"])])
    return version, [Known(*addresses), Directory(store)]


async def test_each_gateway_is_listed_once(store: Store) -> None:
    version, both = await directories(store, "a:1", "b:1")
    for directory in both:
        addresses = await directory.gateways_of(version)
        assert sorted(addresses) == ["a:1", "b:1"]
        addresses.clear()  # it is the caller's
        assert len(await directory.gateways_of(version)) == 2


async def test_a_version_without_a_gateway_has_no_address(store: Store) -> None:
    version, both = await directories(store)
    for directory in both:
        assert await directory.gateways_of(version) == []
