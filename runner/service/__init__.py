"""The runner's service: holds versions, fetches bundles, reports to the arena."""
