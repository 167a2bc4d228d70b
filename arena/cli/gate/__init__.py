"""Commands that test a new version, and climb a ladder of them."""
