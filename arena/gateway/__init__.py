"""The gateway: connects bots' streams to workers' links, and measures bots' time."""

from arena.wire.polling import keep_engine

keep_engine()
