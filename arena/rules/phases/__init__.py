"""One module per phase of a hand: `begin` and `apply` return True if the phase is over, `legal` the legal answers."""
