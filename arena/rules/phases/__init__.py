"""One module a phase of a hand: `begin`, `legal`, `apply`."""
