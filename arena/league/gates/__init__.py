"""Gates: decide when a new version is tested enough."""
