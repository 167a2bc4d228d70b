"""The runner's service: plays the versions that the arena assigns, fetches their bundles, checks new ones."""
