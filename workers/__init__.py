"""The worker processes: they claim blocks of boards and play them."""

import arena.wire.polling  # noqa: F401
