"""Bots, and the kit they are written with."""

import arena.wire.polling  # noqa: F401
