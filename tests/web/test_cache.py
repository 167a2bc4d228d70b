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
    kept: Cache[int] = Cache(clock)
    assert await kept.get("page", make) == 1
    clock.now = FRESH - 0.01
    assert await kept.get("page", make) == 1
    assert make.made == 1


async def test_a_crowd_waits_for_one_that_is_being_made() -> None:
    make = Maker()
    make.leave.clear()
    kept: Cache[int] = Cache(Clock())
    crowd = [asyncio.create_task(kept.get("page", make)) for _ in range(50)]
    await _settle()
    make.leave.set()
    assert await asyncio.gather(*crowd) == [1] * 50


async def test_an_old_one_is_given_while_a_new_one_is_made() -> None:
    clock, make = Clock(), Maker()
    kept: Cache[int] = Cache(clock)
    await kept.get("page", make)
    clock.now = FRESH + 1
    make.leave.clear()
    assert await kept.get("page", make) == 1
    assert await kept.get("page", make) == 1
    await _settle()
    assert make.made == 2
    make.leave.set()
    await _settle()
    assert await kept.get("page", make) == 2


async def test_one_that_is_too_old_is_waited_for() -> None:
    clock, make = Clock(), Maker()
    kept: Cache[int] = Cache(clock)
    await kept.get("page", make)
    clock.now = USABLE
    assert await kept.get("page", make) == 2


async def test_a_failure_is_not_kept() -> None:
    kept: Cache[int] = Cache(Clock())

    async def fail() -> int:
        raise LookupError

    with pytest.raises(LookupError):
        await kept.get("page", fail)
    assert await kept.get("page", Maker()) == 1


async def test_a_reader_who_leaves_ends_nothing_for_the_others() -> None:
    make = Maker()
    make.leave.clear()
    kept: Cache[int] = Cache(Clock())
    leaving, staying = (asyncio.create_task(kept.get("page", make)) for _ in range(2))
    await _settle()
    leaving.cancel()
    await _settle()
    make.leave.set()
    assert await staying == 1


async def test_what_has_the_same_version_is_not_made_again_for_a_while() -> None:
    clock, make, version = Clock(), Maker(), 7
    kept: Cache[int] = Cache(clock)

    async def now() -> int:
        return version

    for clock.now in (0, FRESH, ANYWAY - 1):
        await kept.get("page", make, now)
        await _settle()
    assert make.made == 1
    version = 8
    clock.now += FRESH
    await kept.get("page", make, now)
    await _settle()
    assert make.made == 2
    clock.now += ANYWAY
    assert await kept.get("page", make, now) == 3


async def test_only_so_many_are_kept() -> None:
    make = Maker()
    kept: Cache[int] = Cache(Clock(), most=2)
    for page in ("one", "two", "three", "three", "one"):
        await kept.get(page, make)
    assert make.made == 4


async def test_only_so_much_is_kept() -> None:
    make = Maker()  # what it makes weighs 1, 2, 3
    kept: Cache[int] = Cache(Clock(), most=5, weigh=lambda made: made)
    for page in ("one", "two", "three", "three", "two", "one"):
        await kept.get(page, make)
    assert make.made == 4


async def test_what_fails_after_it_was_dropped_drops_nobody_else() -> None:
    kept: Cache[int] = Cache(Clock(), most=1)
    leave, make = asyncio.Event(), Maker()

    async def fail() -> int:
        await leave.wait()
        raise LookupError

    failing = asyncio.create_task(kept.get("page", fail))
    await _settle()
    kept._drop("page")
    assert await kept.get("page", make) == 1
    leave.set()
    with pytest.raises(LookupError):
        await failing
    assert await kept.get("page", make) == 1
