"""Measure turns a second, beside other ways to ask a bot.

Worker -> gateway -> bot process -> back, all in one run.

    python -m tools.bench.turns [SECONDS]      also part of `make bench`

Every part is a process of its own with the compiled core: the gateway, one bot process that holds
all seats, and a worker. They run the service's own code; only the store is made up (`store.py`): no
Postgres, no Celery.
"""
