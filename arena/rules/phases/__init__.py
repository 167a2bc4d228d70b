"""One module for each phase of a hand, with `begin`, `legal` and `apply` as far as it asks anything."""
