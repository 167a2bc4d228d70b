"""`arena match` and `arena benchmark`: play programs on this machine against each other."""
