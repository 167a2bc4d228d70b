import logging

import pytest
from redis import Redis

from arena.store.names import FAMILIES
from arena.wakeups import MOST, TASK, BackgroundWakeUps
from tests.gateway.clients import until


async def test_wake_ups_are_in_the_workers_queue(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.delete(*FAMILIES)
        wake_ups = BackgroundWakeUps(redis_url)
        wake_ups.send(3, ["spades"])
        wake_ups.send(1)
        await until(lambda: (redis.llen("spades"), redis.llen("pinochle")) == (4, 1))
        wake_ups.stop()
        assert TASK.encode() in bytes(redis.lindex("spades", 0) or b"")
        redis.delete(*FAMILIES)


async def test_untaken_wakeups_do_not_pile_up(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.delete("spades")
        wake_ups = BackgroundWakeUps(redis_url)
        for _ in range(2):
            wake_ups.send(MOST - 1, ["spades"])
        await until(lambda: redis.llen("spades") == MOST)
        wake_ups.send(1, ["spades"])
        wake_ups._thread.shutdown()
        assert redis.llen("spades") == MOST
        redis.delete("spades")


async def test_a_redis_that_is_away_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    wake_ups = BackgroundWakeUps("redis://127.0.0.1:1/0")
    with caplog.at_level(logging.WARNING, "arena.wakeups"):
        wake_ups.send(1)
        await until(lambda: "no wake-up was sent" in caplog.text)
    wake_ups.stop()
