"""Send wake-ups in the background: messages that let idle workers look for blocks."""

import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from celery import Celery
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from arena.store.names import FAMILIES

log = logging.getLogger(__name__)

TASK: Final = "workers.play_block"
MOST: Final = 256  # limit of waiting wake-ups: sweeps go on while no worker takes them, and Redis would keep them all


class WakeUps:
    """Sends wake-ups through *celery*, whose broker is *redis*; blocks while it sends."""

    def __init__(self, celery: Celery, redis: Redis) -> None:
        self._celery = celery
        self._redis = redis
        self._is_away = False

    def send(self, count: int, families: Collection[str] = FAMILIES) -> None:
        """Wake *count* workers for each of *families* of variants, unless `MOST` wake-ups wait already.

        While Redis is away no wake-up is sent; this is logged once.
        """
        try:
            for family in families:
                for _ in range(min(count, MOST - int(self._redis.llen(family)))):
                    self._celery.send_task(TASK, queue=family, ignore_result=True, retry=False)
            self._is_away = False
        except (OperationalError, RedisError, OSError) as error:
            if not self._is_away:
                log.warning("no wake-up was sent, the sweep will send others: %s", type(error).__name__)
            self._is_away = True


TIMEOUT: Final = 2.0  # seconds to wait for Redis


class BackgroundWakeUps:
    """Sends wake-ups from its own thread, because Celery's client blocks."""

    def __init__(self, redis_url: str) -> None:
        self._celery = Celery(broker=redis_url)
        self._celery.conf.broker_transport_options = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
        self._redis = Redis.from_url(redis_url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._sender = WakeUps(self._celery, self._redis)
        self._thread = ThreadPoolExecutor(1, "wake-ups")

    def send(self, count: int, families: Collection[str] = FAMILIES) -> None:
        """Wake *count* workers for each of *families*, without waiting."""
        self._thread.submit(self._sender.send, count, families)

    def stop(self) -> None:
        """Stop sending."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._celery.close()
        self._redis.close()
