"""The Celery app: wake-ups over Redis, which may lose them."""

import logging
from typing import Any, Final

from celery import Celery, signals
from kombu import Queue
from redis import Redis

from arena.logs import log_to_stderr
from arena.store.families import FAMILIES
from arena.wakeups import WakeUps
from workers.process.settings import redis_url

THREADS: Final = 32  # blocks that a process plays at once
VISIBLE_AGAIN: Final = 5  # seconds after which a wake-up that nobody acknowledged is delivered again
SOCKET_TIMEOUT: Final = 5.0

app = Celery("arena", broker=redis_url(), include=["workers.process.tasks"])
app.conf.update(
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    task_publish_retry=False,
    task_queues=[Queue(family) for family in FAMILIES],
    task_create_missing_queues=False,
    task_default_queue=FAMILIES[0],
    worker_prefetch_multiplier=1,
    worker_concurrency=THREADS,
    worker_hijack_root_logger=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry=True,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={
        "visibility_timeout": VISIBLE_AGAIN,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": SOCKET_TIMEOUT,
        "socket_timeout": None,
    },
)

wake_ups = WakeUps(
    app, Redis.from_url(redis_url(), socket_timeout=SOCKET_TIMEOUT, socket_connect_timeout=SOCKET_TIMEOUT)
)


@signals.setup_logging.connect
def set_up_logging(**_: Any) -> None:
    """Log our own lines, and Celery's warnings."""
    log_to_stderr()
    for noisy in ("celery", "kombu"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # we log its warnings ourselves, once
