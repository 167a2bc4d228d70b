"""The gateway: bots' streams on one side, workers' links on the other, and the time between question and answer."""

import arena.wire.polling  # noqa: F401
