"""The Celery app of the workers: wake-ups over Redis, which may lose some."""

import logging
from typing import Any, Final

from celery import Celery, signals
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES
from redis import Redis

from arena.logs import log_to_stderr
from arena.store.names import FAMILIES
from arena.wakeups import WakeUps
from workers.process.settings import redis_url

THREADS: Final = 32  # blocks that a process plays at once
SOCKET_TIMEOUT: Final = 5.0  # seconds

for scheme in ("redis", "rediss"):
    TRANSPORT_ALIASES[scheme] = "workers.process.broker:Transport"

app = Celery("arena", broker=redis_url(), include=["workers.process.tasks"])
app.conf.update(
    task_acks_late=True,  # so that a process takes no more tasks than it has threads
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
    broker_channel_error_retry=True,
    broker_transport_options={
        "priority_steps": [0],  # one Redis list per queue
        "socket_connect_timeout": SOCKET_TIMEOUT,
        "socket_timeout": None,
    },
)

wake_ups = WakeUps(
    app, Redis.from_url(redis_url(), socket_timeout=SOCKET_TIMEOUT, socket_connect_timeout=SOCKET_TIMEOUT)
)


@signals.setup_logging.connect
def set_up_logging(**_: Any) -> None:
    """Log the arena's own lines, and only warnings of Celery."""
    log_to_stderr("worker")
    for noisy in ("celery", "kombu"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # the arena logs its warnings itself, once
