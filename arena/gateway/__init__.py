"""The gateway: bots' streams on one side, workers' links on the other, and the time between question and answer."""

from arena.wire.polling import keep_engine

keep_engine()
