"""Wake-ups for the workers, over Celery. They carry nothing and may be lost: the sweep sends others."""

import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from celery import Celery
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from arena.store.families import FAMILIES

log = logging.getLogger("arena.gateway")

TASK: Final = "workers.play_block"
TIMEOUT: Final = 2.0  # seconds; a Redis that is away must hold nobody up
MOST: Final = 256  # waiting at once: sweeps go on while no worker lives, and Redis keeps all it is given


class WakeUps:
    """Sends wake-ups from a thread of its own: Celery's client blocks."""

    def __init__(self, redis_url: str) -> None:
        self._celery = Celery(broker=redis_url)
        self._celery.conf.broker_transport_options = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
        self._redis = Redis.from_url(redis_url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        self._thread = ThreadPoolExecutor(1, "wake-ups")
        self._is_away = False

    def send(self, count: int, families: Collection[str] = FAMILIES) -> None:
        """Wake *count* workers for each of *families* of variants, some time soon."""
        self._thread.submit(self._send, count, families)

    def stop(self) -> None:
        """Send no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._celery.close()
        self._redis.close()

    def _send(self, count: int, families: Collection[str]) -> None:
        try:
            for family in families:
                for _ in range(min(count, MOST - int(self._redis.llen(family)))):
                    self._celery.send_task(TASK, queue=family, ignore_result=True, retry=False)
            self._is_away = False
        except (OperationalError, RedisError, OSError) as error:
            if not self._is_away:
                log.warning("no wake-up was sent, the sweep will send others: %s", type(error).__name__)
            self._is_away = True
