"""The processes that play: Celery carries wake-ups, Postgres says what there is to play, gateways reach the bots."""

import arena.wire.polling  # noqa: F401
