"""What is kept, and how often it is made; in virtual time."""

import asyncio

import pytest

from arena.web.serving.cache import ANYWAY, FRESH, USABLE, Cache


class Maker:
    """Makes 1, 2, 3, ... and waits for leave where it is *slow*."""

    def __init__(self) -> None:
        self.made = 0
        self.leave = asyncio.Event()
        self.leave.set()

    async def __call__(self) -> int:
        self.made += 1
        number = self.made
        await self.leave.wait()
        return number


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_fresh_thing_is_not_made_again() -> None:
    clock, make = Clock(), Maker()
    cache: Cache[int] = Cache(clock)
    assert await cache.get("page", make) == 1
    clock.now = FRESH - 0.01
    assert await cache.get("page", make) == 1
    assert make.made == 1


async def test_a_crowd_waits_for_one_that_is_being_made() -> None:
    make = Maker()
    make.leave.clear()
    cache: Cache[int] = Cache(Clock())
    crowd = [asyncio.create_task(cache.get("page", make)) for _ in range(50)]
    await _settle()
    make.leave.set()
    assert await asyncio.gather(*crowd) == [1] * 50


async def test_an_old_one_is_given_while_a_new_one_is_made() -> None:
    clock, make = Clock(), Maker()
    cache: Cache[int] = Cache(clock)
    await cache.get("page", make)
    clock.now = FRESH + 1
    make.leave.clear()
    assert await cache.get("page", make) == 1
    assert await cache.get("page", make) == 1
    await _settle()
    assert make.made == 2
    make.leave.set()
    await _settle()
    assert await cache.get("page", make) == 2


async def test_readers_wait_for_a_value_that_is_too_old() -> None:
    clock, make = Clock(), Maker()
    cache: Cache[int] = Cache(clock)
    await cache.get("page", make)
    clock.now = USABLE
    assert await cache.get("page", make) == 2


async def test_a_failure_is_not_kept() -> None:
    cache: Cache[int] = Cache(Clock())

    async def fail() -> int:
        raise LookupError

    with pytest.raises(LookupError):
        await cache.get("page", fail)
    assert await cache.get("page", Maker()) == 1


async def test_a_reader_who_leaves_ends_nothing_for_the_others() -> None:
    make = Maker()
    make.leave.clear()
    cache: Cache[int] = Cache(Clock())
    leaving, staying = (asyncio.create_task(cache.get("page", make)) for _ in range(2))
    await _settle()
    leaving.cancel()
    await _settle()
    make.leave.set()
    assert await staying == 1


async def test_a_value_of_the_same_version_is_reused_for_a_while() -> None:
    clock, make, version = Clock(), Maker(), 7
    cache: Cache[int] = Cache(clock)

    async def now() -> int:
        return version

    for clock.now in (0, FRESH, ANYWAY - 1):
        await cache.get("page", make, now)
        await _settle()
    assert make.made == 1
    version = 8
    clock.now += FRESH
    await cache.get("page", make, now)
    await _settle()
    assert make.made == 2
    clock.now += ANYWAY
    assert await cache.get("page", make, now) == 3


async def test_only_so_many_are_kept() -> None:
    make = Maker()
    cache: Cache[int] = Cache(Clock(), most=2)
    for page in ("one", "two", "three", "three", "one"):
        await cache.get(page, make)
    assert make.made == 4


async def test_only_so_much_is_kept() -> None:
    make = Maker()  # what it makes weighs 1, 2, 3
    cache: Cache[int] = Cache(Clock(), most=5, weigh=lambda made: made)
    for page in ("one", "two", "three", "three", "two", "one"):
        await cache.get(page, make)
    assert make.made == 4


async def test_a_failure_after_eviction_evicts_nothing_else() -> None:
    cache: Cache[int] = Cache(Clock(), most=1)
    leave, make = asyncio.Event(), Maker()

    async def fail() -> int:
        await leave.wait()
        raise LookupError

    failing = asyncio.create_task(cache.get("page", fail))
    await _settle()
    cache._drop("page")
    assert await cache.get("page", make) == 1
    leave.set()
    with pytest.raises(LookupError):
        await failing
    assert await cache.get("page", make) == 1
