"""Send wake-ups: Celery messages that make idle workers look for blocks to play."""

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
MOST: Final = 256  # most waiting wake-ups per queue: sweeps go on without workers, and Redis would keep every wake-up


class WakeUps:
    """Sender of wake-ups through *celery*, whose broker is *redis*. It blocks while it sends."""

    def __init__(self, celery: Celery, redis: Redis) -> None:
        self._celery = celery
        self._redis = redis
        self._is_away = False

    def send(self, count: int, families: Collection[str] = FAMILIES) -> None:
        """Send *count* wake-ups to the queue of each family of variants, up to `MOST` waiting ones.

        While Redis cannot be reached, no wake-up is sent; the first failure is logged.
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
    """Sender of wake-ups that never blocks: it has its own thread, because Celery's client blocks."""

    def __init__(self, redis_url: str) -> None:
        self._celery = Celery(broker=redis_url)
        self._celery.conf.broker_transport_options = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
        self._redis = Redis.from_url(redis_url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._sender = WakeUps(self._celery, self._redis)
        self._thread = ThreadPoolExecutor(1, "wake-ups")

    def send(self, count: int, families: Collection[str] = FAMILIES) -> None:
        """Send *count* wake-ups to the queue of each family of variants, without waiting."""
        self._thread.submit(self._sender.send, count, families)

    def stop(self) -> None:
        """Drop the unsent wake-ups, and close the connections."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._celery.close()
        self._redis.close()
