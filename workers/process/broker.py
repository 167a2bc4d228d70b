"""Carry Celery's wake-ups over Redis, which may be away or contain foreign data.

Kombu's own transport keeps a taken message in Redis until it is acknowledged. After a lost connection this fails, and
Celery ends the worker. Wake-ups may be lost, because the sweep sends others.
"""

import logging
from typing import Any, Final

from kombu.transport import redis

from arena import wakeups
from arena.store.names import FAMILIES

logger = logging.getLogger(__name__)
DROPPED: Final = "dropped a message in %s that is no wake-up of the arena"


class Channel(redis.Channel):
    """Kombu channel that removes a message from Redis when it takes the message."""

    ack_emulation = False
    do_restore = False

    def _new_queue(self, queue: str, **options: Any) -> None:
        self._drop_unless_list(queue)
        super()._new_queue(queue, **options)

    def _brpop_read(self, **options: Any) -> bool | None:
        try:
            return super()._brpop_read(**options)  # type: ignore[misc, no-any-return]
        except (ValueError, RecursionError):  # it is not JSON
            logger.warning(DROPPED, "a queue")
        except self.ResponseError as error:
            if not str(error).startswith("WRONGTYPE"):
                raise
            for queue in self.active_queues:
                self._drop_unless_list(queue)
        return None

    def _drop_unless_list(self, queue: str) -> None:
        with self.conn_or_acquire() as client:
            if client.type(queue) not in (b"list", b"none"):
                logger.warning(DROPPED, queue)
                client.delete(queue)


class Transport(redis.Transport):
    """Kombu transport for wake-ups and for Celery's remote control."""

    Channel = Channel

    def _deliver(self, message: Any, queue: str | None) -> None:
        if _is_ours(message, queue):
            super()._deliver(message, queue)
        else:
            logger.warning(DROPPED, queue)


def _is_ours(message: object, queue: str | None) -> bool:
    """Return whether *message*, from *queue*, is a wake-up or a message of Celery."""
    match message:
        case {"properties": {"delivery_tag": str(), "delivery_info": dict()}, "headers": {"task": wakeups.TASK}}:
            return True
        case {"properties": {"delivery_tag": str(), "delivery_info": dict()}}:
            return queue not in FAMILIES
    return False
