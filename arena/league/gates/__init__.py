"""Gates: when a new version is tested enough, and the finding."""
