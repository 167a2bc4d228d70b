"""Wake-ups from a gateway or the page, whose loops must not wait for Redis."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from celery import Celery
from redis import Redis

from arena.store.names import FAMILIES
from arena.wakeups import WakeUps

TIMEOUT: Final = 2.0  # seconds to wait for Redis


class BackgroundWakeUps:
    """Sends wake-ups from a thread of its own, because Celery's client blocks."""

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
        """Send no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._celery.close()
        self._redis.close()
