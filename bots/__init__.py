"""Bots, and the Python kit for writing them."""

import arena.wire.polling  # noqa: F401
