"""One module a phase of a hand: `begin` and `apply` return True if the phase is over, `legal` what may be answered."""
