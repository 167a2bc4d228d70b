"""Games told in words, for `arena replay`."""
