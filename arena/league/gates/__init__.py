"""Gates: when a new version has been tested enough, and what was found."""
