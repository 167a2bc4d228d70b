"""Phases of a hand, one module each: `begin` and `apply` return True after the phase, `legal` the legal answers."""
