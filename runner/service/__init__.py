"""The runner's service: which versions to hold, where their bundles are, what is told of them."""
