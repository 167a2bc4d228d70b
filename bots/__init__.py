"""Bots, and the kit for writing them."""

import arena.wire.polling  # noqa: F401
